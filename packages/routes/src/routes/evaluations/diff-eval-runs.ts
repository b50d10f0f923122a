import { EvalDiff, EvalRunParams } from "@service/contract";
import { diffEvalRuns as diff } from "@service/domain/evals";

import * as z from "zod";
import { route } from "../../http/route.ts";
import { requestedPage, PageQuery } from "../../http/page-query.ts";

export const diffEvalRuns = route({
  id: "evalRuns.diff",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/diff",
  summary: "Compare two evaluations",
  description:
    "What the run of the path (`head`) does better and worse than another one (`base`): `latest_release` is the best run of the latest release in the key's environment.",
  params: EvalRunParams,
  query: PageQuery.extend({
    against: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: "The id of an evaluation, or `latest_release`.", examples: ["latest_release"] }),
  }),
  responses: { 200: EvalDiff },
  errors: [
    "conversation_instance_not_found",
    "eval_run_not_found",
    "eval_run_not_finished",
    "eval_runs_not_comparable",
    "invalid_cursor",
  ],
  async handle({ caller, viewer, deps, params, query, reply }) {
    const request = { slug: params.slug, id: params.eval_run_id, against: query.against, ...requestedPage(query) };
    return reply(200, await diff(deps, caller, viewer, request));
  },
});
