import { ConversationInstance, InstanceParams, limits, UpdateInstanceRequest } from "@service/contract";
import { presentInstance, updateInstance as update } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";

export const updateInstance = route({
  id: "conversationInstances.update",
  method: "PATCH",
  path: "/api/v1/conversation-instances/{slug}",
  summary: "Change a conversation instance",
  description:
    "`status: archived` refuses new conversations, turns, saves and releases; what is there can still be read. `eval_gate` replaces the rules for releases as a whole.",
  params: InstanceParams,
  body: { schema: UpdateInstanceRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: ConversationInstance },
  errors: ["conversation_instance_not_found"],
  async handle({ caller, deps, params, body, reply }) {
    const { label, description, status, eval_gate: evalGate, retention_days: retentionDays } = body;
    const changes = { label, description, status, evalGate, retentionDays };
    return reply(200, presentInstance(await update(deps, caller, params.slug, changes)));
  },
});
