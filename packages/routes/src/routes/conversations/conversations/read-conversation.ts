import { Conversation, ConversationParams } from "@service/contract";
import { presentConversation, requireConversation } from "@service/domain/conversations";

import { route } from "../../../http/route.ts";

export const readConversation = route({
  id: "conversations.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}",
  summary: "Read a conversation",
  params: ConversationParams,
  responses: { 200: Conversation },
  errors: ["conversation_instance_not_found", "conversation_not_found"],
  async handle({ viewer, deps, params, reply }) {
    const { slug, conversation_id: conversationId } = params;
    return reply(200, presentConversation(await requireConversation(deps, viewer, { slug, conversationId })));
  },
});
