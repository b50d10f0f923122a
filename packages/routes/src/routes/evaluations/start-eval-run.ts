import { EvalRunAccepted, InstanceParams, limits, RunSubmissionHeaders, StartEvalRunRequest } from "@service/contract";
import { startEvalRun as start } from "@service/domain/evals";

import { asJsonObject } from "@service/json";
import { route } from "../../http/route.ts";

export const startEvalRun = route({
  id: "evalRuns.start",
  method: "POST",
  path: "/api/v1/conversation-instances/{slug}/eval-runs",
  summary: "Start an evaluation",
  description:
    "Answers the active scenarios under the draft, or a release, as it is at this moment; later changes do not alter the run. Send an `Idempotency-Key` to retry safely.",
  params: InstanceParams,
  headers: RunSubmissionHeaders.pick({ "idempotency-key": true }),
  body: {
    schema: StartEvalRunRequest,
    limitBytes: limits.jsonBodyBytes,
    tooLarge: "request_bound_exceeded",
    optional: true,
  },
  responses: { 202: EvalRunAccepted },
  errors: [
    "invalid_idempotency_key",
    "conversation_instance_not_found",
    "conversation_instance_version_not_found",
    "idempotency_key_reused",
    "no_eval_scenarios",
    "eval_run_too_large",
    "queue_unreachable",
  ],
  async handle({ caller, viewer, deps, params, headers, body, reply }) {
    const { id, status } = await start(deps, viewer, {
      slug: params.slug,
      target: body.target ?? "draft",
      tags: body.tags,
      keys: body.keys,
      trials: body.trials,
      label: body.label,
      body: asJsonObject(JSON.parse(JSON.stringify(body))),
      idempotencyKey: headers["idempotency-key"],
      trigger: { type: "key", id: caller.id },
    });
    return reply(202, { eval_run_id: id, status });
  },
});
