import { EmptyRequest, EvalRun, EvalRunParams, limits } from "@service/contract";
import { cancelEvalRun as cancel, presentEvalRun } from "@service/domain/evals";
import { route } from "../../http/route.ts";

export const cancelEvalRun = route({
  id: "evalRuns.cancel",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/eval-runs/{eval_run_id}/cancel",
  summary: "Cancel an evaluation",
  description: "Results that are there stay. An evaluation that has ended stays as it is and answers 200.",
  params: EvalRunParams,
  body: { schema: EmptyRequest, limitBytes: limits.jsonBodyBytes, tooLarge: "request_bound_exceeded", optional: true },
  responses: { 200: EvalRun, 202: EvalRun },
  errors: ["conversation_instance_not_found", "eval_run_not_found"],
  async handle({ caller, deps, params, reply }) {
    const named = { slug: params.slug, id: params.eval_run_id };
    const { run, isCancelled } = await cancel(deps, caller, named);
    return reply(isCancelled ? 202 : 200, presentEvalRun(run));
  },
});
