import { CreateEvalScenarioRequest, EvalScenario, InstanceParams, limits } from "@service/contract";
import { createScenario, presentScenario } from "@service/domain/evals";

import { route } from "../../http/route.ts";
import { etagOf } from "../../http/revision.ts";

export const createEvalScenario = route({
  id: "evalScenarios.create",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/eval-scenarios",
  summary: "Create an evaluation scenario",
  description:
    "Questions and what their answers must be like. A new active scenario makes earlier evaluations stale: the gate of a release asks for one that covers every active scenario.",
  hasEtag: true,
  params: InstanceParams,
  body: { schema: CreateEvalScenarioRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded" },
  responses: { 201: EvalScenario },
  errors: [
    "conversation_instance_not_found",
    "eval_scenario_key_conflict",
    "eval_scenario_limit_reached",
    "invalid_eval_scenario",
    "provider_not_configured",
  ],
  async handle({ caller, viewer, deps, params, body, reply }) {
    const { key, ...content } = body;
    const row = await createScenario(deps, caller, params.slug, { key, content });
    return reply(201, presentScenario(row, viewer), { etag: etagOf(row.revision) });
  },
});
