import { EndpointParams, limits, RecoverRequest, RunSubmissionHeaders, WebhookRecovery } from "@service/contract";
import { presentRecovery, startRecovery } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const recoverDeliveries = route({
  id: "webhooks.recover",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/recover",
  summary: "Send the dead letters of a webhook endpoint again",
  description:
    "All dead letters created in the window with the given reason, each in a new cycle of attempts, at the endpoint's " +
    "rate. Read the progress under `/recoveries/{recovery_id}`; the recovery survives restarts of the service. The same " +
    "`Idempotency-Key` returns the recovery it started. One runs at a time; while the endpoint is disabled it waits.",
  params: EndpointParams,
  headers: RunSubmissionHeaders.pick({ "idempotency-key": true }),
  body: { schema: RecoverRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 202: WebhookRecovery },
  errors: [
    "missing_endpoint_id",
    "invalid_endpoint_id",
    "webhook_endpoint_not_found",
    "invalid_recovery_window",
    "recovery_in_progress",
    "recovery_key_reused",
    "invalid_idempotency_key",
  ],
  async handle({ caller, deps, params, headers, body, reply }) {
    const recovery = await startRecovery(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      since: new Date(body.since),
      until: body.until === undefined ? undefined : new Date(body.until),
      reason: body.reason,
      idempotencyKey: headers["idempotency-key"],
    });
    return reply(202, presentRecovery(recovery));
  },
});
