import { type ConversationStatus, fail } from "@service/contract";
import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import {
  type ConversationRow,
  type ConversationScope,
  lockConversation,
  type NamedConversation,
  requireConversation,
} from "./conversation.ts";

/** What a request changes; absent members stay. */
export interface ConversationChanges {
  readonly title: string | undefined;
  /** Replaces the metadata as a whole. */
  readonly metadata: Readonly<Record<string, string>> | undefined;
  readonly status: ConversationStatus | undefined;
}

const change = statement(
  "conversations_change",
  `update conversations set title = coalesce($2::text, title), metadata = coalesce($3::jsonb, metadata),
     status = coalesce($4::text::conversation_status, status), updated_at = now()
   where id = $1`,
);

/**
 * Changes a conversation. One with a turn under way is not archived (CONV-27): the check holds the lock under which turns
 * begin.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `turn_in_progress` with the turn.
 */
export async function updateConversation(
  deps: Pick<Deps, "db">,
  scope: ConversationScope,
  named: NamedConversation,
  { title, metadata, status }: ConversationChanges,
): Promise<ConversationRow> {
  await requireConversation(deps, scope, named);
  return deps.db.inTransaction(async (tx) => {
    await lockConversation(tx, scope, named);
    const { id, activeTurnId } = await requireConversation(deps, scope, named, tx);
    if (status === "archived" && activeTurnId !== null)
      throw fail("turn_in_progress", { details: { turn_id: activeTurnId } });
    await tx.query(change([id, title ?? null, metadata ? JSON.stringify(metadata) : null, status ?? null]));
    return requireConversation(deps, scope, named, tx);
  });
}
