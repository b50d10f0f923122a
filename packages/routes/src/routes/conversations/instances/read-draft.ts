import { InstanceDraft, InstanceParams } from "@service/contract";
import { presentDraft, readDraft as read } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";
import { etagOf } from "../../../http/revision.ts";

export const readDraft = route({
  id: "conversationInstances.draft.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/draft",
  summary: "Read the draft of a conversation instance",
  description:
    "The configuration that is being edited, the models that it may name, and what a release of it still needs.",
  hasEtag: true,
  params: InstanceParams,
  responses: { 200: InstanceDraft },
  errors: ["conversation_instance_not_found"],
  async handle({ caller, deps, params, reply }) {
    const draft = await read(deps, caller, params.slug);
    return reply(200, presentDraft(draft), { etag: etagOf(draft.instance.revision) });
  },
});
