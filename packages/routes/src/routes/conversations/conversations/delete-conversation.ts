import { ConversationParams } from "@service/contract";
import { deleteConversation as remove } from "@service/domain/conversations";

import { cancelActiveTurn } from "@service/domain/turns";
import { empty } from "@service/http";
import * as z from "zod";
import { route } from "../../../http/route.ts";

export const deleteConversation = route({
  id: "conversations.delete",
  method: "DELETE",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}",
  summary: "Delete a conversation",
  description:
    "It is gone for every reader at once, and a turn under way is cancelled. Texts, frames and files are removed within the hour. With `erase_derived=true` evaluation scenarios that were promoted from it are retired and blanked.",
  params: ConversationParams,
  query: z.strictObject({ erase_derived: z.enum(["true", "false"]).optional() }),
  responses: { 204: empty },
  errors: ["conversation_instance_not_found", "conversation_not_found"],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const erasesDerived = query.erase_derived === "true";
    const id = await remove(deps, caller, viewer, { slug, conversationId, erasesDerived });
    await cancelActiveTurn(deps, id, "the conversation was deleted");
    return reply(204);
  },
});
