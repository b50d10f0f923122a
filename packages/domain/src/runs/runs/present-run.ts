import type { CancelledRun, LatestBatch, Run, RunErrorDetails, RunStatusFields, ThinRun } from "@service/contract";
import { withholdValues, type RunParts } from "@service/privacy";
import { findEngineType } from "@service/engine-types";
import { isJsonArray, isJsonObject, parseJson, type JsonObject, parseJsonObject } from "@service/json";
import type * as z from "zod";
import { headsOf, type RecordsHead } from "../../book/run-records/index.ts";
import type { LatestRun } from "./latest-runs.ts";
import type { RunReadRow, RunStatusRow } from "./run.ts";
import type { ViewOfRun } from "./view-of-run.ts";

type LatestRunSummary = NonNullable<z.input<typeof LatestBatch>["results"][number]["run"]>;
type StatusFields = z.input<typeof RunStatusFields>;

/**
 * The status fields of a run, absent ones left out (RUN-80). Shared by reads, cancels and webhook payloads, so that
 * they cannot disagree. Output and solutions are the stored ones, untrimmed.
 */
export function presentRunStatus(row: RunStatusRow): StatusFields {
  return {
    ...presentWithoutResult(row),
    ...(row.output === null ? {} : { output: parseJsonObject(row.output) }),
    ...(row.solutions === null ? {} : { solutions: readObjects(row.solutions) }),
  };
}

/**
 * The answer to cancelling a run: status fields and stored output, without `solutions` (RUN-99). For readers whose field
 * policy hides nothing.
 */
export function presentCancelledRun(row: RunStatusRow): z.input<typeof CancelledRun> {
  return { ...presentWithoutResult(row), ...(row.output === null ? {} : { output: parseJsonObject(row.output) }) };
}

/** The same of a finished run under a field policy (PRIV-7); for `seen` see `presentRun`. */
export function presentFinishedRun(row: RunReadRow, seen: ViewOfRun): z.input<typeof CancelledRun> {
  const { parts, fieldPolicy } = visibleParts(row, seen);
  const isOfOutput = (pointer: string): boolean => pointer === "" || /^\/output(?:\/|$)/.test(pointer);
  return {
    ...presentWithoutResult(row),
    ...(parts.output === undefined ? {} : { output: parts.output }),
    ...(fieldPolicy && { field_policy: { ...fieldPolicy, redacted: fieldPolicy.redacted.filter(isOfOutput) } }),
  };
}

/** Thin mode: exactly the seven fields of HOOK-21, null for what the run lacks. */
export function presentThinRun(row: RunStatusRow): z.input<typeof ThinRun> {
  const { run_id, status, environment, attempt, created_at, completed_at, error } = presentWithoutResult(row);
  return {
    run_id,
    status,
    environment,
    attempt,
    created_at,
    completed_at: completed_at ?? null,
    error: error ?? null,
  };
}

function presentWithoutResult(row: RunStatusRow): Omit<StatusFields, "output" | "solutions"> {
  return {
    run_id: row.id,
    status: row.status,
    environment: row.environmentSlug,
    attempt: row.attempt,
    created_at: row.createdAt.toISOString(),
    ...(row.completedAt === null ? {} : { completed_at: row.completedAt.toISOString() }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.errorDetails === null ? {} : { error_details: readErrorDetails(row.errorDetails) }),
    ...(row.cancelRequestedAt === null ? {} : { cancel_requested_at: row.cancelRequestedAt.toISOString() }),
    ...(row.traceId === null ? {} : { trace_id: row.traceId }),
    ...(row.engineVersion === null ? {} : { engine_version: row.engineVersion }),
    ...(row.configHash === null ? {} : { engine_config_version_hash: row.configHash }),
  };
}

/**
 * `GET /api/v1/runs/{run_id}`: status fields, GET-only fields, the output trimmed to the type's operator summary; under
 * a field policy that hides something, without hidden values and values that reveal them (RUN-82, PRIV-8, PRIV-17).
 */
export function presentRun(row: RunReadRow, seen: ViewOfRun): z.input<typeof Run> {
  const { parts, fieldPolicy } = visibleParts(row, seen);
  const heads = headsOf(row);
  const { output, solutions, input = {}, work_items: workItems = [], warnings } = parts;
  return {
    ...presentWithoutResult(row),
    ...(output === undefined ? {} : { output: { ...findEngineType(row.engineType).operatorSummary(output) } }),
    ...(solutions === undefined ? {} : { solutions: solutions.map((one) => ({ ...one })) }),
    ...(fieldPolicy === undefined ? {} : { field_policy: fieldPolicy }),
    output_phase: row.outputPhase,
    ...(row.completedDeterministicAt === null
      ? {}
      : { completed_deterministic_at: row.completedDeterministicAt.toISOString() }),
    ...(warnings === undefined ? {} : { warnings: warnings.map(presentWarning) }),
    work_items: workItems.map((one) => ({ ...one })),
    input: { ...input },
    computed_at_head: presentHead(heads.computed),
    served_head: presentHead(heads.served),
    stale: heads.isStale,
    ...(row.erasedParts === null ? {} : { erased_parts: [...row.erasedParts] }),
  };
}

/** Null for a run that read no records (TYPE-65). */
function presentHead(head: RecordsHead | null): z.input<typeof Run>["computed_at_head"] {
  if (head === null) return null;
  return { connection_id: head.connectionId, snapshot_seq: head.snapshotSeq, subject_seq: head.subjectSeq };
}

/** A run in a batch of latest runs, for a viewer whose policy hides nothing; with output if it was read. */
export function presentLatestRun(run: LatestRun): LatestRunSummary {
  const { engineVersion, headline, output } = run;
  return {
    run_id: run.id,
    status: run.status,
    created_at: run.createdAt.toISOString(),
    completed_at: run.completedAt.toISOString(),
    ...(engineVersion === null ? {} : { engine_version: engineVersion }),
    stale: run.isStale,
    ...(typeof headline === "string" ? { headline } : {}),
    ...(output === null
      ? {}
      : { output: { ...findEngineType(run.engineType).operatorSummary(parseJsonObject(output)) } }),
  };
}

function visibleParts(
  row: RunReadRow,
  { policy, schemas, records }: ViewOfRun,
): { readonly parts: RunParts; readonly fieldPolicy: z.input<typeof Run>["field_policy"] } {
  const parts: RunParts = {
    ...(row.output === null ? {} : { output: parseJsonObject(row.output) }),
    ...(row.output === null || row.solutions === null ? {} : { solutions: readObjects(row.solutions) }),
    input: parseJsonObject(row.input),
    ...(row.workItems === null ? {} : { work_items: readObjects(row.workItems) }),
    ...(row.exposeWarnings && row.warnings !== null ? { warnings: readObjects(row.warnings) } : {}),
  };
  const { policy_key, denied } = policy;
  if (denied.length === 0 && records === undefined) return { parts, fieldPolicy: undefined };
  if (denied.length > 0 && !schemas) {
    return { parts: row.output === null ? {} : { output: {} }, fieldPolicy: { policy_key, redacted: [""] } };
  }
  const visible = withholdValues(parts, { schemas, denied, records });
  return { parts: visible.run, fieldPolicy: { policy_key, redacted: [...visible.redacted] } };
}

function readErrorDetails(text: string): z.input<typeof RunErrorDetails> {
  const { type, code, restarting, stage } = parseJsonObject(text);
  return {
    type: typeof type === "string" ? type : "pipeline_error",
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof restarting === "boolean" ? { restarting } : {}),
    ...(typeof stage === "string" ? { stage } : {}),
  };
}

function presentWarning(warning: JsonObject): NonNullable<z.input<typeof Run>["warnings"]>[number] {
  return {
    code: textOf(warning["code"]),
    message: textOf(warning["message"]),
    stage: textOf(warning["stage"]),
    severity: warning["severity"] === "info" ? ("info" as const) : ("warning" as const),
    ...(typeof warning["path"] === "string" ? { path: warning["path"] } : {}),
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readObjects(text: string): JsonObject[] {
  const value = parseJson(text);
  return isJsonArray(value) ? value.filter(isJsonObject) : [];
}
