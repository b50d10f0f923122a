import { EvalRunList, InstanceParams } from "@service/contract";
import { listEvalRuns as list, presentEvalRun } from "@service/domain/evals";
import { route } from "../../http/route.ts";
import { requestedPage, PageQuery } from "../../http/page-query.ts";

export const listEvalRuns = route({
  id: "evalRuns.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-runs",
  summary: "List evaluations",
  description: "Those of the key's environment, newest first.",
  params: InstanceParams,
  query: PageQuery,
  responses: { 200: EvalRunList },
  errors: ["conversation_instance_not_found", "invalid_cursor"],
  async handle({ caller, deps, params, query, reply }) {
    const { rows, nextCursor } = await list(deps, caller, params.slug, requestedPage(query));
    return reply(200, { eval_runs: rows.map(presentEvalRun), next_cursor: nextCursor });
  },
});
