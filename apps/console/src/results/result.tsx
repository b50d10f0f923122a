import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Run } from "../pages/run/use-run.ts";
import { inWords, number, visible, zoneName } from "../parts/format.ts";
import { Icon } from "../parts/icons.tsx";
import { JsonTree } from "../parts/json-tree.tsx";
import { usePrintFooter } from "../parts/print-footer.ts";
import { Empty } from "../parts/states.tsx";
import { Words } from "../parts/words.tsx";
import { OtherShape, ResultBoundary } from "./boundary.tsx";
import { comparisonView } from "./comparison/view.tsx";
import { diligenceView } from "./diligence.tsx";
import { entityView } from "./entity-analysis/view.tsx";
import { EvidenceDrawer, EvidenceTable } from "./evidence.tsx";
import { Findings } from "./findings.tsx";
import { matchingView } from "./matching.tsx";
import { Narrative } from "./narrative.tsx";
import { opportunityView } from "./opportunity.tsx";
import { Origin } from "./origin.tsx";
import { Section } from "./section.tsx";
import { isOutputOf, isRecord, unknownMembers, withoutHoles, withoutWithheld } from "./shape.ts";
import { triageView } from "./triage.tsx";
import type { Common, EngineType, View } from "./types.ts";
import { list, say } from "./values.ts";
import { WorkItems } from "./work-items.tsx";

/** The result of a run, one view for each engine type. */
export function Result({ run }: { readonly run: Run }): ReactElement {
  if (run.output === undefined) return <Empty why="There is no result: see the timeline for why." />;
  const withheld = run.field_policy?.redacted ?? [];
  if (withheld.includes("") || withheld.includes("/output"))
    return <Empty why="Your field policy withholds this whole result. An admin of the organization can change it." />;
  const pointers = new Set(withheld);
  const { output, names } = withoutHoles(withoutWithheld(run.output, "/output", pointers), pointers);
  const solutions = list(run.solutions).map((each, at) => withoutWithheld(each, `/solutions/${at}`, pointers));
  return (
    <ResultBoundary value={run.output} key={run.run_id}>
      <ByType run={run} output={output} solutions={solutions} withheld={{ count: withheld.length, names }} />
    </ResultBoundary>
  );
}

/** How much a field policy hides, and which members of the output whole. */
interface Withheld {
  readonly count: number;
  readonly names: readonly string[];
}

interface Parts {
  readonly run: Run;
  readonly output: unknown;
  readonly solutions: readonly unknown[];
  readonly withheld: Withheld;
}

function ByType({ run, output, solutions, withheld }: Parts): ReactElement {
  const rest = { run, withheld };
  if (isOutputOf("comparison", output))
    return <Framed {...rest} type="comparison" output={output} view={comparisonView(output, solutions)} />;
  if (isOutputOf("matching", output))
    return <Framed {...rest} type="matching" output={output} view={matchingView(output, solutions)} />;
  if (isOutputOf("entity_analysis", output))
    return <Framed {...rest} type="entity_analysis" output={output} view={entityView(output)} />;
  if (isOutputOf("diligence", output))
    return <Framed {...rest} type="diligence" output={output} view={diligenceView(output)} />;
  if (isOutputOf("triage", output)) return <Framed {...rest} type="triage" output={output} view={triageView(output)} />;
  if (isOutputOf("opportunity", output))
    return <Framed {...rest} type="opportunity" output={output} view={opportunityView(output)} />;
  return <OtherShape value={output} />;
}

/** What all results have: headline, marks, findings, work items, evidence, where it came from. */
function Framed({
  run,
  type,
  output,
  view,
  withheld,
}: {
  readonly run: Run;
  readonly type: EngineType;
  readonly output: Common;
  readonly view: View;
  readonly withheld: Withheld;
}): ReactElement {
  const more = unknownMembers(type, output);
  usePrintFooter(footerOf(run));
  return (
    <EvidenceDrawer evidence={[...list(view.evidence), ...list(output.evidence)]}>
      <Stack gap="xl" className="result">
        <Stack gap="xs">
          <Title order={2} fz={24} lh={1.3} maw={960}>
            <Words text={say(output.headline)} />
          </Title>
          <Narrative narrative={output.narrative} headline={output.headline} />
          <Marks run={run} withheld={withheld} />
        </Stack>
        <div className="result-top">
          <Guarded value={output}>{view.lead}</Guarded>
          {output.findings === undefined ? view.side : <Findings findings={list(output.findings)} />}
        </div>
        <Guarded value={output}>{view.body}</Guarded>
        <WorkItems items={list(run.work_items)} />
        <EvidenceTable evidence={list(output.evidence)} />
        <Origin output={output} run={run} />
        {Object.keys(more).length === 0 ? null : (
          <Section title="More">
            <JsonTree value={more} />
          </Section>
        )}
      </Stack>
    </EvidenceDrawer>
  );
}

function Guarded({ value, children }: { readonly value: unknown; readonly children: ReactNode }): ReactElement {
  return (
    <ResultBoundary value={value}>
      <Stack gap="xl">{children}</Stack>
    </ResultBoundary>
  );
}

/** What a reader must know before they trust the numbers. */
function Marks({ run, withheld }: { readonly run: Run; readonly withheld: Withheld }): ReactElement | null {
  return (
    <Stack gap={4}>
      {run.stale ? (
        <Mark title="Stale.">
          The records of this client changed after the run. Run it again for their present state.
        </Mark>
      ) : null}
      {isRecord(run.output) && run.output["trimmed"] === true ? (
        <Mark title="Summary.">
          This page has the operator summary; a webhook in full mode carries the whole output, with the rejected
          offerings and the evidence.
        </Mark>
      ) : null}
      {withheld.count > 0 ? (
        <Mark title="Withheld.">
          Your field policy hides {withheld.count === 1 ? "one value" : `${number(withheld.count)} values`} of this run
          {withheld.names.length === 0 ? "" : `, and all of: ${withheld.names.map(inWords).join(", ").toLowerCase()}`}.
        </Mark>
      ) : null}
      {list(run.erased_parts).length > 0 ? (
        <Mark title="Erased.">Parts of this run named a client who was erased since, and are blank.</Mark>
      ) : null}
      {list(run.warnings).map(({ code, message, stage }) => (
        <Mark key={`${code} ${stage} ${message}`} title={`${inWords(code)}.`}>
          {visible(message)}
        </Mark>
      ))}
    </Stack>
  );
}

function Mark({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" c="dimmed">
      <span style={{ flex: "none" }}>
        <Icon name="warning" size={16} />
      </span>
      <Text size="sm" c="dimmed">
        <b>{title}</b> {children}
      </Text>
    </Group>
  );
}

/** What stands below every printed page. */
function footerOf(run: Run): string {
  const hash = run.engine_config_version_hash;
  const release = `release ${run.engine_version ?? "draft"}`;
  return [
    `Run ${run.run_id}`,
    release,
    ...(hash === undefined ? [] : [hash.slice(0, 16)]),
    `times in ${zoneName()}`,
  ].join(" · ");
}
