import { ConversationInstance, InstanceParams } from "@service/contract";
import { presentInstance, requireInstance } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";

export const readInstance = route({
  id: "conversationInstances.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}",
  summary: "Read a conversation instance",
  params: InstanceParams,
  responses: { 200: ConversationInstance },
  errors: ["conversation_instance_not_found"],
  async handle({ caller, deps, params, reply }) {
    return reply(200, presentInstance(await requireInstance(deps, caller, params.slug)));
  },
});
