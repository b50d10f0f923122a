import { InstanceVersion, InstanceVersionParams } from "@service/contract";
import { presentVersion, readVersion as read } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";

export const readVersion = route({
  id: "conversationInstances.versions.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/versions/{version}",
  summary: "Read a release of a conversation instance",
  params: InstanceVersionParams,
  responses: { 200: InstanceVersion },
  errors: ["conversation_instance_not_found", "conversation_instance_version_not_found"],
  async handle({ caller, deps, params, reply }) {
    return reply(200, await presentVersion(deps, await read(deps, caller, params.slug, params.version)));
  },
});
