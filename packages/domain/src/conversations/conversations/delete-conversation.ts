import { fail } from "@service/contract";
import { statement } from "@service/db";
import type { Actor, EnvironmentScope } from "../../identity/access/index.ts";
import { auditInsert, auditValues } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { type ConversationScope, type NamedConversation, requireConversation } from "./conversation.ts";

/** Hides a conversation; its Idempotency-Key is free again. */
const hide = statement(
  "conversations_hide",
  `with c as (
     update conversations set deleted_at = now(), erases_derived = @erases_derived, idem_hash = null, updated_at = now()
     where id = @id and deleted_at is null
     returning id, organization_id, environment_slug, turn_count
   ), audited as (
     ${auditInsert({
       kind: "conversation",
       id: "c.id",
       organizationId: "c.organization_id",
       environment: "c.environment_slug",
       before: "jsonb_build_object('turn_count', c.turn_count)",
       after: "jsonb_build_object('deleted', true, 'erase_derived', @erases_derived::boolean)",
       from: "c",
     })}
   )
   select c.id from c`,
);

/**
 * Deletes a conversation (CONV-28): from now on nobody finds it; its rows and files go within the hour. With
 * `erasesDerived` the scenarios that were promoted from it are retired and blanked then. Cancel its turn afterwards: none
 * begins in a conversation that nobody finds.
 * @returns its id.
 * @throws `conversation_instance_not_found`, `conversation_not_found`
 */
export async function deleteConversation(
  deps: Pick<Deps, "db">,
  actor: Actor & EnvironmentScope,
  scope: ConversationScope,
  named: NamedConversation & { readonly erasesDerived: boolean },
): Promise<string> {
  const { id } = await requireConversation(deps, scope, named);
  const { rowCount } = await deps.db.pool.query(
    hide({ id, erasesDerived: named.erasesDerived, ...auditValues(actor, "conversations.delete") }),
  );
  if (rowCount !== 1) throw fail("conversation_not_found");
  return id;
}
