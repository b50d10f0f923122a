import { type Database, statement } from "@service/db";
import { storedError } from "./turn-errors.ts";

const refuseUnqueued = statement(
  "turns_refuse_unqueued",
  `update turns set status = 'failed', error = $2, completed_at = now(), last_seq = last_seq + 2
   where id = $1 and status = 'queued' and attempt = 0
   returning id`,
);

/**
 * TURN-11: fails a turn whose wake-up could not be sent. Safe to repeat.
 * @returns false when a worker took it, or a caller cancelled it, before.
 */
export async function refuseUnqueuedTurn(db: Database, turnId: string): Promise<boolean> {
  const error = storedError({ code: "queue_unreachable", reason: null, retryable: false });
  const { rowCount } = await db.pool.query(refuseUnqueued([turnId, error]));
  return rowCount === 1;
}
