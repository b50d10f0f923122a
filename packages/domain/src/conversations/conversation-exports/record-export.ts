import { statement } from "@service/db";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { ConversationRow } from "../conversations/index.ts";
import type { Deps } from "../../deps.ts";

const insertRow = statement(
  "conversations_record_export",
  auditInsert({
    kind: "conversation",
    id: "c.id",
    organizationId: "c.organization_id",
    environment: "c.environment_slug",
    after: "jsonb_build_object('format', @format::text, 'turns', c.turn_count)",
    from: "(select * from conversations where id = @conversation_id) c",
  }),
);

/** Writes who exported which conversation, and in which form (CONV-61). */
export async function recordExport(
  deps: Pick<Deps, "db">,
  actor: Actor & EnvironmentScope,
  { conversation, format }: { readonly conversation: ConversationRow; readonly format: string },
): Promise<void> {
  await deps.db.pool.query(
    insertRow({ conversationId: conversation.id, format, ...auditValues(actor, "conversations.export") }),
  );
}
