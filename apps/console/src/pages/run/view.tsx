import { Alert, Button, Group, Modal, SegmentedControl, Stack, Tabs, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { answer, client } from "../../api.ts";
import { Author } from "../../parts/author.tsx";
import { Confirmed } from "../../parts/confirm.tsx";
import { saveFile } from "../../parts/csv.ts";
import { useEngines } from "../../parts/engines.ts";
import { Id } from "../../parts/copy.tsx";
import { visible } from "../../parts/format.ts";
import { History, useSeesChanges } from "../../parts/history.tsx";
import { Icon } from "../../parts/icons.tsx";
import { JsonTree } from "../../parts/json-tree.tsx";
import { useMe } from "../../parts/me.ts";
import { Page } from "../../parts/page.tsx";
import { useHere, useParam, useSearchState } from "../../parts/place.ts";
import { Loading, Refusal, Shown } from "../../parts/states.tsx";
import { Status } from "../../parts/status.tsx";
import { Time } from "../../parts/time.tsx";
import { queries } from "../../queries.ts";
import { Labelling, type PartOfOutput } from "../../results/label-this.tsx";
import { filtersOf, queryOf } from "../runs/filters.ts";
import { Correct } from "./correct.tsx";
import { RunInput } from "./run-input.tsx";
import { NewLabel, RunLabels } from "./run-labels.tsx";
import { Timeline } from "./timeline.tsx";
import { type Run, unfinished, useCorrected, useRun, useTimeline } from "./use-run.ts";

/** Six views that only this tab needs. */
const Result = lazy(async () => ({ default: (await import("../../results/result.tsx")).Result }));

/** One run: its result, why it is as it is, what was sent, and what people said of it. */
export function RunPage(): ReactElement {
  const { base, name, environment, can } = useHere();
  const seesChanges = useSeesChanges();
  const id = useParam("run");
  const [state, change] = useSearchState();
  const read = useRun(id);
  const run = read.data;
  const isFinished = run !== undefined && !unfinished.includes(run.status);
  const tab =
    state["tab"] ??
    (run && isFinished && run.status !== "failed" && run.status !== "cancelled" ? "result" : "timeline");
  const search = new URLSearchParams(filtersOf(state)).toString();
  const trail = [{ label: "Runs", to: `${base}/runs${search === "" ? "" : `?${search}`}` }];
  return (
    <Page
      title={run ? visible(titleOf(run)) : "Run"}
      where={name === undefined ? environment : `${name}, ${environment}`}
      trail={trail}
      actions={
        <>
          <Neighbours id={id} />
          {run && !isFinished && can("runs:write") ? <Cancel id={id} /> : null}
          {can("runs:write") ? (
            <Button variant="default" component={Link} to={`${base}/try?run=${id}`}>
              Run again
            </Button>
          ) : null}
          {run && isFinished && run.output !== undefined && can("service:manage") ? <Correct run={run} /> : null}
          <Button variant="default" leftSection={<Icon name="print" />} onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      <Shown read={read}>
        {(shown) => (
          <Stack>
            <Facts run={shown} isFinished={isFinished} />
            {can("runs:trace") ? <Cause id={id} isFinished={isFinished} /> : null}
            <Tabs value={tab} onChange={(value) => change({ tab: value ?? undefined })} keepMounted={false}>
              <Tabs.List className="no-print">
                <Tabs.Tab value="result">Result</Tabs.Tab>
                {can("runs:trace") ? <Tabs.Tab value="timeline">Timeline</Tabs.Tab> : null}
                {can("runs:trace") ? <Tabs.Tab value="input">Input</Tabs.Tab> : null}
                <Tabs.Tab value="labels">Labels and outcomes</Tabs.Tab>
                {isFinished ? <Tabs.Tab value="packet">Packet</Tabs.Tab> : null}
                {seesChanges ? <Tabs.Tab value="history">History</Tabs.Tab> : null}
                <Tabs.Tab value="json">JSON</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="result" pt="md">
                <ResultOf run={shown} isFinished={isFinished} />
              </Tabs.Panel>
              <Tabs.Panel value="timeline" pt="md">
                <Timeline id={id} isFinished={isFinished} />
              </Tabs.Panel>
              <Tabs.Panel value="input" pt="md">
                <RunInput run={shown} />
              </Tabs.Panel>
              <Tabs.Panel value="labels" pt="md">
                <RunLabels id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="packet" pt="md">
                <Packet id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="history" pt="md">
                <History kind="run" id={id} />
              </Tabs.Panel>
              <Tabs.Panel value="json" pt="md">
                <JsonTree value={shown} />
              </Tabs.Panel>
            </Tabs>
          </Stack>
        )}
      </Shown>
    </Page>
  );
}

/** The result as corrected, where it was, with a way to what was computed. */
function ResultOf({ run, isFinished }: { readonly run: Run; readonly isFinished: boolean }): ReactElement {
  const [state, change] = useSearchState();
  const read = useCorrected(run.run_id, isFinished);
  const last = read.data?.corrections.at(-1);
  const isSubmitted = state["result"] === "submitted";
  if (isFinished && read.isPending) return <Loading />;
  return (
    <Stack>
      {last === undefined ? null : (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />} title="This result was corrected">
          <Stack gap="xs" align="flex-start">
            <Text size="sm" component="div">
              By <Author id={last.created_by} />, <Time at={last.created_at} />
              {last.reason === "" ? "." : `: ${visible(last.reason)}`}
            </Text>
            <SegmentedControl
              className="no-print"
              aria-label="Which result"
              data={[
                { value: "corrected", label: "As corrected" },
                { value: "submitted", label: "As computed" },
              ]}
              value={isSubmitted ? "submitted" : "corrected"}
              onChange={(value) => change({ result: value === "submitted" ? value : undefined })}
            />
          </Stack>
        </Alert>
      )}
      {read.error === null ? null : <Refusal error={read.error} />}
      <Suspense fallback={<Loading />}>
        {/* A label is of what was computed: a correction may have other parts. */}
        <WithLabels run={run} isOff={last !== undefined && !isSubmitted}>
          <Result run={isSubmitted ? run : (read.data?.run ?? run)} />
        </WithLabels>
      </Suspense>
    </Stack>
  );
}

/** Lets the reader label the parts of the result within it. */
function WithLabels({
  run,
  isOff,
  children,
}: {
  readonly run: Run;
  readonly isOff: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const { can } = useHere();
  const [part, open] = useState<PartOfOutput>();
  return (
    <Labelling value={isOff || !can("runs:label") ? undefined : open}>
      {children}
      <Modal opened={part !== undefined} onClose={() => open(undefined)} title="Label this part" size="lg">
        <Stack>
          <Text size="sm" fw={600}>
            {visible(part?.of ?? "").slice(0, 300)}
          </Text>
          <NewLabel id={run.run_id} part={part} onDone={() => open(undefined)} />
        </Stack>
      </Modal>
    </Labelling>
  );
}

/** The document that explains the run to an auditor, as the service hashed it. */
function Packet({ id }: { readonly id: string }): ReactElement {
  const { path } = useHere();
  const read = useQuery({
    queryKey: ["packet", path, id],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/defensibility-packet", {
          signal,
          params: { path: { ...path, run_id: id } },
        }),
      ),
  });
  return (
    <Shown read={read}>
      {(packet) => (
        <Stack>
          <Group justify="space-between">
            <Text size="sm" c="dimmed" maw={720}>
              Everything that an auditor needs to follow the run: release, digests, data, rules that decided, evidence,
              and labels and outcomes. It is the same on every read while the run does not change.
            </Text>
            <Button
              variant="default"
              leftSection={<Icon name="download" size={14} />}
              onClick={() => saveFile(`packet-${id}.json`, JSON.stringify(packet, null, 2), "application/json")}
            >
              JSON
            </Button>
          </Group>
          <JsonTree value={packet} />
        </Stack>
      )}
    </Shown>
  );
}

function titleOf(run: Run): string {
  const label = run.output?.["subject"];
  const named = typeof label === "object" && label !== null && "label" in label ? label.label : undefined;
  return typeof named === "string" && named !== "" ? named.slice(0, 160) : `Run ${run.run_id.slice(0, 8)}`;
}

function Facts({ run, isFinished }: { readonly run: Run; readonly isFinished: boolean }): ReactElement {
  const { can } = useHere();
  return (
    <Group gap="md">
      <Status of={run.status} />
      {can("runs:trace") ? <EngineOf id={run.run_id} isFinished={isFinished} /> : null}
      <Text size="sm">{run.engine_version === undefined ? "Draft" : `Release ${run.engine_version}`}</Text>
      <Text size="sm" component="span">
        submitted <Time at={run.created_at} />
      </Text>
      <Id id={run.run_id} what="run id" />
    </Group>
  );
}

/** The engine that computed the run, by its name where the person may see engines. */
function EngineOf({ id, isFinished }: { readonly id: string; readonly isFinished: boolean }): ReactElement | null {
  const { base, can } = useHere();
  const slug = useTimeline(id, isFinished).data?.engine_slug;
  const engines = useEngines().data;
  if (slug === undefined) return null;
  const name = visible(engines?.find((engine) => engine.slug === slug)?.label ?? slug);
  return (
    <Text size="sm" component="span">
      {can("engines:manage") ? <Link to={`${base}/engines/${slug}`}>{name}</Link> : name}
    </Text>
  );
}

/** The sentence on top: why the run is as it is, and what to do. */
function Cause({ id, isFinished }: { readonly id: string; readonly isFinished: boolean }): ReactElement | null {
  const cause = useTimeline(id, isFinished).data?.cause;
  if (!cause || cause.code === "finished") return null;
  const isBad = ["failed", "timed_out", "heartbeat_lost", "no_worker", "missing_dataset", "bad_offerings"].includes(
    cause.code,
  );
  return (
    <Alert color={isBad ? "red" : "gray"} variant="light" title={visible(cause.sentence)}>
      {cause.next_step === null ? null : visible(cause.next_step)}
    </Alert>
  );
}

/** The runs before and after this one in the list that it was opened from; also by `[` and `]`. */
function Neighbours({ id }: { readonly id: string }): ReactElement {
  const { path, base } = useHere();
  const [state] = useSearchState();
  const navigate = useNavigate();
  const query = queryOf(state, Math.floor(Date.now() / 3_600_000) * 3_600_000);
  const { data } = useQuery({
    queryKey: ["neighbours", path, id, query],
    queryFn: ({ signal }) =>
      answer(
        client.GET("/console/v1/o/{organization_id}/e/{environment}/run-list/{run_id}/neighbours", {
          signal,
          params: { path: { ...path, run_id: id }, query },
        }),
      ),
    staleTime: 60_000,
  });
  const go = (to: string | null | undefined) => () => {
    if (to) void navigate({ to: `${base}/runs/${to}`, search: filtersOf(state) });
  };
  // Single keys can be switched off (WCAG 2.1.4).
  const hasKeys = useMe().data?.person.preferences.keys !== false;
  useHotkeys(
    hasKeys
      ? [
          ["[", go(data?.newer)],
          ["]", go(data?.older)],
        ]
      : [],
  );
  return (
    <Button.Group>
      <Button variant="default" disabled={!data?.newer} onClick={go(data?.newer)}>
        Newer
      </Button>
      <Button variant="default" disabled={!data?.older} onClick={go(data?.older)}>
        Older
      </Button>
    </Button.Group>
  );
}

function Cancel({ id }: { readonly id: string }): ReactElement {
  const { path } = useHere();
  return (
    <Confirmed
      label="Cancel the run"
      title="Cancel this run?"
      effect="It ends without a result. A webhook tells about it as about every end."
      color="red"
      act={async () => {
        await answer(
          client.POST("/console/v1/o/{organization_id}/e/{environment}/runs/{run_id}/cancel", {
            params: { path: { ...path, run_id: id } },
            body: {},
          }),
        );
        await queries.invalidateQueries({ queryKey: ["run"] });
      }}
    />
  );
}
