import { EndpointParams, limits, RotatedSecret, RotateSecretRequest } from "@service/contract";
import { rotateSecret as rotate } from "@service/domain/webhook-endpoints";

import { route } from "../../http/route.ts";

export const rotateSecret = route({
  id: "webhooks.rotateSecret",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/secret/rotate",
  summary: "Give a webhook endpoint a new signing secret",
  description: "Deliveries are signed with every live secret, newest first. At most three are live at a time.",
  params: EndpointParams,
  body: { schema: RotateSecretRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 200: RotatedSecret },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found", "secret_limit_reached"],
  async handle({ caller, deps, params, body, reply }) {
    const { secret, previousExpireAt } = await rotate(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      previousExpiresInSeconds: body.previous_expires_in,
    });
    return reply(200, {
      endpoint_id: params.endpoint_id,
      secret,
      previous_expire_at: previousExpireAt.toISOString(),
    });
  },
});
