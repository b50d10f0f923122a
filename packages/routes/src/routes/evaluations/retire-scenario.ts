import { EvalScenario, EvalScenarioParams, limits, RetireEvalScenarioRequest } from "@service/contract";
import { presentScenario, retireScenario } from "@service/domain/evals";

import { route } from "../../http/route.ts";

export const retireEvalScenario = route({
  id: "evalScenarios.retire",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}/retire",
  summary: "Retire an evaluation scenario",
  description:
    "Later evaluations leave it out and the gate does not count it. It cannot be undone; its key stays taken.",
  params: EvalScenarioParams,
  body: {
    schema: RetireEvalScenarioRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  responses: { 200: EvalScenario },
  errors: ["conversation_instance_not_found", "eval_scenario_not_found"],
  async handle({ caller, viewer, deps, params, body, reply }) {
    const named = { slug: params.slug, key: params.scenario_key };
    const row = await retireScenario(deps, caller, named, body.reason);
    return reply(200, presentScenario(row, viewer));
  },
});
