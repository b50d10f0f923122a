import { Button, Code, Group, Modal, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement, type ReactNode } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { Copy } from "../../parts/copy.tsx";
import { inWords } from "../../parts/format.ts";
import { useEngines } from "../../parts/engines.ts";
import type { paths } from "../../generated/console-api.ts";
import { ActForm } from "../../parts/act-form.tsx";
import { usePlace } from "../../parts/me.ts";
import { useHere } from "../../parts/place.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { Refusal } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";
import { ReachOf } from "./reach.tsx";

type Capability =
  paths["/console/v1/o/{organization_id}/scoped-keys"]["post"]["requestBody"]["content"]["application/json"]["capabilities"][number];

/** What a vendor of an engine usually needs. */
const usual: readonly Capability[] = ["engines:read", "runs:read", "runs:write"];
const others = [
  "records:read",
  "records:analyze",
  "actions:read",
  "actions:write",
  "catalog:read",
  "catalog:documents:read",
  "conversations:use",
  "conversations:export",
  "graph:read",
  "webhooks:manage",
] as const satisfies readonly Capability[];

/** An organization key: it may do everything in its environment. */
export function NewKey(): ReactElement {
  const { organization, environment } = useHere();
  const [label, setLabel] = useState("");
  const [chosen, choose] = useState(environment);
  return (
    <Making
      button="New organization key"
      title="New organization key"
      environment={chosen}
      query={{ environment: chosen }}
      engines={null}
      isReady={label.trim() !== ""}
      make={() =>
        answer(
          client.POST("/console/v1/o/{organization_id}/keys", {
            params: { path: { organization_id: organization } },
            body: { environment: chosen, label },
          }),
        )
      }
    >
      <EnvironmentChoice value={chosen} onChange={choose} />
      <TextInput
        label="Label"
        description="Whose it is and what for, such as: Website, quotes."
        value={label}
        maxLength={120}
        required
        onChange={(event) => setLabel(event.currentTarget.value)}
        data-autofocus
      />
    </Making>
  );
}

/** A scoped key: some capabilities, for some engines. Made by whoever runs the service. */
export function NewScopedKey(): ReactElement {
  const { organization, environment } = useHere();
  const available = useEngines().data ?? [];
  const [chosen, choose] = useState(environment);
  const [engines, setEngines] = useState<string[]>([]);
  const [capabilities, setCapabilities] = useState<Capability[]>([...usual]);
  const all = [...usual, ...others];
  return (
    <Making
      button="New key for a vendor"
      title="New key for a vendor"
      environment={chosen}
      query={{ environment: chosen, capabilities: capabilities.join(",") }}
      engines={engines}
      isReady={engines.length > 0 && capabilities.length > 0}
      make={() =>
        answer(
          client.POST("/console/v1/o/{organization_id}/scoped-keys", {
            params: { path: { organization_id: organization } },
            body: { environment: chosen, engines, capabilities },
          }),
        )
      }
    >
      <EnvironmentChoice value={chosen} onChange={choose} />
      <MultiSelect
        label="Engines"
        data={available.map(({ slug, label }) => ({ value: slug, label }))}
        value={engines}
        onChange={setEngines}
        data-autofocus
      />
      <MultiSelect
        label="What it may do"
        data={all.map((value) => ({ value, label: inWords(value.replaceAll(":", " ")) }))}
        value={capabilities}
        onChange={(value) => setCapabilities(all.filter((each) => value.includes(each)))}
      />
    </Making>
  );
}

function EnvironmentChoice({ value, onChange }: { readonly value: string; readonly onChange: (slug: string) => void }) {
  const { organization } = useHere();
  const environments = usePlace(organization).data?.environments ?? [];
  return (
    <Select
      label="Environment"
      data={environments.map(({ slug }) => slug)}
      value={value}
      onChange={(slug) => slug !== null && onChange(slug)}
      allowDeselect={false}
    />
  );
}

/** The dialog of a new key: what it will reach, then the key once, with a call that works. */
function Making({
  button,
  title,
  environment,
  query,
  engines,
  isReady = true,
  make,
  children,
}: {
  readonly button: string;
  readonly title: string;
  readonly environment: string;
  readonly query: { readonly environment: string; readonly capabilities?: string };
  readonly engines: readonly string[] | null;
  readonly isReady?: boolean;
  readonly make: () => Promise<{ api_key: string }>;
  readonly children: ReactNode;
}): ReactElement {
  const { organization } = useHere();
  const [isOpen, open] = useState(false);
  const [secret, setSecret] = useState<string>();
  const { run, error, isBusy } = useAct(async () => {
    const { api_key: made } = await make();
    open(false);
    setSecret(made);
    await queries.invalidateQueries({ queryKey: ["keys"] });
  });
  const reach = useQuery({
    queryKey: ["reach-before", organization, query],
    enabled: isOpen && isReady,
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/key-reach", {
          signal,
          params: { path: { organization_id: organization }, query },
        }),
      ),
  });
  const slug = engines?.[0] ?? "ENGINE";
  const call = `curl -X POST "$API_URL/api/v1/engines/${slug}/runs" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" -d @input.json`;
  return (
    <>
      <Button variant="default" onClick={() => open(true)}>
        {button}
      </Button>
      <Modal opened={isOpen} onClose={() => open(false)} title={title} size="lg">
        <ActForm onSubmit={run}>
          <Stack>
            {children}
            {reach.data ? <ReachOf reach={reach.data} engines={engines} /> : null}
            {error === undefined ? null : <Refusal error={error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy} disabled={!isReady}>
                Make the key
              </Button>
            </Group>
          </Stack>
        </ActForm>
      </Modal>
      <SecretOnce title={`The key for ${environment}`} secret={secret} onClose={() => setSecret(undefined)}>
        <Text size="sm" mb={4}>
          A first call, with the key as $KEY and the address of the API as $API_URL:
        </Text>
        <Group wrap="nowrap" gap="xs">
          <Code block style={{ flex: 1 }} tabIndex={0}>
            {call}
          </Code>
          <Copy value={call} what="call" />
        </Group>
      </SecretOnce>
    </>
  );
}
