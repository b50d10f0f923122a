import { fail, type EngineTypeName, type RunStatus, uuidPattern } from "@service/contract";
import { statement } from "@service/db";
import { isJsonArray, isJsonObject, parseJson, parseJsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { EnvironmentScope } from "../../identity/access/index.ts";
import { readStageTimes, readTrace, type StageTime } from "../../runs/defensibility/index.ts";
import { isRunning } from "../../runs/processes/index.ts";

/** A run as its cause and its timeline are made from. */
export interface RunState {
  readonly id: string;
  readonly status: RunStatus;
  readonly engineSlug: string;
  readonly engineType: EngineTypeName;
  readonly attempt: number;
  readonly testScenario: string | null;
  readonly actingPrincipal: string | null;
  readonly keyId: string;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  /** The worker of the last attempt. */
  readonly worker: string | null;
  readonly isHeld: boolean;
  readonly heartbeatAt: Date | null;
  readonly leaseExpiresAt: Date | null;
  readonly stage: string | null;
  readonly reclaims: number;
  readonly cancelRequestedAt: Date | null;
  readonly cancelReason: string | null;
  readonly cancelledBy: string | null;
  readonly error: string | null;
  /** Of a run without a result. */
  readonly code: string | null;
  readonly warnings: readonly RunWarning[];
  /** Why answers of a model were not used. */
  readonly refusals: readonly string[];
  readonly stages: readonly StageTime[];
  /** Null unless it waits for a worker. */
  readonly queue: QueuePlace | null;
}

/** What counts of a warning: its message may quote the input. */
export interface RunWarning {
  readonly code: string;
  readonly stage: string;
  readonly severity: string;
  readonly path: string | null;
}

/** What is in front of a waiting run. */
interface QueuePlace {
  readonly isServed: boolean;
  /** When a worker that takes the type stopped or was seen last, within the last minutes. */
  readonly lastServedAt: Date | null;
  readonly maxRunning: number | null;
  /** Runs of the organization that are processing. */
  readonly running: number;
  /** Runs of the organization that come first; counted to 1,000. */
  readonly ahead: number;
  readonly hasOthersAhead: boolean;
}

const waits = "(r.status = 'queued' or (r.status = 'processing' and r.lease_token is null))";

const readState = statement(
  "runs_read_for_timeline",
  `select r.id, r.organization_id as "organizationId", r.status, r.engine_slug as "engineSlug", r.engine_type as "engineType",
     r.attempt,
     r.test_scenario as "testScenario", r.acting_principal as "actingPrincipal", r.key_id as "keyId",
     r.created_at as "createdAt", r.started_at as "startedAt", r.completed_at as "completedAt",
     r.lease_owner as worker, r.lease_token is not null as "isHeld", r.heartbeat_at as "heartbeatAt",
     r.lease_expires_at as "leaseExpiresAt", r.stage, r.reclaims, r.cancel_requested_at as "cancelRequestedAt",
     r.cancel_reason as "cancelReason", r.cancelled_by as "cancelledBy", r.error, r.error_details as "errorDetails",
     ${waits} as waits, case when r.completed_at is not null then p.warnings end as warnings,
     case when r.completed_at is not null then p.trace end as trace
   from runs r join run_payloads p on p.run_id = r.id
   where r.id = $1 and r.organization_id = $2 and r.environment_id = $3`,
);

const isAhead = `q.engine_type = r.engine_type and (q.status = 'queued' or (q.status = 'processing' and q.lease_token is null))
  and (q.priority, q.fair_rank) < (r.priority, r.fair_rank)`;

const readPlace = statement(
  "runs_read_queue_place",
  `select exists (select from processes p where ${isRunning} and p.engine_types @> array[r.engine_type]) as "isServed",
     (select max(coalesce(p.stopped_at, p.seen_at)) from processes p
       where p.engine_types @> array[r.engine_type]) as "lastServedAt",
     o.max_running as "maxRunning",
     (select count(*) from runs n where n.organization_id = o.id and n.status = 'processing')::int as running,
     (select count(*) from (
       select from runs q where ${isAhead} and q.organization_id = o.id limit 1000) mine)::int as ahead,
     exists (select from runs q where ${isAhead} and q.organization_id <> o.id) as "hasOthersAhead"
   from runs r join organizations o on o.id = r.organization_id where r.id = $1`,
);

/** @throws `run_not_found`. */
export async function readRunState(
  deps: Pick<Deps, "db">,
  { organizationId, environmentId }: EnvironmentScope,
  runId: string,
): Promise<RunState> {
  if (!uuidPattern.test(runId)) throw fail("run_not_found");
  const { rows } = await deps.db.pool.query(readState([runId, organizationId, environmentId]));
  const [row] = rows;
  if (!row) throw fail("run_not_found");
  const { errorDetails, warnings, trace, waits: isWaiting, ...run } = row;
  const places = isWaiting ? await deps.db.pool.query(readPlace([runId])) : undefined;
  return {
    ...run,
    code: codeOf(errorDetails),
    warnings: warningsIn(warnings),
    refusals: (readTrace(trace)?.model_calls ?? []).flatMap(({ accepted, reason }) =>
      accepted || reason === undefined ? [] : [reason],
    ),
    stages: readStageTimes(trace),
    queue: places?.rows[0] ?? null,
  };
}

function codeOf(errorDetails: string | null): string | null {
  if (errorDetails === null) return null;
  const { code, type } = parseJsonObject(errorDetails);
  return typeof code === "string" ? code : typeof type === "string" ? type : null;
}

function warningsIn(text: string | null): RunWarning[] {
  const list = text === null ? [] : parseJson(text);
  return (isJsonArray(list) ? list : []).filter(isJsonObject).map(({ code, stage, severity, path }) => ({
    code: typeof code === "string" ? code : "",
    stage: typeof stage === "string" ? stage : "",
    severity: typeof severity === "string" ? severity : "",
    path: typeof path === "string" ? path : null,
  }));
}
