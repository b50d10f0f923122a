import {
  Button,
  Checkbox,
  Group,
  Input,
  NumberInput,
  SegmentedControl,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Schemas } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { type Endpoint, eventTypes } from "../../parts/endpoints.ts";
import { ActForm } from "../../parts/act-form.tsx";
import { inWords } from "../../parts/format.ts";
import { Refusal } from "../../parts/states.tsx";

/** The fields of an endpoint, new or stored. Values of its headers are never shown: left empty, they stay as they are. */
export function EndpointForm({
  endpoint,
  label,
  save,
}: {
  readonly endpoint?: Endpoint;
  readonly label: string;
  readonly save: (body: Schemas["CreateEndpointRequest"]) => Promise<unknown>;
}): ReactElement {
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [events, setEvents] = useState<string[]>(endpoint?.events ?? ["run.completed", "run.failed"]);
  const [mode, setMode] = useState<Endpoint["payload_mode"]>(endpoint?.payload_mode ?? "thin");
  const [headers, setHeaders] = useState("");
  const [perSecond, setPerSecond] = useState<number | string>(endpoint?.max_per_second ?? 50);
  const [inFlight, setInFlight] = useState<number | string>(endpoint?.max_in_flight ?? 10);
  const [autoRecover, setAutoRecover] = useState(endpoint?.auto_recover ?? false);
  const { run, error, isBusy } = useAct(() =>
    save({
      url,
      description,
      events: eventTypes.filter((type) => events.includes(type)),
      payload_mode: mode,
      max_per_second: Number(perSecond),
      max_in_flight: Number(inFlight),
      auto_recover: autoRecover,
      ...(headers.trim() !== "" && { headers: headersOf(headers) }),
    }),
  );
  return (
    <ActForm onSubmit={run}>
      <Stack>
        <TextInput
          label="Address"
          description="https, where the receiver listens"
          type="url"
          required
          data-autofocus
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Checkbox.Group label="Events" value={events} onChange={setEvents}>
          <Group mt={4}>
            {eventTypes.map((type) => (
              <Checkbox key={type} value={type} label={inWords(type)} />
            ))}
          </Group>
        </Checkbox.Group>
        <Input.Wrapper
          label="Body"
          labelElement="div"
          labelProps={{ id: "mode" }}
          description="Ids only: the receiver reads the result with its key, under its rights."
        >
          <SegmentedControl
            aria-labelledby="mode"
            mt={4}
            value={mode}
            onChange={(value) => setMode(value === "full" ? "full" : "thin")}
            data={[
              { value: "thin", label: "Ids only" },
              { value: "full", label: "With the result" },
            ]}
          />
        </Input.Wrapper>
        <Group grow align="flex-start">
          <NumberInput label="Most per second" min={1} value={perSecond} onChange={setPerSecond} />
          <NumberInput label="Most at a time" min={1} value={inFlight} onChange={setInFlight} />
        </Group>
        <Textarea
          label="Headers"
          description={
            endpoint && Object.keys(endpoint.headers).length > 0
              ? `Now: ${Object.keys(endpoint.headers).join(", ")}. Fill in to replace them all.`
              : "One a line, such as X-Tenant: harborline"
          }
          autosize
          minRows={2}
          value={headers}
          onChange={(event) => setHeaders(event.currentTarget.value)}
        />
        <Checkbox
          label="After the endpoint works again, send what it refused within 24 hours"
          checked={autoRecover}
          onChange={(event) => setAutoRecover(event.currentTarget.checked)}
        />
        {error === undefined ? null : <Refusal error={error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy} disabled={url === "" || events.length === 0}>
            {label}
          </Button>
        </Group>
      </Stack>
    </ActForm>
  );
}

/** `name: value` lines. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split("\n").flatMap((line): [string, string][] => {
      const at = line.indexOf(":");
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]];
    }),
  );
}
