import { EvalRun, EvalRunParams } from "@service/contract";
import { presentEvalRun, readEvalRun as read } from "@service/domain/evals";
import { route } from "../../http/route.ts";

export const readEvalRun = route({
  id: "evalRuns.read",
  method: "GET",
  path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}",
  summary: "Read an evaluation",
  params: EvalRunParams,
  responses: { 200: EvalRun },
  errors: ["conversation_instance_not_found", "eval_run_not_found"],
  async handle({ caller, deps, params, reply }) {
    const run = await read(deps, caller, { slug: params.slug, id: params.eval_run_id });
    return reply(200, presentEvalRun(run));
  },
});
