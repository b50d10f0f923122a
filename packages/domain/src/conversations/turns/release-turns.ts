import { type Database, statement } from "@service/db";
import { storedError } from "./turn-errors.ts";
import { turnAttemptsMax, type TurnHold } from "./turn.ts";

/**
 * TURN-16: gives back turns that a stopping process could not finish. The first time a turn waits for another worker; where it
 * has lost a worker before, or has no attempt left, it is interrupted; one whose cancel is pending is cancelled.
 */
const release = statement(
  "turns_release",
  `with mine as materialized (
     select t.id, t.attempt, turn_hour(t.created_at) as hour, t.output_text,
       case when t.cancel_requested_at is not null then 'cancelled'::turn_status
            when t.interruptions + t.reclaims = 0
              and t.attempt < @attempts_max then 'queued' else 'interrupted' end as becomes
     from unnest(@ids::uuid[], @attempts::smallint[], @tokens::uuid[]) as g (id, attempt, token)
     join turns t on t.id = g.id and t.attempt = g.attempt and t.lease_token = g.token
     order by t.id for update of t
   ), released as (
     update turns t set status = m.becomes, lease_token = null, lease_expires_at = null, resume_mode = null,
       interruptions = t.interruptions + 1,
       output_text = case when m.becomes = 'queued' then t.output_text
         else turn_logged_text(m.id, m.hour, m.attempt, m.output_text) end,
       error = case when m.becomes = 'interrupted' then @interrupted_error end,
       last_seq = greatest(t.last_seq, turn_last_logged(m.id, m.hour, m.attempt))
         + case m.becomes when 'queued' then 0 when 'cancelled' then 1 else 2 end,
       completed_at = case when m.becomes <> 'queued' then now() end
     from mine m where t.id = m.id
     returning t.id, t.attempt, t.status
   ), logged as (
     update turn_attempts a set ended_at = now(), end_reason = 'shutdown'
     from released r where a.turn_id = r.id and a.attempt = r.attempt
   )
   select id, status::text as status from released`,
);

export interface ReleasedTurn {
  readonly id: string;
  /** `queued`: wake another worker. */
  readonly status: string;
}

export async function releaseTurns(db: Database, holds: readonly TurnHold[]): Promise<ReleasedTurn[]> {
  if (holds.length === 0) return [];
  const { rows } = await db.pool.query(
    release({
      ids: holds.map((hold) => hold.id),
      attempts: holds.map((hold) => hold.attempt),
      tokens: holds.map((hold) => hold.token),
      attemptsMax: turnAttemptsMax,
      interruptedError: storedError({ code: "turn_interrupted", reason: "shutdown", retryable: true }),
    }),
  );
  return rows.map(({ id, status }) => ({ id, status: status ?? "" }));
}
