import { EmptyRequest, limits, RecoveryParams, WebhookRecovery } from "@service/contract";
import { cancelRecovery as cancel, presentRecovery } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const cancelRecovery = route({
  id: "webhooks.cancelRecovery",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}/cancel",
  summary: "Cancel a recovery",
  description:
    "Deliveries that it has already queued again are still sent. A recovery that has ended is returned unchanged.",
  params: RecoveryParams,
  body: { schema: EmptyRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: WebhookRecovery },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found", "webhook_recovery_not_found"],
  async handle({ caller, deps, params, reply }) {
    const recovery = await cancel(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      recoveryId: params.recovery_id,
    });
    return reply(200, presentRecovery(recovery));
  },
});
