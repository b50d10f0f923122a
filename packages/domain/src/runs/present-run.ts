import type { CancelledRun, Run, RunErrorDetails, RunStatusFields, ThinRun } from "@service/contract";
import {
  applyFieldPolicy,
  fieldPolicyPresets,
  findEngineType,
  isJsonObject,
  type FieldPolicy,
  type JsonObject,
  type JsonSchema,
} from "@service/engine-types";
import type * as z from "zod";
import { readJsonObject } from "../json-text.ts";
import type { RunReadRow, RunStatusRow } from "./run.ts";

type StatusFields = z.input<typeof RunStatusFields>;

/**
 * The status fields that a run has, and no others (section 2.5, decisions.md 11): the one presenter of reads, cancels
 * and webhook payloads, so that they cannot disagree. Output and solutions are the stored ones, untrimmed.
 */
export function presentRunStatus(row: RunStatusRow): StatusFields {
  return {
    ...presentWithoutResult(row),
    ...(row.output === null ? {} : { output: readJsonObject(row.output) }),
    ...(row.solutions === null ? {} : { solutions: readObjects(row.solutions) }),
  };
}

/** What a cancel of a finished run answers: status fields and stored output, without `solutions` (section 3.3). */
export function presentCancelledRun(row: RunStatusRow): z.input<typeof CancelledRun> {
  return { ...presentWithoutResult(row), ...(row.output === null ? {} : { output: readJsonObject(row.output) }) };
}

/** Thin mode: exactly the seven fields of section 6.1 rule 4, null where the run has none (decisions.md 11). */
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

/** The field policy an organization set as its default; an unknown name denies what an outside agent may not see. */
export function fieldPolicyNamed(policyKey: string): FieldPolicy {
  const presets: { readonly [key: string]: FieldPolicy } = fieldPolicyPresets;
  return (Object.hasOwn(presets, policyKey) ? presets[policyKey] : undefined) ?? fieldPolicyPresets.external_agent;
}

/**
 * `GET /api/v1/runs/{run_id}`: status fields, GET-only fields, the output trimmed to the type's operator summary and
 * under the field policy (section 2.5, domain.md 0.13).
 *
 * @param seen.responseSchema JSON Schema of `{output, solutions?}`; only read when the policy denies something.
 */
export function presentRun(
  row: RunReadRow,
  seen: { readonly policy: FieldPolicy; readonly responseSchema: JsonSchema | undefined },
): z.input<typeof Run> {
  const { output, solutions, ...status } = presentRunStatus(row);
  const warnings = row.exposeWarnings && row.warnings !== null ? readWarnings(row.warnings) : undefined;
  return {
    ...status,
    ...presentResult(row, readResult(output, solutions), seen),
    output_phase: row.outputPhase,
    ...(row.completedDeterministicAt === null
      ? {}
      : { completed_deterministic_at: row.completedDeterministicAt.toISOString() }),
    ...(warnings === undefined ? {} : { warnings }),
    work_items: row.workItems === null ? [] : readObjects(row.workItems),
    input: readJsonObject(row.input),
    // Runs that read no records have no heads and are never stale (domain.md 0.11).
    computed_at_head: null,
    served_head: null,
    stale: false,
  };
}

type Result = { readonly output: JsonObject; readonly solutions: readonly JsonObject[] | undefined };

function readResult(output: unknown, solutions: unknown): Result | undefined {
  if (!isObject(output)) return undefined;
  return { output, solutions: Array.isArray(solutions) ? solutions.filter(isObject) : undefined };
}

function presentResult(
  row: RunReadRow,
  result: Result | undefined,
  { policy, responseSchema }: { readonly policy: FieldPolicy; readonly responseSchema: JsonSchema | undefined },
): Pick<z.input<typeof Run>, "output" | "solutions" | "field_policy"> {
  if (!result) return {};
  const { output, solutions } = result;
  const type = findEngineType(row.engineType);
  const trim = (whole: JsonObject): JsonObject => type.operatorSummary(whole);
  if (policy.denied.length === 0) {
    return {
      output: { ...trim(output) },
      ...(solutions === undefined ? {} : { solutions: solutions.map((one) => ({ ...one })) }),
    };
  }
  // Without the schema nobody can say which values are sensitive, so nothing is shown.
  if (!responseSchema) return { output: {}, field_policy: { policy_key: policy.policy_key, redacted: [""] } };
  const whole = { output, ...(solutions === undefined ? {} : { solutions }) };
  const seen = applyFieldPolicy(responseSchema, whole, policy.denied);
  const visible = isJsonObject(seen.output["output"]) ? seen.output["output"] : {};
  const visibleSolutions = seen.output["solutions"];
  return {
    output: { ...trim(visible) },
    ...(Array.isArray(visibleSolutions)
      ? { solutions: visibleSolutions.filter(isObject).map((one) => ({ ...one })) }
      : {}),
    field_policy: { policy_key: policy.policy_key, redacted: seen.redacted },
  };
}

function readErrorDetails(text: string): z.input<typeof RunErrorDetails> {
  const { type, code, restarting, stage } = readJsonObject(text);
  return {
    type: typeof type === "string" ? type : "pipeline_error",
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof restarting === "boolean" ? { restarting } : {}),
    ...(typeof stage === "string" ? { stage } : {}),
  };
}

function readWarnings(text: string): NonNullable<z.input<typeof Run>["warnings"]> {
  return readObjects(text).map((warning) => ({
    code: textOf(warning["code"]),
    message: textOf(warning["message"]),
    stage: textOf(warning["stage"]),
    severity: warning["severity"] === "info" ? ("info" as const) : ("warning" as const),
    ...(typeof warning["path"] === "string" ? { path: warning["path"] } : {}),
  }));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function readObjects(text: string): JsonObject[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Out of JSON.parse of what this service stored. */
function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
