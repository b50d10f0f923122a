import { annotationLabels, engineTypeNames, JsonObject, JsonValue, limits, Run, runStatuses } from "@service/contract";
import { refuse } from "@service/contract/console";
import { attachCorrection, listCorrectionHeads, loadCorrections } from "@service/domain/corrections";
import { assertRunVisible } from "@service/domain/run-records";
import {
  countRuns,
  neighboursOfRun,
  type ListedRun,
  type RunFilters,
  readRunMarks,
  type RunMark,
  searchRuns,
} from "@service/domain/run-search";
import { presentRun, readRun, viewOfRun } from "@service/domain/runs";
import { readTimeline } from "@service/domain/run-timeline";
import { resolveRunView, type RunView, viewOfPerson } from "@service/domain/seats";
import { stream } from "@service/http";
import * as z from "zod";
import { type GrantedInPlace, route } from "../http/route.ts";
import { type CsvColumns, csvFile, csvOf } from "./csv.ts";
import { presentAs } from "./present-as.ts";
import { Id, Moment, PlaceParams } from "./shapes.ts";

const base = "/console/v1/o/{organization_id}/e/{environment}/run-list";
const reads = { scope: "environment", permission: "runs:read" } as const;
const status = z.enum(runStatuses);

const Filters = z.strictObject({
  /** Several, with commas. */
  status: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(status))
    .optional(),
  engine_id: Id.optional(),
  version: z.string().max(20).optional(),
  from: z.iso.datetime().optional(),
  before: z.iso.datetime().optional(),
  min_ms: z.coerce.number().min(0).optional(),
  subject: z.string().max(256).optional(),
  submitted_by: z.string().max(256).optional(),
  code: z.string().max(100).optional(),
  stage: z.string().max(100).optional(),
  label: z.enum(annotationLabels).optional(),
});

const Row = z.object({
  id: z.string(),
  engine_id: z.string(),
  engine_slug: z.string(),
  engine_name: z.string().nullable(),
  engine_type: z.enum(engineTypeNames),
  version: z.string().nullable(),
  status,
  created_at: Moment,
  started_at: Moment.nullable(),
  completed_at: Moment.nullable(),
  duration_ms: z.number().nullable(),
  subject_key: z.string().nullable(),
  acting_principal: z.string().nullable(),
  key_id: z.string(),
  code: z.string().nullable(),
  stage: z.string().nullable(),
  is_corrected: z.boolean(),
  labels: z.int(),
});

const search = route({
  id: "runList.search",
  method: "GET",
  path: base,
  summary: "Runs by filters, newest first, a page at a time",
  access: reads,
  params: PlaceParams,
  query: Filters.extend({
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
    direction: z.enum(["older", "newer"]).default("older"),
  }),
  responses: {
    200: z.object({ rows: z.array(Row), next: z.string().nullable(), searched_back_to: Moment.nullable() }),
  },
  errors: ["invalid_cursor"],
  async handle({ query, reply, ...granted }) {
    const { deps, principal } = granted;
    const filters = await filtersOf(query, granted);
    const { cursor, limit, direction } = query;
    const found = await searchRuns(deps, principal, { filters, limit, cursor, direction });
    const { rows, next, searchedBackTo } = found;
    return reply(200, {
      rows: rows.map((row) => presentAs(Row, row)),
      next,
      searched_back_to: searchedBackTo?.toISOString() ?? null,
    });
  },
});

const csvColumns: CsvColumns<ListedRun> = {
  run_id: ({ id }) => id,
  subject: ({ subjectKey }) => subjectKey,
  status: ({ status: now }) => now,
  engine: ({ engineSlug }) => engineSlug,
  release: ({ version }) => version,
  code: ({ code }) => code,
  stage: ({ stage }) => stage,
  submitted_by: ({ actingPrincipal, keyId }) => actingPrincipal ?? keyId,
  created_at: ({ createdAt }) => createdAt.toISOString(),
  completed_at: ({ completedAt }) => completedAt?.toISOString(),
  duration_ms: ({ durationMs }) => durationMs,
  corrected: ({ isCorrected }) => isCorrected,
  labels: ({ labels }) => labels,
};

const csv = route({
  id: "runList.csv",
  method: "GET",
  path: `${base}/csv`,
  summary: "The runs that pass the filters as CSV, at most 100,000",
  access: reads,
  params: PlaceParams,
  query: Filters,
  responses: { 200: csvFile },
  errors: [],
  async handle({ query, reply, ...granted }) {
    const filters = await filtersOf(query, granted);
    const file = csvOf("runs", csvColumns, (cursor?: string) =>
      searchRuns(granted.deps, granted.principal, { filters, limit: 100, cursor }),
    );
    return reply(200, file);
  },
});

const count = route({
  id: "runList.count",
  method: "GET",
  path: `${base}/count`,
  summary: "How many runs pass the filters, to 1,001; null where counting takes too long",
  access: reads,
  params: PlaceParams,
  query: Filters,
  responses: { 200: z.object({ runs: z.int().nullable() }) },
  errors: [],
  async handle({ query, reply, ...granted }) {
    const filters = await filtersOf(query, granted);
    return reply(200, { runs: await countRuns(granted.deps, granted.principal, filters) });
  },
});

const Window = z.strictObject({ window: z.enum(["24h", "7d"]).default("24h") });
const Overview = z.object({
  from: Moment,
  until: Moment,
  hours: z.array(z.object({ hour: Moment, status, runs: z.int() })),
  duration_p50_ms: z.number().nullable(),
  duration_p95_ms: z.number().nullable(),
  wait_p50_ms: z.number().nullable(),
  wait_p95_ms: z.number().nullable(),
  failures: z.array(z.object({ code: z.string().nullable(), stage: z.string().nullable(), runs: z.int() })),
});

const overview = route({
  id: "runList.overview",
  method: "GET",
  path: `${base}/overview`,
  summary: "Runs of an environment by hour, their times and failures; at most a minute old",
  access: { scope: "environment", permission: null },
  params: PlaceParams,
  query: Window,
  responses: { 200: Overview },
  errors: [],
  async handle({ query, reply, ...granted }) {
    const { deps, principal } = granted;
    return reply(200, presentAs(Overview, await deps.runOverviews(principal, query.window, await viewOf(granted))));
  },
});

const neighbours = route({
  id: "runList.neighbours",
  method: "GET",
  path: `${base}/{run_id}/neighbours`,
  summary: "The runs before and after one in a filtered list",
  access: reads,
  params: PlaceParams.extend({ run_id: Id }),
  query: Filters,
  responses: { 200: z.object({ newer: z.string().nullable(), older: z.string().nullable() }) },
  errors: ["run_not_found"],
  async handle({ query, params, reply, ...granted }) {
    const filters = await filtersOf(query, granted);
    const { deps, principal } = granted;
    await assertRunVisible(deps, params.run_id, filters.view);
    return reply(200, await neighboursOfRun(deps, principal, { runId: params.run_id, filters }));
  },
});

const entry = z.looseObject({ kind: z.string(), at: Moment, until: Moment.nullish() });
const Timeline = z.object({
  status,
  engine_slug: z.string(),
  cause: z.object({ code: z.string(), when: Moment, sentence: z.string(), next_step: z.string().nullable() }),
  entries: z.array(
    entry.transform((given) => ({
      kind: given.kind,
      at: given.at,
      until: given.until ?? null,
      /** What else the entry says, by name: worker, stage, outcome, url, reason. */
      facts: Object.fromEntries(
        Object.entries(given).flatMap(([name, value]): [string, string][] =>
          ["kind", "at", "until"].includes(name) || value === null || value === undefined
            ? []
            : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
        ),
      ),
    })),
  ),
  stages: z.array(z.object({ stage: z.string(), ms: z.number() })),
});
const ShownTimeline = z.object({
  ...Timeline.shape,
  entries: z.array(
    z.object({ kind: z.string(), at: Moment, until: Moment.nullable(), facts: z.record(z.string(), z.string()) }),
  ),
});

const timeline = route({
  id: "runList.timeline",
  method: "GET",
  path: `${base}/{run_id}/timeline`,
  summary: "What happened to a run, and in one sentence why it is as it is",
  access: { scope: "environment", permission: "runs:trace" },
  params: PlaceParams.extend({ run_id: Id }),
  responses: { 200: ShownTimeline },
  errors: ["run_not_found"],
  async handle({ params, reply, ...granted }) {
    const { deps, principal } = granted;
    await assertRunVisible(deps, params.run_id, await viewOf(granted));
    const { stages, ...rest } = await readTimeline(deps, principal, params.run_id);
    return reply(200, presentAs(Timeline, { ...rest, stages: stages.map(([stage, ms]) => ({ stage, ms })) }));
  },
});

const RunFrame = z.object({
  type: z.literal("run"),
  status,
  attempt: z.int(),
  stage: z.string().nullable(),
  cancel_requested_at: Moment.nullable(),
});

const watch = route({
  id: "runList.watch",
  method: "GET",
  path: `${base}/{run_id}/watch`,
  summary: "What changes of a run while it goes on, as events; the stream ends with the run",
  access: reads,
  params: PlaceParams.extend({ run_id: Id }),
  // A session that ended, or a right that was lost, ends the stream when it connects again.
  responses: { 200: stream(RunFrame, { retryMs: 2_000, longestMs: 60_000 }) },
  errors: ["run_not_found", "streams_exhausted"],
  async handle({ params, time, reply, ...granted }) {
    const { deps, principal } = granted;
    const runId = params.run_id.toLowerCase();
    await assertRunVisible(deps, runId, await viewOf(granted));
    // Not the run itself, whose result may have 8 MiB: a stream is admitted every minute.
    const mark = (await readRunMarks(deps, [runId])).get(runId);
    const isHere = mark?.organizationId === principal.organizationId && mark.environmentId === principal.environmentId;
    if (!isHere) throw refuse("run_not_found");
    return reply(200, framesOf(deps.watchRun(runId, time.signal)));
  },
});

async function* framesOf(marks: AsyncIterable<RunMark>) {
  for await (const mark of marks) yield { data: presentAs(RunFrame, { type: "run", ...mark }) };
}

const Correction = z.object({ seq: z.int(), reason: z.string(), created_by: z.string(), created_at: Moment });

const corrected = route({
  id: "runList.corrected",
  method: "GET",
  path: `${base}/{run_id}/corrected`,
  summary: "The corrections of a run, and the run with the result of the newest; null without one",
  access: reads,
  params: PlaceParams.extend({ run_id: Id }),
  responses: { 200: z.object({ run: Run.nullable(), corrections: z.array(Correction) }) },
  errors: ["run_not_found"],
  async handle({ params, reply, ...granted }) {
    const { deps, principal } = granted;
    const view = await viewOf(granted);
    await assertRunVisible(deps, params.run_id, view);
    const [row, corrections] = await Promise.all([
      readRun(deps, principal, params.run_id),
      listCorrectionHeads(deps, principal, params.run_id),
    ]);
    if (row === null) throw refuse("run_not_found");
    const newest = corrections.at(-1);
    if (newest === undefined) return reply(200, { run: null, corrections: [] });
    const result = (await loadCorrections(deps.db.pool, [newest.id])).get(newest.id);
    const run = { ...row, output: result?.output ?? row.output, solutions: result?.solutions ?? row.solutions };
    return reply(200, {
      run: presentRun(run, await viewOfRun(deps, view.policy, run)),
      corrections: corrections.map((each) => presentAs(Correction, each)),
    });
  },
});

const correct = route({
  id: "runList.correct",
  method: "POST",
  path: `${base}/{run_id}/corrections`,
  summary: "Attach a corrected result to a finished run, which stays as it is",
  access: { scope: "environment", permission: "service:manage", fresh: true },
  params: PlaceParams.extend({ run_id: Id }),
  body: {
    schema: z.strictObject({
      output: JsonObject,
      /** Left out: the corrected result has no solutions. */
      solutions: z.array(JsonValue).optional(),
      reason: z.string().trim().min(8).max(1_000),
    }),
    limitBytes: limits.runSubmissionBodyBytes,
  },
  responses: { 201: z.object({ correction_id: Id, seq: z.int(), is_announced: z.boolean() }) },
  errors: ["run_not_found", "run_not_finished", "invalid_input", "request_bound_exceeded"],
  async handle({ params, body, reply, ...granted }) {
    const { deps, principal } = granted;
    // A corrected result is contents, which an organization opens (CON-31).
    if (!principal.permissions.has("runs:read")) throw refuse("contents_closed");
    await assertRunVisible(deps, params.run_id, await viewOf(granted));
    const { correctionId, seq, isNewEvent } = await attachCorrection(deps, principal, principal, {
      runId: params.run_id,
      output: JSON.stringify(body.output),
      solutions: body.solutions === undefined ? undefined : JSON.stringify(body.solutions),
      reason: body.reason,
      createdBy: principal.id,
    });
    return reply(201, { correction_id: correctionId, seq, is_announced: isNewEvent });
  },
});

type InPlace = Pick<GrantedInPlace, "deps" | "principal" | "membership" | "person">;

/** Which runs the person may see. */
export async function viewOf({ deps, principal, membership, person }: InPlace): Promise<RunView> {
  const { caller, acting } = await viewOfPerson(deps, principal, { ...membership, email: person.email });
  return resolveRunView(deps, caller, acting);
}

async function filtersOf(
  query: z.output<typeof Filters>,
  granted: InPlace,
): Promise<RunFilters & { readonly view: RunView }> {
  return {
    statuses: query.status,
    engineId: query.engine_id,
    version: query.version,
    createdFrom: momentOf(query.from),
    createdBefore: momentOf(query.before),
    durationMinMs: query.min_ms,
    subjectKey: query.subject,
    submittedBy: query.submitted_by,
    code: query.code,
    stage: query.stage,
    label: query.label,
    view: await viewOf(granted),
  };
}

const momentOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

export const runListRoutes = [search, csv, count, overview, neighbours, timeline, watch, corrected, correct];
