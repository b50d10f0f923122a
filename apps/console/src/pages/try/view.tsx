import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState, type ReactElement } from "react";
import { answer, client } from "../../api.ts";
import { useAct } from "../../parts/confirm.tsx";
import { useEngines } from "../../parts/engines.ts";
import { inWords, visible } from "../../parts/format.ts";
import { issuesIn } from "../../parts/issues.tsx";
import { JsonEditor } from "../../parts/json-editor.tsx";
import { isJson, parseObject, written } from "../../parts/json-text.ts";
import { usePlace } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useSearchState } from "../../parts/place.ts";
import { sampleOf } from "../../parts/schema-sample.ts";
import { Empty, Refusal, Shown } from "../../parts/states.tsx";
import { FromDocuments } from "./from-documents.tsx";
import { useRelease, useReleases } from "../engine/releases.tsx";

const scenarios = ["completed", "degraded", "failed"] as const;
const place = "/console/v1/o/{organization_id}/e/{environment}";

/** Submits a run: a first one with a sample, or a stored one again with its input. */
export function Try(): ReactElement {
  const { base, name, environment } = useHere();
  const [state] = useSearchState();
  const again = useRunAgain(state["run"]);
  const engines = useEngines();
  return (
    <Page
      title={state["run"] === undefined ? "Try an engine" : "Run again"}
      where={name === undefined ? environment : `${name}, ${environment}`}
      trail={state["run"] === undefined ? [] : [{ label: "The run", to: `${base}/runs/${state["run"]}` }]}
    >
      <Shown read={engines}>
        {(all) => {
          const active = all.filter(({ status }) => status === "active");
          if (active.length === 0)
            return (
              <Empty why="No engine takes runs here.">
                <Button component={Link} to={`${base}/engines`}>
                  To the engines
                </Button>
              </Empty>
            );
          if (state["run"] === undefined) return <Form engines={active} />;
          return <Shown read={again}>{(run) => <Form key={run.id} engines={active} again={run} />}</Shown>;
        }}
      </Shown>
    </Page>
  );
}

interface Again {
  readonly id: string;
  readonly engine: string;
  readonly version: string | undefined;
  readonly input: unknown;
}

/** The run that is to be run again: its input, and which engine took it. */
function useRunAgain(id: string | undefined) {
  const { path } = useHere();
  return useQuery({
    queryKey: ["run-again", path, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<Again> => {
      const params = { path: { ...path, run_id: id ?? "" } };
      const [run, timeline] = await Promise.all([
        answer(client.GET(`${place}/runs/{run_id}`, { signal, params })),
        answer(client.GET(`${place}/run-list/{run_id}/timeline`, { signal, params })),
      ]);
      return { id: run.run_id, engine: timeline.engine_slug, version: run.engine_version, input: run.input };
    },
    // What is edited must not change under the hands.
    staleTime: Infinity,
  });
}

function Form({
  engines,
  again,
}: {
  readonly engines: NonNullable<ReturnType<typeof useEngines>["data"]>;
  readonly again?: Again;
}): ReactElement {
  const { organization, environment, path } = useHere();
  const [state, change] = useSearchState();
  const environments = usePlace(organization).data?.environments ?? [];
  const sandbox = environments.find(({ kind }) => kind === "sandbox")?.slug;
  const isHere = (each: string | undefined): boolean => engines.some((engine) => engine.slug === each);
  const slug = [state["engine"], again?.engine].find(isHere) ?? engines[0]?.slug ?? "";
  const isComparison = engines.some((engine) => engine.slug === slug && engine.engine_type === "comparison");
  const releases = useReleases(slug).data;
  const version = state["version"] ?? again?.version ?? releases?.find(({ servable }) => servable)?.version ?? "draft";
  // A stored run goes to a sandbox first: what it does to customers' systems is done already. A draft runs there alone.
  const isDraft = version === "draft";
  const to = state["to"] ?? (again || isDraft ? (sandbox ?? environment) : environment);
  const isSandbox = environments.find((each) => each.slug === to)?.kind === "sandbox";
  const isRefused = isDraft && !isSandbox;
  const scenario = isSandbox ? scenarios.find((each) => each === state["scenario"]) : undefined;
  const { text, setText, samples, takesDocuments } = useInput(slug, version, again);
  const key = useRef(crypto.randomUUID());
  const navigate = useNavigate();
  const submit = useAct(async () => {
    const input = parseObject(text);
    const run = await answer(
      client.POST(`${place}/engines/{engine_slug}/runs`, {
        params: {
          path: { ...path, environment: to, engine_slug: slug },
          // The second press of one submission makes no second run.
          header: { "idempotency-key": key.current },
        },
        body: { input, engine_version: version, ...(scenario && { test_scenario: scenario }) },
      }),
    );
    key.current = crypto.randomUUID();
    await navigate({ to: `/o/${organization}/e/${to}/runs/${run.run_id}` });
  });
  const edit = (next: string): void => {
    key.current = crypto.randomUUID();
    setText(next);
  };
  return (
    <Stack>
      <Group align="flex-end" gap="sm">
        <Select
          label="Engine"
          data={engines.map((engine) => ({ value: engine.slug, label: visible(engine.label) }))}
          value={slug}
          allowDeselect={false}
          searchable
          onChange={(value) => change({ engine: value ?? undefined, version: undefined })}
          w={{ base: "100%", xs: 240 }}
        />
        <Select
          label="Release"
          data={[
            ...(releases ?? [])
              .filter(({ servable }) => servable)
              .map((each) => ({ value: each.version, label: each.version })),
            { value: "draft", label: "The saved draft" },
          ]}
          value={version}
          allowDeselect={false}
          onChange={(value) => change({ version: value ?? undefined })}
          w={{ base: "100%", xs: 160 }}
        />
        <Select
          label="Environment"
          data={environments.map((each) => ({ value: each.slug, label: each.slug }))}
          value={to}
          allowDeselect={false}
          onChange={(value) => change({ to: value ?? undefined })}
          w={{ base: "100%", xs: 160 }}
        />
        {isSandbox ? (
          <Select
            label="Test scenario"
            placeholder="Compute it"
            data={scenarios.map((value) => ({ value, label: inWords(value) }))}
            value={scenario ?? null}
            onChange={(value) => change({ scenario: value ?? undefined })}
            clearable
            clearButtonProps={{ "aria-label": "Clear the test scenario" }}
            w={{ base: "100%", xs: 170 }}
          />
        ) : null}
      </Group>
      {isRefused ? (
        <Text size="sm" role="note">
          The saved draft runs in a sandbox only.{" "}
          {sandbox === undefined ? (
            <Link to={`/o/${organization}/e/${environment}/settings`}>Make one in Settings.</Link>
          ) : null}
        </Text>
      ) : null}
      {isSandbox || isRefused ? null : (
        <Text size="sm" role="note">
          This is a run of {to}: it counts, and its events go to the endpoints there.
        </Text>
      )}
      {isComparison && takesDocuments ? <FromDocuments key={slug} onInput={(input) => edit(written(input))} /> : null}
      {samples.length === 0 ? null : (
        <Group gap="xs">
          {samples.map(({ label, value }) => (
            <Button key={label} variant="default" size="compact-sm" onClick={() => edit(written(value))}>
              {label}
            </Button>
          ))}
        </Group>
      )}
      <JsonEditor rows={18} label="Input, as JSON" text={text} onChange={edit} issues={issuesIn(submit.error)} />
      {submit.error === undefined ? null : <Refusal error={submit.error} />}
      <Group>
        <Button onClick={() => void submit.run()} loading={submit.isBusy} disabled={text.trim() === "" || isRefused}>
          {again ? "Run again" : "Submit"}
        </Button>
      </Group>
    </Stack>
  );
}

/** The text of the input: what is typed, else the first sample that is there. */
function useInput(slug: string, version: string, again: Again | undefined) {
  const releases = useReleases(slug).data;
  const release = useRelease(slug, version === "draft" ? releases?.[0]?.version : version).data;
  const newest = useNewestInput(again ? "" : slug).data;
  const [typed, setText] = useState<string>();
  useEffect(() => setText(undefined), [slug]);
  const schema = release ? inputOf(sampleOf(release.request_schema)) : undefined;
  const samples = [
    { label: "Input of the run", value: again?.engine === slug ? again.input : undefined },
    { label: "Input of the newest run", value: newest },
    { label: "What the release needs at least", value: schema },
  ].filter(({ value }) => isJson(value) && Object.keys(value).length > 0);
  const [first] = samples;
  const takesDocuments = release !== undefined && JSON.stringify(release.request_schema).includes('"documents"');
  return { text: typed ?? (first ? written(first.value) : "{}"), setText, samples, takesDocuments };
}

function inputOf(body: unknown): unknown {
  return isJson(body) ? body["input"] : undefined;
}

/** The input of the engine's newest run in this environment, where the person may see it. */
function useNewestInput(slug: string) {
  const { path } = useHere();
  const id = useEngines().data?.find((engine) => engine.slug === slug)?.id;
  return useQuery({
    queryKey: ["newest-input", path, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<unknown> => {
      const query = { engine_id: id ?? "", limit: 1 };
      const { rows } = await answer(client.GET(`${place}/run-list`, { signal, params: { path, query } }));
      const [newest] = rows;
      if (newest === undefined) return null;
      const params = { path: { ...path, run_id: newest.id } };
      return (await answer(client.GET(`${place}/runs/{run_id}`, { signal, params }))).input;
    },
    staleTime: Infinity,
    retry: false,
  });
}
