import { InstanceDraft, InstanceParams, limits, SaveDraftRequest } from "@service/contract";
import { draftOf, presentDraft, saveDraft as save } from "@service/domain/conversations";
import { route } from "../../../http/route.ts";
import { ConditionHeaders, etagOf } from "../../../http/revision.ts";

export const saveDraft = route({
  id: "conversationInstances.draft.save",
  method: "PUT",
  path: "/api/v1/conversation-instances/{slug}/draft",
  summary: "Save the draft of a conversation instance",
  description:
    "Replaces the whole configuration. Members that are left out have their default, and unknown members are refused. Releases stay as they are.",
  hasEtag: true,
  params: InstanceParams,
  headers: ConditionHeaders,
  body: { schema: SaveDraftRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: InstanceDraft },
  errors: [
    "conversation_instance_not_found",
    "conversation_instance_archived",
    "precondition_required",
    "revision_conflict",
    "invalid_instance_config",
    "provider_not_configured",
  ],
  async handle({ caller, deps, params, headers, body, reply }) {
    const saved = await save(deps, caller, params.slug, { ifMatch: headers["if-match"], config: body.config });
    return reply(200, presentDraft(await draftOf(deps, saved)), { etag: etagOf(saved.revision) });
  },
});
