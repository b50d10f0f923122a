import { fail } from "@service/contract";
import { statement } from "@service/db";
import { parseJsonObject } from "@service/json";
import { inScope, organizationIdOf, type ScopeOrEvery } from "../../identity/access/index.ts";
import type { Deps } from "../../deps.ts";

export type ShownAttempt = {
  readonly attempt: number;
  readonly outcome: string;
  readonly owner: string | null;
  readonly stage: string | null;
  readonly startedAt: Date | null;
  /** Null while it is under way. */
  readonly endedAt: Date | null;
};

/** A run for an operator: the row with its lease and history, never the content of input or output. */
export type ShownRun = {
  readonly id: string;
  readonly organizationId: string;
  readonly environment: string;
  readonly engine: string;
  readonly engineType: string;
  readonly engineVersion: string | null;
  readonly configHash: string | null;
  readonly status: string;
  readonly attempt: number;
  readonly interruptions: number;
  readonly reclaims: number;
  /** The worker that holds the run, and until when; null while none does. */
  readonly leaseOwner: string | null;
  readonly leaseExpiresAt: Date | null;
  readonly heartbeatAt: Date | null;
  readonly stage: string | null;
  readonly cancelRequestedAt: Date | null;
  readonly cancelReason: string | null;
  readonly error: string | null;
  readonly errorDetails: unknown;
  readonly traceId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly inputBytes: number;
  readonly outputBytes: number | null;
  readonly events: readonly string[];
  /** Every attempt, oldest first; `running` and the end of the last one are read from the run. */
  readonly attempts: readonly ShownAttempt[];
};

const readShown = statement(
  "runs_show",
  `select r.id, r.organization_id as "organizationId", r.environment_slug as environment, r.engine_slug as engine,
     r.engine_type as "engineType", r.engine_version as "engineVersion", r.config_hash as "configHash", r.status,
     r.attempt, r.interruptions, r.reclaims, r.lease_owner as "lastOwner", r.lease_expires_at as "leaseExpiresAt",
     r.status = 'processing' and r.lease_token is not null as "isHeld",
     r.heartbeat_at as "heartbeatAt", r.stage, r.cancel_requested_at as "cancelRequestedAt",
     r.cancel_reason as "cancelReason", r.error, r.error_details as "errorDetails", r.trace_id as "traceId",
     r.created_at as "createdAt", r.started_at as "startedAt", r.completed_at as "completedAt",
     octet_length(p.input) as "inputBytes", octet_length(p.output) as "outputBytes",
     array(select e.type::text from webhook_events e where e.run_id = r.id order by e.created_at) as events
   from runs r join run_payloads p on p.run_id = r.id where r.id = @run_id and ${inScope("r.organization_id")}`,
);

/** @throws `run_not_found`. */
export async function showRun(deps: Pick<Deps, "db">, scope: ScopeOrEvery, runId: string): Promise<ShownRun> {
  const { rows } = await deps.db.pool.query(readShown({ runId, organizationId: organizationIdOf(scope) }));
  const row = rows[0];
  if (!row) throw fail("run_not_found");
  const { lastOwner, isHeld, leaseExpiresAt, ...run } = row;
  const recorded = await listRunAttempts(deps, runId);
  const isRecorded = run.attempt === 0 || recorded.some(({ attempt }) => attempt === run.attempt);
  const last: ShownAttempt = {
    attempt: run.attempt,
    outcome: isHeld ? "running" : run.status,
    owner: lastOwner,
    stage: run.stage,
    startedAt: run.startedAt,
    endedAt: run.completedAt,
  };
  return {
    ...run,
    leaseOwner: isHeld ? lastOwner : null,
    leaseExpiresAt: isHeld ? leaseExpiresAt : null,
    errorDetails: run.errorDetails === null ? null : parseJsonObject(run.errorDetails),
    attempts: isRecorded ? recorded : [...recorded, last],
  };
}

const readAttempts = statement(
  "run_attempts_read",
  `select attempt, outcome, owner, stage, started_at as "startedAt", ended_at as "endedAt"
   from run_attempts where run_id = $1 order by attempt`,
);

/** Attempts of a run that ended abnormally, oldest first. */
export async function listRunAttempts(deps: Pick<Deps, "db">, runId: string): Promise<ShownAttempt[]> {
  const { rows } = await deps.db.pool.query(readAttempts([runId]));
  return rows;
}
