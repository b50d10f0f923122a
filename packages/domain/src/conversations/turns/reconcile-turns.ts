import { type Database, statement } from "@service/db";
import { storedError } from "./turn-errors.ts";
import { turnAttemptsMax } from "./turn.ts";

/** Most turns settled by one pass. */
const turnsPerPassMax = 500;

export interface ReconciledTurn {
  readonly id: string;
  /** `queued`: wake another worker. */
  readonly status: string;
}

/**
 * An outage of the database or of all workers must not interrupt turns in masses: when no process has ticked for longer than
 * the gap, leases that were alive at the last tick are extended by the time since (TURN-17). No lease ends later than one
 * granted now.
 */
const tick = statement(
  "turns_extend_after_outage",
  `with previous as (
     select ticked_at from maintenance_ticks where name = 'turn_reconciler' for update
   ), ticked as (
     insert into maintenance_ticks as c (name, ticked_at) values ('turn_reconciler', now())
     on conflict (name) do update set ticked_at = greatest(c.ticked_at, now())
   )
   update turns t set lease_expires_at = least(t.lease_expires_at + (now() - p.ticked_at),
     now() + (t.lease_expires_at - t.heartbeat_at))
   from previous p
   where now() - p.ticked_at > make_interval(secs => $1)
     and t.status = 'running' and t.lease_expires_at > p.ticked_at`,
);

/**
 * TURN-17: turns whose lease expired. The first time they wait for another worker; a turn that lost a worker before, or has no
 * attempt left, is interrupted, with the text that its frames have shown; one whose cancel is pending is cancelled. Rows that
 * another process has locked are left to it.
 */
const reconcile = statement(
  "turns_reconcile",
  `with due as materialized (
     select t.id, t.attempt, turn_hour(t.created_at) as hour, t.output_text,
       case when t.cancel_requested_at is not null then 'cancelled'::turn_status
            when t.interruptions + t.reclaims = 0 and t.attempt < $2 then 'queued' else 'interrupted' end as becomes
     from turns t where t.status = 'running' and t.lease_expires_at < now()
     order by t.lease_expires_at limit $1
     for update skip locked
   ), settled as (
     update turns t set status = d.becomes, lease_token = null, lease_expires_at = null, resume_mode = null,
       reclaims = t.reclaims + 1,
       output_text = case when d.becomes = 'queued' then t.output_text
         else turn_logged_text(d.id, d.hour, d.attempt, d.output_text) end,
       error = case when d.becomes = 'interrupted' then $3 end,
       last_seq = greatest(t.last_seq, turn_last_logged(d.id, d.hour, d.attempt))
         + case d.becomes when 'queued' then 0 when 'cancelled' then 1 else 2 end,
       completed_at = case when d.becomes <> 'queued' then now() end
     from due d where t.id = d.id
     returning t.id, t.attempt, t.status
   ), logged as (
     update turn_attempts a set ended_at = now(), end_reason = 'worker_lost'
     from settled s where a.turn_id = s.id and a.attempt = s.attempt
   )
   select id, status::text as status from settled`,
);

/** One pass. Any process may call it at any time: concurrent passes share the work. */
export async function reconcileTurns(
  db: Database,
  options: { readonly outageGapSeconds?: number } = {},
): Promise<ReconciledTurn[]> {
  await db.pool.query(tick([options.outageGapSeconds ?? 15]));
  const error = storedError({ code: "turn_interrupted", reason: "worker_lost", retryable: true });
  const { rows } = await db.pool.query(reconcile([turnsPerPassMax, turnAttemptsMax, error]));
  return rows.map(({ id, status }) => ({ id, status: status ?? "" }));
}
