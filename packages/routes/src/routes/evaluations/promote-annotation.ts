import { ConversationAnnotationParams, EvalScenario, limits, PromoteAnnotationRequest } from "@service/contract";
import { presentScenario, promoteAnnotation as promote } from "@service/domain/evals";

import { route } from "../../http/route.ts";
import { etagOf } from "../../http/revision.ts";

export const promoteAnnotation = route({
  id: "conversations.annotations.promote",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/conversations/{conversation_id}/annotations/{annotation_id}/promote",
  summary: "Make a scenario of an annotated turn",
  description:
    "Copies the history before the turn, its question and, unless `freeze_grounding` is false, the passages that it was answered from. A correction asserts similarity to it, a thumbs-up to the answer; anything else needs `assertions`. Repeating it answers the same scenario.",
  hasEtag: true,
  params: ConversationAnnotationParams,
  body: { schema: PromoteAnnotationRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: EvalScenario, 201: EvalScenario },
  errors: [
    "conversation_instance_not_found",
    "conversation_not_found",
    "annotation_not_found",
    "annotation_not_promotable",
    "eval_scenario_key_conflict",
    "eval_scenario_limit_reached",
    "invalid_eval_scenario",
    "provider_not_configured",
  ],
  async handle({ caller, viewer, deps, params, body, reply }) {
    const { scenario, isNew } = await promote(deps, caller, viewer, {
      slug: params.slug,
      conversationId: params.conversation_id,
      annotationId: params.annotation_id,
      key: body.key,
      title: body.title,
      tags: body.tags,
      isRequired: body.required,
      assertions: body.assertions,
      freezesGrounding: body.freeze_grounding,
    });
    return reply(isNew ? 201 : 200, presentScenario(scenario, viewer), { etag: etagOf(scenario.revision) });
  },
});
