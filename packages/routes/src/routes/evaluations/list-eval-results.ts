import { EvalResultList, evalResultStatuses, EvalRunParams } from "@service/contract";
import { listEvalResults as list, presentResult } from "@service/domain/evals";

import * as z from "zod";
import { route } from "../../http/route.ts";
import { requestedPage, PageQuery } from "../../http/page-query.ts";

export const listEvalResults = route({
  id: "evalRuns.results.list",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/results",
  summary: "List the results of an evaluation",
  description: "By scenario and trial, as far as they are there.",
  params: EvalRunParams,
  query: PageQuery.extend({ status: z.enum(evalResultStatuses).optional() }),
  responses: { 200: EvalResultList },
  errors: ["conversation_instance_not_found", "eval_run_not_found", "invalid_cursor"],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const named = { slug: params.slug, id: params.eval_run_id };
    const { rows, nextCursor } = await list(deps, caller, named, { status: query.status, ...requestedPage(query) });
    return reply(200, { results: rows.map((row) => presentResult(row, viewer)), next_cursor: nextCursor });
  },
});
