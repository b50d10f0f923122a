import { EvalScenario, EvalScenarioParams, wholeNumber } from "@service/contract";
import { presentScenario, readScenario } from "@service/domain/evals";

import * as z from "zod";
import { route } from "../../http/route.ts";
import { etagOf } from "../../http/revision.ts";

export const readEvalScenario = route({
  id: "evalScenarios.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-scenarios/{scenario_key}",
  summary: "Read an evaluation scenario",
  hasEtag: true,
  params: EvalScenarioParams,
  query: z.strictObject({
    revision: wholeNumber(1, 2_147_483_647)
      .optional()
      .meta({ description: "An earlier revision; the current one when left out.", examples: [1] }),
  }),
  responses: { 200: EvalScenario },
  errors: ["conversation_instance_not_found", "eval_scenario_not_found"],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const named = { slug: params.slug, key: params.scenario_key, revision: query.revision };
    const row = await readScenario(deps, caller, named);
    return reply(200, presentScenario(row, viewer), { etag: etagOf(row.currentRevision) });
  },
});
