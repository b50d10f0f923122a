import { EvalScenario, EvalScenarioParams, limits, UpdateEvalScenarioRequest } from "@service/contract";
import { presentScenario, updateScenario } from "@service/domain/evals";

import { route } from "../../http/route.ts";
import { ConditionHeaders, etagOf } from "../../http/revision.ts";

export const updateEvalScenario = route({
  id: "evalScenarios.update",
  method: "PATCH",
  path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}",
  summary: "Change an evaluation scenario",
  description:
    "Writes the next revision, and makes earlier evaluations stale. Members that are left out stay as they are; a change to what is there already writes nothing.",
  hasEtag: true,
  params: EvalScenarioParams,
  headers: ConditionHeaders,
  body: { schema: UpdateEvalScenarioRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 200: EvalScenario },
  errors: [
    "conversation_instance_not_found",
    "eval_scenario_not_found",
    "precondition_required",
    "revision_conflict",
    "eval_scenario_retired",
    "invalid_eval_scenario",
    "provider_not_configured",
  ],
  async handle({ caller, viewer, deps, params, headers, body, reply }) {
    const named = { slug: params.slug, key: params.scenario_key };
    const row = await updateScenario(deps, caller, viewer, named, { ifMatch: headers["if-match"], patch: body });
    return reply(200, presentScenario(row, viewer), { etag: etagOf(row.revision) });
  },
});
