import { runEventId, type EngineTypeName } from "@service/contract";
import { type Database, statement } from "@service/db";
import { announceRunEvents } from "../../events/events/index.ts";

/** Most runs examined by one reconciliation (RUN-74). */
const runsPerTickMax = 500;
const silentText = "The worker stopped reporting twice. Submit the run again.";
const unheldText = "No worker took the run up again in time. Submit it again.";

export type ReconcileAction = "reclaimed" | "gave_up_silent" | "gave_up_unheld" | "cancelled";
export type ReconciledRun = {
  readonly id: string;
  readonly action: ReconcileAction;
  readonly engineType: EngineTypeName;
};

type DueRow = ReconciledRun & { readonly stage: string | null };

/**
 * Runs that are due, decided on locked rows. Rows locked by another reconciler or a settling worker are skipped.
 * Level-triggered: it examines states, so the next tick finds what this one misses.
 */
const findDue = statement(
  "runs_find_due",
  `select r.id, r.engine_type as "engineType", r.stage,
     case when r.cancel_requested_at is not null then 'cancelled'
          when r.lease_token is null then 'gave_up_unheld'
          when r.reclaims = 0 then 'reclaimed'
          else 'gave_up_silent' end as action
   from runs r
   where r.id in (
     select q.id from runs q where q.status = 'processing' and q.lease_expires_at < now()
     union
     select q.id from runs q where q.status in ('queued', 'processing') and q.cancel_requested_at is not null
       and (q.lease_token is null or q.lease_expires_at < now())
     limit $1)
     and (r.lease_expires_at < now()
       or (r.cancel_requested_at is not null and r.status in ('queued', 'processing') and r.lease_token is null))
   for update of r skip locked`,
);

/** RUN-53, RUN-54, RUN-55, RUN-56 on the rows locked by `findDue`. */
const settleDue = statement(
  "runs_settle_due",
  `with given as materialized (
     select * from unnest(@ids::uuid[], @actions::text[], @event_ids::uuid[], @error_details::text[])
       as t (id, action, event_id, error_details)
   ), settled as (
     update runs r set
       status = case t.action when 'reclaimed' then 'processing'::run_status when 'cancelled' then 'cancelled' else 'failed' end,
       lease_token = null,
       reclaims = r.reclaims + case when t.action = 'reclaimed' then 1 else 0 end,
       lease_expires_at = case when t.action = 'reclaimed' then now() + make_interval(secs => @restart_seconds) end,
       error = case t.action when 'gave_up_silent' then @silent_text when 'gave_up_unheld' then @unheld_text end,
       error_details = t.error_details,
       completed_at = case when t.action <> 'reclaimed' then now() end
     from given t where r.id = t.id
     returning r.id, r.attempt, r.status, r.organization_id, r.environment_id, r.lease_owner, r.stage, r.started_at
   ), ${announceRunEvents(`
     select t.event_id, case when s.status = 'cancelled' then 'run.cancelled'::webhook_event_type else 'run.failed' end,
       s.organization_id, s.environment_id, s.id
     from settled s join given t on t.id = s.id where s.status <> 'processing'`)}
   insert into run_attempts (run_id, attempt, outcome, owner, stage, started_at)
   select s.id, s.attempt, case when s.status = 'cancelled' then 'cancelled' else 'silent' end, s.lease_owner, s.stage, s.started_at
   from settled s join given t on t.id = s.id where s.attempt > 0 and t.action <> 'gave_up_unheld'
   on conflict do nothing`,
);

/**
 * An outage of the database or of all workers must not fail runs in masses: when no process has ticked for longer than
 * the gap, leases that were alive at the last tick are extended by the time since, before any run is reclaimed
 * (RUN-76). No lease ends later than one granted now, so a lease taken after the outage but before this tick is not
 * stretched. A statement separate from the pass, so that a process that freezes blocks no other.
 */
const tick = statement(
  "runs_extend_after_outage",
  `with previous as (
     select ticked_at from maintenance_ticks where name = 'reconciler' for update
   ), ticked as (
     insert into maintenance_ticks as c (name, ticked_at) values ('reconciler', now())
     on conflict (name) do update set ticked_at = greatest(c.ticked_at, now())
   )
   update runs r set lease_expires_at = least(r.lease_expires_at + (now() - p.ticked_at),
    now() + (r.lease_expires_at - coalesce(r.heartbeat_at, r.started_at)))
   from previous p
   where now() - p.ticked_at > make_interval(secs => $1)
     and r.status = 'processing' and r.lease_expires_at > p.ticked_at`,
);

/** RUN-58: a matching engine's lost run reads as a timeout, any other as an error. */
function errorDetailsOf({ action, engineType, stage }: DueRow): string | null {
  if (action === "reclaimed" || action === "cancelled") return null;
  return JSON.stringify({
    type: engineType === "matching" ? "pipeline_timeout" : "pipeline_error",
    code: action === "gave_up_silent" ? "heartbeat_lost" : "lease_expired",
    ...(stage === null ? {} : { stage }),
  });
}

/**
 * One pass over runs whose lease expired, runs that no worker took in time, and pending cancels. Any process may call
 * it at any time: concurrent passes share the work.
 *
 * @param options.restartSeconds within which a worker must claim a reclaimed run.
 */
export async function reconcileRuns(
  db: Database,
  options: { readonly restartSeconds: number; readonly outageGapSeconds?: number },
): Promise<ReconciledRun[]> {
  await db.pool.query(tick([options.outageGapSeconds ?? 30]));
  return db.inTransaction(async (tx) => {
    const { rows } = await tx.query(findDue([runsPerTickMax]));
    if (rows.length === 0) return [];
    await tx.query(
      settleDue({
        ids: rows.map((row) => row.id),
        actions: rows.map((row) => row.action),
        eventIds: rows.map((row) => runEventId(row.action === "cancelled" ? "run.cancelled" : "run.failed", row.id)),
        errorDetails: rows.map(errorDetailsOf),
        restartSeconds: options.restartSeconds,
        silentText,
        unheldText,
      }),
    );
    return rows.map(({ id, action, engineType }) => ({ id, action, engineType }));
  });
}
