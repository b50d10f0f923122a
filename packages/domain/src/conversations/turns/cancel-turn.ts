import { hotStatement, type Database } from "@service/db";
import type { Deps } from "../../deps.ts";
import { storableText } from "./turn.ts";

/**
 * TURN-14 in one statement: the row is locked, then its state decides. `cancelled`: no worker held it; `recorded`: a worker
 * holds it and will notice; `ended`: nothing changed; no row: no such turn. The first time and reason stay. Safe to repeat.
 */
const cancel = hotStatement(
  "turns_cancel",
  `with target as materialized (
     select t.id, t.status, t.attempt, t.last_seq, turn_hour(t.created_at) as hour from turns t
     where t.id = $1 and t.conversation_id = $2 for update
   ), told as (
     insert into turn_frames (turn_hour, turn_id, attempt, seq, body)
     select hour, id, greatest(attempt, 1), last_seq + 1, $4 from target where status = 'queued'
     on conflict do nothing
   ), cancelled as (
     update turns t set status = 'cancelled', cancel_requested_at = coalesce(t.cancel_requested_at, now()),
       cancel_reason = case when t.cancel_requested_at is null then $3 else t.cancel_reason end,
       last_seq = g.last_seq + 2, completed_at = now(), lease_token = null, lease_expires_at = null
     from target g where t.id = g.id and g.status = 'queued'
     returning t.id
   ), recorded as (
     update turns t set cancel_requested_at = coalesce(t.cancel_requested_at, now()),
       cancel_reason = case when t.cancel_requested_at is null then $3 else t.cancel_reason end
     from target g where t.id = g.id and g.status = 'running'
     returning t.id
   )
   select case when exists (select from cancelled) then 'cancelled' when exists (select from recorded) then 'recorded'
     else 'ended' end as outcome
   from target`,
).narrowed<{ readonly outcome: "cancelled" | "recorded" | "ended" }>();

export type CancelTurnOutcome = "cancelled" | "recorded" | "ended";

/** What readers see when a cancel was asked for. */
export const cancelNotice = {
  code: "cancel_requested",
  message: "The turn is being cancelled.",
  detail: {},
} as const;

/** Cancels a turn that waits; records the request for one that a worker holds, and tells the workers. */
export async function cancelTurnRow(
  deps: { readonly db: Database } & Pick<Deps, "queue">,
  turn: { readonly turnId: string; readonly conversationId: string; readonly reason: string | undefined },
): Promise<CancelTurnOutcome | undefined> {
  const { turnId, conversationId, reason } = turn;
  const frame = JSON.stringify({ type: "notice", ...cancelNotice });
  const { rows } = await deps.db.hot.query(
    cancel([turnId, conversationId, reason === undefined ? null : storableText(reason), frame]),
  );
  const outcome = rows[0]?.outcome;
  if (outcome === "cancelled") deps.queue.announce("turn-frames", [turnId]);
  if (outcome === "recorded") deps.queue.announce("turn-cancels", [turnId]);
  return outcome;
}

const cancelActive = hotStatement(
  "turns_cancel_active_of",
  `select id from turns where conversation_id = $1 and status in ('queued', 'running')`,
);

/** Cancels whatever is active in a conversation, for one that is deleted (TURN-14). */
export async function cancelActiveTurn(
  deps: { readonly db: Database } & Pick<Deps, "queue">,
  conversationId: string,
  reason: string,
): Promise<void> {
  const { rows } = await deps.db.hot.query(cancelActive([conversationId]));
  for (const { id } of rows) await cancelTurnRow(deps, { turnId: id, conversationId, reason });
}

/** Cancels a turn that asked for it when nobody reads its stream any more (TURN-37). */
export async function cancelTurnOnLeave(
  deps: { readonly db: Database } & Pick<Deps, "queue">,
  turn: { readonly turnId: string; readonly conversationId: string },
): Promise<void> {
  await cancelTurnRow(deps, { ...turn, reason: "nobody reads its stream" });
}
