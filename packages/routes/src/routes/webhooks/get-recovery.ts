import { RecoveryParams, WebhookRecovery } from "@service/contract";
import { getRecovery as get, presentRecovery } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const getRecovery = route({
  id: "webhooks.getRecovery",
  method: "GET",
  path: "/api/v1/webhooks/{endpoint_id}/recoveries/{recovery_id}",
  summary: "Read the progress of a recovery",
  params: RecoveryParams,
  responses: { 200: WebhookRecovery },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found", "webhook_recovery_not_found"],
  async handle({ caller, deps, params, reply }) {
    const recovery = await get(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      recoveryId: params.recovery_id,
    });
    return reply(200, presentRecovery(recovery));
  },
});
