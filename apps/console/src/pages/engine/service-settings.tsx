import { Button, Group, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactElement } from "react";
import { answer, type BodyOf, client, type Schemas } from "../../api.ts";
import { Confirmed, useAct } from "../../parts/confirm.tsx";
import { ActForm } from "../../parts/act-form.tsx";
import { inWords, moment, visible } from "../../parts/format.ts";
import { Issues, issuesIn } from "../../parts/issues.tsx";
import { JsonEditor } from "../../parts/json-editor.tsx";
import { parseObject, written } from "../../parts/json-text.ts";
import { SecretOnce } from "../../parts/secret.tsx";
import { Refusal, Shown } from "../../parts/states.tsx";
import { queries } from "../../queries.ts";
import { type EnginePath, useEnginePath } from "./draft.ts";
import { useReleases } from "./releases.tsx";

const place = "/console/v1/o/{organization_id}/e/{environment}/engine-list/{engine_slug}";
const route = `${place}/settings` as const;
type Settings = BodyOf<typeof route>;
type Engine = Schemas["EngineMetadata"];

const policies = ["latest_allowed", "exact_required"] as const;
/** What an engine of a type can be designated for. */
const purposes: Partial<Readonly<Record<Engine["engine_type"], "risk" | "program" | "opportunity">>> = {
  entity_analysis: "risk",
  matching: "program",
  opportunity: "opportunity",
};

/** Settings of an engine that whoever runs the service changes. */
export function ServiceSettings({ engine }: { readonly engine: Engine }): ReactElement {
  const path = useEnginePath(engine.slug);
  const read = useQuery({
    queryKey: ["engine-settings", path],
    queryFn: ({ signal }) => answer(client.GET(route, { signal, params: { path } })),
    // A gate that is being edited must not change under the hands.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <Shown read={read}>
      {(settings) => (
        <Stack gap="xl">
          <Releases engine={engine} settings={settings} />
          <Gate key={written(settings.gate)} engine={engine} gate={settings.gate} />
          <StampSecret engine={engine} />
        </Stack>
      )}
    </Shown>
  );
}

interface Change {
  readonly pin_policy?: (typeof policies)[number];
  readonly withdraw?: string;
  readonly designate?: "risk" | "program" | "opportunity" | "none";
  readonly gate?: Record<string, unknown>;
}

async function patch(path: EnginePath, body: Change): Promise<void> {
  await answer(client.PATCH(route, { params: { path }, body }));
  for (const kind of ["engine-settings", "releases", "engines"]) await queries.invalidateQueries({ queryKey: [kind] });
}

function Releases({ engine, settings }: { readonly engine: Engine; readonly settings: Settings }): ReactElement {
  const path = useEnginePath(engine.slug);
  const releases = useReleases(engine.slug).data ?? [];
  const served = releases.filter(({ servable }) => servable).map(({ version }) => version);
  const [withdrawn, choose] = useState<string | null>(null);
  const { run, error } = useAct((change: Change) => patch(path, change));
  const purpose = purposes[engine.engine_type];
  const isDesignated = settings.designated_for.length > 0;
  return (
    <Stack>
      <Title order={2}>Releases that callers get</Title>
      <Group align="flex-end">
        <Select
          label="Callers who name no release"
          data={policies.map((value) => ({
            value,
            label: value === "latest_allowed" ? "Get the newest" : "Are refused",
          }))}
          value={settings.pin_policy}
          allowDeselect={false}
          onChange={(value) => {
            const policy = policies.find((each) => each === value);
            if (policy) void run({ pin_policy: policy });
          }}
        />
        <Select
          label="Release to withdraw"
          placeholder={served.length === 0 ? "None is served" : "Choose"}
          data={served}
          value={withdrawn}
          onChange={choose}
          clearable
          clearButtonProps={{ "aria-label": "Clear the release" }}
        />
        <Confirmed
          label="Withdraw"
          title={`Withdraw release ${withdrawn ?? ""}?`}
          effect="It serves no more runs, for good. Callers who name it are refused; runs that it has served stay."
          name={withdrawn ?? undefined}
          color="red"
          disabled={withdrawn === null}
          act={async () => {
            await patch(path, { withdraw: withdrawn ?? "" });
            choose(null);
          }}
        />
      </Group>
      {settings.withdrawn_versions.length === 0 ? null : (
        <Text size="sm" c="dimmed">
          Withdrawn: {settings.withdrawn_versions.join(", ")}.
        </Text>
      )}
      {error === undefined ? null : <Refusal error={error} />}
      {purpose === undefined ? null : (
        <Group>
          <Text size="sm">
            {isDesignated
              ? `Runs over the book use this engine: ${settings.designated_for.map(inWords).join(", ").toLowerCase()}.`
              : "Runs over the book use another engine, or none."}
          </Text>
          <Confirmed
            label={isDesignated ? "End that" : "Use it for the book"}
            title={isDesignated ? "Use no engine for runs over the book?" : "Use this engine for runs over the book?"}
            effect={
              isDesignated
                ? "Such runs are refused until another engine is chosen."
                : `It takes the place of the engine that is used for ${inWords(purpose).toLowerCase()} runs now.`
            }
            act={() => patch(path, { designate: isDesignated ? "none" : purpose })}
          />
        </Group>
      )}
    </Stack>
  );
}

function Gate({ engine, gate }: { readonly engine: Engine; readonly gate: Settings["gate"] }): ReactElement {
  const path = useEnginePath(engine.slug);
  const [text, setText] = useState(() => written(gate ?? {}));
  const { run, error, isBusy } = useAct(() => patch(path, { gate: { ...parseObject(text) } }));
  const issues = issuesIn(error);
  return (
    <ActForm onSubmit={run}>
      <Stack>
        <Title order={2}>Gate of the service</Title>
        <Text size="sm" c="dimmed">
          Cases and settings that every release must pass, written like evaluation in a draft. What stands here wins
          over the draft.{gate === null ? " None is set." : ""}
        </Text>
        {issues.length > 0 ? <Issues issues={issues} /> : null}
        <JsonEditor label="Evaluation" text={text} onChange={setText} rows={12} />
        {error === undefined || issues.length > 0 ? null : <Refusal error={error} />}
        <Group>
          <Button type="submit" variant="default" loading={isBusy}>
            Save the gate
          </Button>
        </Group>
      </Stack>
    </ActForm>
  );
}

function StampSecret({ engine }: { readonly engine: Engine }): ReactElement {
  const path = useEnginePath(engine.slug);
  const [source, setSource] = useState("");
  const [made, setMade] = useState<{ secret: string; until: string | null; listed: readonly string[] }>();
  const { run, error, isBusy } = useAct(async () => {
    const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) =>
      byte.toString(16).padStart(2, "0"),
    ).join("");
    const set = await answer(
      client.POST(`${place}/stamp-secrets`, { params: { path }, body: { source_key: source, secret } }),
    );
    setMade({ secret, until: set.previous_accepted_until, listed: set.listed_sources });
  });
  return (
    <ActForm onSubmit={run}>
      <Stack>
        <Title order={2}>Stamps of submission sources</Title>
        <Text size="sm" c="dimmed">
          A source signs its submissions with a secret. A new one is made here; the one before is accepted for a day.
        </Text>
        <Group align="flex-end">
          <TextInput
            label="Key of the source"
            value={source}
            onChange={(event) => setSource(event.currentTarget.value)}
            required
          />
          <Button type="submit" variant="default" loading={isBusy}>
            Make a secret
          </Button>
        </Group>
        {error === undefined ? null : <Refusal error={error} />}
      </Stack>
      <SecretOnce title="Secret of the source" secret={made?.secret} onClose={() => setMade(undefined)}>
        {typeof made?.until === "string" ? `The one before is accepted until ${moment(made.until)}. ` : ""}
        {made === undefined || made.listed.includes(source)
          ? ""
          : `The draft lists no submission source ${visible(source)}: the secret has no effect until it does.`}
      </SecretOnce>
    </ActForm>
  );
}
