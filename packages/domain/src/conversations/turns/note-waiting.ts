import { type Database, statement } from "@service/db";

/**
 * Tells the readers of a turn that no worker has taken it yet, once: as the next frame of its first attempt, which nobody
 * else writes before a worker claims the turn (TURN-33).
 */
const note = statement(
  "turns_note_waiting",
  `with mine as (
     update turns t set last_seq = 2 where t.id = $1 and t.status = 'queued' and t.attempt = 0 and t.last_seq = 1
     returning t.id, turn_hour(t.created_at) as hour
   )
   insert into turn_frames (turn_hour, turn_id, attempt, seq, body) select hour, id, 1, 2, $2 from mine
   on conflict do nothing returning turn_id`,
);

const body = JSON.stringify({
  type: "notice",
  code: "waiting",
  message: "No worker has taken the turn yet.",
  detail: {},
});

/** @returns whether it was this call that told them. */
export async function noteWaiting(db: Database, turnId: string): Promise<boolean> {
  const { rowCount } = await db.pool.query(note([turnId, body]));
  return rowCount === 1;
}
