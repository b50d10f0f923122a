import { EvalScenarioList, evalScenarioStatuses, evalTagPattern, InstanceParams } from "@service/contract";
import { listScenarios as list, presentScenario } from "@service/domain/evals";

import * as z from "zod";
import { route } from "../../http/route.ts";
import { requestedPage, PageQuery } from "../../http/page-query.ts";

export const listEvalScenarios = route({
  id: "evalScenarios.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-scenarios",
  summary: "List evaluation scenarios",
  params: InstanceParams,
  query: PageQuery.extend({
    status: z.enum(evalScenarioStatuses).optional(),
    tag: z
      .string()
      .regex(evalTagPattern, "must be a tag")
      .optional()
      .meta({ examples: ["claims"] }),
  }),
  responses: { 200: EvalScenarioList },
  errors: ["conversation_instance_not_found", "invalid_cursor"],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const { status, tag } = query;
    const { rows, nextCursor } = await list(deps, caller, params.slug, { status, tag, ...requestedPage(query) });
    return reply(200, { eval_scenarios: rows.map((row) => presentScenario(row, viewer)), next_cursor: nextCursor });
  },
});
