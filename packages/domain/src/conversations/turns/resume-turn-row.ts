import type { ResumeMode } from "@service/contract";
import { isUniqueViolation, type Database, statement } from "@service/db";
import { turnLimits } from "@service/contract";

/**
 * TURN-18: a turn that was interrupted or failed in a way that may pass waits for a worker again, with the version, history
 * and passages of its first attempt. Under the lock of the conversation, so that it is still the newest turn.
 */
const resume = statement(
  "turns_resume",
  `with place as materialized (
     select c.id, c.head_turn_id from conversations c
     where c.id = @conversation_id and c.deleted_at is null for update
   )
   update turns t set status = 'queued', resume_mode = @mode, rights = @rights, completed_at = null, error = null,
     incomplete_reason = null, cancel_requested_at = null, cancel_reason = null
   from place p
   where t.id = @turn_id and t.conversation_id = p.id and p.head_turn_id = t.id
     and (t.status = 'interrupted' or (t.status = 'failed' and coalesce((t.error::jsonb ->> 'retryable')::boolean, false)))
     and t.attempt between 1 and @attempts_max - 1 and t.created_at > now() - make_interval(hours => @resumable_hours)
   returning t.id`,
);

/** @returns false where the turn cannot be resumed as it stands now. */
export async function resumeTurnRow(
  db: Database,
  turn: {
    readonly turnId: string;
    readonly conversationId: string;
    readonly mode: ResumeMode;
    /** JSON text. */
    readonly rights: string;
  },
): Promise<boolean> {
  const { turnId, conversationId, mode, rights } = turn;
  try {
    const { rowCount } = await db.pool.query(
      resume({
        turnId,
        conversationId,
        mode,
        rights,
        attemptsMax: turnLimits.attemptsMax,
        resumableHours: turnLimits.resumableHours,
      }),
    );
    return rowCount === 1;
  } catch (error) {
    // Another turn of the conversation became active.
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}
