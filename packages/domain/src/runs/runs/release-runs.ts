import { runEventId, type EngineTypeName } from "@service/contract";
import { hotStatement, type Database } from "@service/db";
import { announceRunEvents } from "../../events/events/index.ts";
import type { Hold } from "./claim-runs.ts";
import type { RunErrorDetail } from "./run.ts";

const interrupted = { type: "worker_interrupted", code: "worker_shutdown" } as const;
const restarting: RunErrorDetail = { ...interrupted, restarting: true };
const givenUp: RunErrorDetail = { ...interrupted, restarting: false };
const givenUpText = "The run was interrupted twice by worker shutdowns and will not be restarted. Submit it again.";

/**
 * RUN-51, RUN-52, RUN-100: gives up the runs that a stopping worker still holds after its grace. Guarded like every
 * write of a worker, so a run it lost meanwhile stays unchanged; safe to repeat.
 */
const release = hotStatement(
  "runs_release",
  `with given as materialized (
     select * from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[], @failed_event_ids::uuid[],
       @cancelled_event_ids::uuid[])
       as t (id, attempt, token, failed_event_id, cancelled_event_id)
   ), mine as materialized (
     select r.id, r.stage, r.lease_owner, r.started_at,
       case when r.cancel_requested_at is not null then 'cancelled'::run_status
            when r.interruptions = 0 then 'processing' else 'failed' end as becomes
     from given t join runs r on r.id = t.id
     where r.id = any(@ids::uuid[]) -- redundant with the join on purpose: the generic plan then probes the index once per id
       and r.status = 'processing' and r.attempt = t.attempt and r.lease_token = t.token
     order by r.id for update of r
   ), released as (
     update runs r set status = m.becomes, lease_token = null,
       interruptions = r.interruptions + case when m.becomes = 'processing' then 1 else 0 end,
       lease_expires_at = case when m.becomes = 'processing' then now() + make_interval(secs => @restart_seconds) end,
       error = case when m.becomes = 'failed' then @given_up_text end,
       error_details = case m.becomes when 'processing' then @restarting when 'failed' then @given_up end,
       completed_at = case when m.becomes <> 'processing' then now() end
     from mine m where r.id = m.id
     returning r.id, r.attempt, r.status, r.engine_type, r.organization_id, r.environment_id
   ), ${announceRunEvents(`
     select case when r.status = 'failed' then t.failed_event_id else t.cancelled_event_id end,
       case when r.status = 'failed' then 'run.failed'::webhook_event_type else 'run.cancelled' end,
       r.organization_id, r.environment_id, r.id
     from released r join given t on t.id = r.id where r.status <> 'processing'`)}, logged as (
     insert into run_attempts (run_id, attempt, outcome, owner, stage, detail, started_at)
     select r.id, r.attempt, case when r.status = 'cancelled' then 'cancelled' else 'interrupted' end, m.lease_owner,
       m.stage, null, m.started_at
     from released r join mine m on m.id = r.id
     on conflict do nothing
   )
   select id, status, engine_type as "engineType" from released`,
);

export type ReleasedRun = {
  readonly id: string;
  /** `processing`: unheld; wake another worker to start it again. */
  readonly status: "processing" | "failed" | "cancelled";
  readonly engineType: EngineTypeName;
};

/** @param restartSeconds within which another worker must claim the run (RUN-70). */
export async function releaseRuns(
  db: Database,
  holds: readonly Hold[],
  restartSeconds: number,
): Promise<ReleasedRun[]> {
  if (holds.length === 0) return [];
  const { rows } = await db.hot.query(
    release({
      ids: holds.map((hold) => hold.id),
      attempts: holds.map((hold) => hold.attempt),
      tokens: holds.map((hold) => hold.token),
      failedEventIds: holds.map((hold) => runEventId("run.failed", hold.id)),
      cancelledEventIds: holds.map((hold) => runEventId("run.cancelled", hold.id)),
      restartSeconds,
      restarting: JSON.stringify(restarting),
      givenUp: JSON.stringify(givenUp),
      givenUpText,
    }),
  );
  return rows;
}
