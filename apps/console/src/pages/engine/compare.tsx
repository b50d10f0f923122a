import { Group, Select, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { answer, type BodyOf, client, type Schemas } from "../../api.ts";
import { number, visible } from "../../parts/format.ts";
import { jsonDiff } from "../../parts/json-diff.ts";
import { isJson, type Json } from "../../parts/json-text.ts";
import { useSearchState } from "../../parts/place.ts";
import { Empty, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Differences } from "./differences.tsx";
import { useEnginePath } from "./draft.ts";
import { GateReport, measure } from "./gate-report.tsx";
import { useRelease, useReleases } from "./releases.tsx";
import { SchemaChanges } from "./schema-changes.tsx";

/** What one release changed against another, or what the saved draft would change. */
export function Compare({ slug }: { readonly slug: string }): ReactElement {
  return (
    <Shown read={useReleases(slug)}>
      {(releases) =>
        releases.length === 0 ? (
          <Empty why="There is no release to compare with." />
        ) : (
          <Comparison slug={slug} versions={releases.map(({ version }) => version)} />
        )
      }
    </Shown>
  );
}

function Comparison({ slug, versions }: { readonly slug: string; readonly versions: readonly string[] }): ReactElement {
  const [state, change] = useSearchState();
  const [newest = "", before] = versions;
  const isVersion = (text: string | undefined): text is string => text !== undefined && versions.includes(text);
  const head = state["head"] === "draft" || isVersion(state["head"]) ? state["head"] : before ? newest : "draft";
  const base = isVersion(state["base"]) ? state["base"] : head === newest && before !== undefined ? before : newest;
  const names = versions.map((value) => ({ value, label: `Release ${value}` }));
  return (
    <Stack gap="lg">
      <Group align="flex-end">
        <Select
          label="From"
          data={names}
          value={base}
          allowDeselect={false}
          onChange={(value) => change({ base: value ?? undefined, head })}
          w={{ base: "100%", xs: 180 }}
        />
        <Select
          label="To"
          data={[{ value: "draft", label: "The saved draft" }, ...names]}
          value={head}
          allowDeselect={false}
          onChange={(value) => change({ head: value ?? undefined, base })}
          w={{ base: "100%", xs: 180 }}
        />
      </Group>
      {head === "draft" ? (
        <AgainstDraft slug={slug} base={base} isNewest={base === newest} />
      ) : (
        <OfReleases slug={slug} base={base} head={head} />
      )}
    </Stack>
  );
}

type Answer = BodyOf<"/console/v1/o/{organization_id}/e/{environment}/engine-list/{engine_slug}/comparison">;

function useComparison(slug: string, base: string, head: string) {
  const path = useEnginePath(slug);
  return useQuery({
    queryKey: ["engines", path, "comparison", base, head],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/engine-list/{engine_slug}/comparison", {
          signal,
          params: { path, query: { base, head } },
        }),
      ),
  });
}

function OfReleases({
  slug,
  base,
  head,
}: {
  readonly slug: string;
  readonly base: string;
  readonly head: string;
}): ReactElement {
  const [from, to] = [useRelease(slug, base), useRelease(slug, head)];
  const comparison = useComparison(slug, base, head);
  if (base === head) return <Empty why="Choose two different releases." />;
  return (
    <>
      <Shown read={comparison}>{(shown) => <Changes comparison={shown} base={base} head={head} />}</Shown>
      <Shown read={from}>{(was) => <Shown read={to}>{(is) => <Gates base={was} head={is} />}</Shown>}</Shown>
    </>
  );
}

function AgainstDraft({
  slug,
  base,
  isNewest,
}: {
  readonly slug: string;
  readonly base: string;
  readonly isNewest: boolean;
}): ReactElement {
  const path = useEnginePath(slug);
  const [release, comparison] = [useRelease(slug, base), useComparison(slug, base, "draft")];
  const judged = useQuery({
    queryKey: ["engines", path, "judged"],
    queryFn: ({ signal }) =>
      answer(
        client.POST("/console/v1/o/{organization_id}/e/{environment}/engines/{engine_slug}/config/validate", {
          signal,
          params: { path },
          body: {},
        }),
      ),
    refetchOnWindowFocus: false,
    retry: false,
  });
  return (
    <>
      <Shown read={comparison}>
        {(shown) => <Changes comparison={shown} base={base} head={isNewest ? shown.computed_version : "the draft"} />}
      </Shown>
      {judged.isPending ? (
        <Text size="sm" role="status">
          A worker runs the gate on the saved draft. That takes some seconds.
        </Text>
      ) : null}
      <Shown read={judged} rows={2}>
        {({ gate, issues }) =>
          gate === null ? (
            <Text size="sm">
              {issues.length > 0 ? "The draft is not valid: check it to see why." : "No gate judged the draft."}
            </Text>
          ) : release.data ? (
            <Gates base={release.data} head={{ version: "the draft", gate }} />
          ) : null
        }
      </Shown>
    </>
  );
}

/** What callers must follow, and the members of the configuration that differ. */
function Changes({
  comparison,
  base,
  head,
}: {
  readonly comparison: Answer;
  readonly base: string;
  readonly head: string;
}): ReactElement {
  const { schema_changes: changes, computed_version: version } = comparison;
  if (jsonDiff(comparison.base_config, comparison.head_config).length === 0)
    return <Text size="sm">Nothing differs from {base}: publishing it would make no new release.</Text>;
  return (
    <>
      <section>
        <Title order={2} mb="xs">
          What callers send and read
        </Title>
        {version === head ? null : (
          <Text size="sm" c="dimmed">
            Releases lie between these two: right after {base}, these changes alone would make {version}.
          </Text>
        )}
        <SchemaChanges version={version} changes={changes} />
      </section>
      <Configuration base={base} head={head} before={comparison.base_config} after={comparison.head_config} />
    </>
  );
}

const marks = { added: "new", removed: "gone", changed: "changed" } as const;

function Configuration({
  base,
  head,
  before,
  after,
}: {
  readonly base: string;
  readonly head: string;
  readonly before: Json;
  readonly after: Json;
}): ReactElement {
  const changes = jsonDiff(before, after);
  return (
    <section>
      <Title order={2} mb="xs">
        Configuration
      </Title>
      <Differences
        caption="Members of the configuration that differ"
        titles={[base, head]}
        rows={changes.map(({ pointer, kind, before: was, after: is }) => ({
          pointer,
          values: [was, is],
          mark: marks[kind],
        }))}
      />
    </section>
  );
}

type Judged = Pick<Schemas["ReleaseDetail"], "version" | "gate">;

/** Both reports, and the cases and measures that went another way. */
function Gates({ base, head }: { readonly base: Judged; readonly head: Judged }): ReactElement {
  const [was, is] = [casesOf(base.gate), casesOf(head.gate)];
  const keys = [...new Set([...was.keys(), ...is.keys()])];
  const rows = keys.flatMap((key) => {
    const verdict = verdictOf(was.get(key), is.get(key));
    return verdict === "same" ? [] : [{ key, verdict }];
  });
  const [measured, measures] = [metricsOf(base.gate), metricsOf(head.gate)];
  return (
    <section>
      <Title order={2} mb="xs">
        Gate
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
        {[base, head].map(({ version, gate }) => (
          <div key={version}>
            <Title order={3} fz="sm" mb={4}>
              {version}
            </Title>
            <GateReport report={gate} />
          </div>
        ))}
      </SimpleGrid>
      <Text size="sm" mb="xs">
        {number(keys.length - rows.length)} of {number(keys.length)} cases end as before.
      </Text>
      {rows.length === 0 ? null : (
        <Table aria-label="Cases that end otherwise">
          <Table.Tbody>
            {rows.map(({ key, verdict }) => (
              <Table.Tr key={key}>
                <Table.Th scope="row" fw={400} ff="monospace" fz="xs">
                  {visible(key)}
                </Table.Th>
                <Table.Td>
                  <Status of={looks[verdict][0]} label={looks[verdict][1]} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {measured.size + measures.size === 0 ? null : (
        <Table aria-label="Measures of labelled sets">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Measure</Table.Th>
              <Table.Th ta="right">{base.version}</Table.Th>
              <Table.Th ta="right">{head.version}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...new Set([...measured.keys(), ...measures.keys()])].map((name) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400}>
                  {visible(name)}
                </Table.Th>
                <Table.Td ta="right">{measure(name, measured.get(name)) || "no data"}</Table.Td>
                <Table.Td ta="right">{measure(name, measures.get(name)) || "no data"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  );
}

const looks = {
  fixed: ["passed", "Fixed"],
  broken: ["failed", "Broken"],
  new: ["queued", "New"],
  gone: ["archived", "Gone"],
} as const;

function verdictOf(was: boolean | undefined, is: boolean | undefined): keyof typeof looks | "same" {
  if (was === is) return "same";
  if (was === undefined) return is === false ? "broken" : "new";
  if (is === undefined) return "gone";
  return is ? "fixed" : "broken";
}

/** Whether each case of a report passed. */
function casesOf(report: Json): ReadonlyMap<string, boolean> {
  const cases: unknown = report["cases"];
  if (!Array.isArray(cases)) return new Map();
  return new Map(
    cases.flatMap((each: unknown): [string, boolean][] =>
      isJson(each) && typeof each["case_key"] === "string" ? [[each["case_key"], each["passed"] === true]] : [],
    ),
  );
}

function metricsOf(report: Json): ReadonlyMap<string, unknown> {
  const metrics = report["metrics"];
  return new Map(isJson(metrics) ? Object.entries(metrics) : []);
}
