import { ConversationInstance, CreateInstanceRequest, limits } from "@service/contract";
import { createInstance as create, presentInstance } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";

export const createInstance = route({
  id: "conversationInstances.create",
  method: "POST",
  path: "/api/v1/conversation-instances",
  summary: "Create a conversation instance",
  description:
    "A configured assistant. Its draft begins as `config`, every member that is left out with its default, and without a release: publish one before conversations of `live` begin.",
  body: { schema: CreateInstanceRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 201: ConversationInstance },
  errors: [
    "invalid_instance_config",
    "conversation_instance_slug_conflict",
    "conversation_instance_limit_reached",
    "provider_not_configured",
  ],
  async handle({ caller, deps, body, reply }) {
    const { slug, label, description = "", config } = body;
    return reply(201, presentInstance(await create(deps, caller, { slug, label, description, config })));
  },
});
