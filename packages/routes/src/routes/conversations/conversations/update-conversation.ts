import { Conversation, ConversationParams, limits, UpdateConversationRequest } from "@service/contract";
import { presentConversation, updateConversation as update } from "@service/domain/conversations";

import { route } from "../../../http/route.ts";

export const updateConversation = route({
  id: "conversations.update",
  method: "PATCH",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}",
  summary: "Change a conversation",
  description: "`status: archived` refuses new turns. `metadata` replaces the metadata as a whole.",
  params: ConversationParams,
  body: { schema: UpdateConversationRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: Conversation },
  errors: ["conversation_instance_not_found", "conversation_not_found", "turn_in_progress"],
  async handle({ viewer, deps, params, body, reply }) {
    const { slug, conversation_id: conversationId } = params;
    const { title, metadata, status } = body;
    const changed = await update(deps, viewer, { slug, conversationId }, { title, metadata, status });
    return reply(200, presentConversation(changed));
  },
});
