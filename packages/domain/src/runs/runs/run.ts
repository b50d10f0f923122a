import type { EngineTypeName, OutputPhase, RunStatus } from "@service/contract";
import type { HeadColumns } from "../../book/run-records/index.ts";

/**
 * Rows that wait for a worker. Repeats the predicate of partial index `runs_claimable` exactly: with any other
 * condition the planner cannot prove that the index applies.
 */
export const claimable = (alias: string): string =>
  `(${alias}.status = 'queued' or (${alias}.status = 'processing' and ${alias}.lease_token is null))`;

/**
 * Priority of waiting runs of organizations with an in-flight cap; all others have 0. When a cap is set or removed,
 * waiting runs keep theirs until a claim finds them. Part of index `runs_claimable_capped`.
 */
export const cappedPriority = 100;

/** A run as reads, cancels and webhook payloads show it. `output` and `solutions` are JSON strings. */
export type RunStatusRow = {
  readonly id: string;
  readonly status: RunStatus;
  readonly environmentSlug: string;
  readonly engineId: string;
  readonly engineType: EngineTypeName;
  readonly attempt: number;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
  readonly error: string | null;
  readonly errorDetails: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly traceId: string | null;
  readonly engineVersion: string | null;
  readonly configHash: string | null;
  readonly output: string | null;
  readonly solutions: string | null;
};

/** Columns of `RunStatusRow`, from `runs r` and `run_payloads p`. */
export const runStatusColumns = `r.id, r.status, r.environment_slug as "environmentSlug", r.engine_id as "engineId",
  r.engine_type as "engineType", r.attempt, r.created_at as "createdAt", r.completed_at as "completedAt", r.error,
  r.error_details as "errorDetails",
  -- Shown after a cancel request on a processing run only (RUN-80): a run that waited was cancelled at once.
  case when r.attempt > 0 then r.cancel_requested_at end as "cancelRequestedAt",
  r.trace_id as "traceId", r.engine_version as "engineVersion", r.config_hash as "configHash",
  -- While processing, a stored deterministic part stays hidden (TYPE-64).
  case when r.status in ('completed', 'degraded') then p.output end as output,
  case when r.status in ('completed', 'degraded') then p.solutions end as solutions`;

/** Additional columns for `GET /runs/{run_id}`. */
export type RunReadRow = RunStatusRow &
  HeadColumns & {
    readonly organizationId: string;
    readonly environmentId: string;
    readonly outputPhase: OutputPhase;
    readonly completedDeterministicAt: Date | null;
    readonly exposeWarnings: boolean;
    readonly warnings: string | null;
    readonly workItems: string | null;
    readonly input: string;
    /** Parts in which a client who was erased is blanked; null: none. */
    readonly erasedParts: readonly string[] | null;
  };

/** Why a run ended without a result, as the contract shows it (RUN-58, RUN-59). */
export type RunErrorDetail = {
  readonly type: "worker_interrupted" | "pipeline_error" | "pipeline_timeout";
  readonly code?: string;
  readonly restarting?: boolean;
  readonly stage?: string;
};

/** Drops U+0000 and lone surrogates, which Postgres refuses: better than failing to store the row. */
export function storableText(text: string, charsMax = 2_000): string {
  return text.slice(0, charsMax).toWellFormed().replaceAll("\u0000", "\uFFFD");
}
