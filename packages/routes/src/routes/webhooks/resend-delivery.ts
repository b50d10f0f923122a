import { DeliveryParams, EmptyRequest, limits, RunSubmissionHeaders, WebhookDelivery } from "@service/contract";
import { presentDelivery, resendDelivery as resend } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const resendDelivery = route({
  id: "webhooks.resend",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}/resend",
  summary: "Send a delivery again",
  description:
    "Same delivery id, event id and bytes, in a new cycle of attempts; one attempt on a disabled endpoint. Send an " +
    "`Idempotency-Key` to retry the request safely: a repeat sends nothing more.",
  params: DeliveryParams,
  headers: RunSubmissionHeaders.pick({ "idempotency-key": true }),
  body: { schema: EmptyRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 202: WebhookDelivery },
  errors: [
    "missing_endpoint_id",
    "invalid_endpoint_id",
    "webhook_endpoint_not_found",
    "webhook_delivery_not_found",
    "delivery_in_progress",
    "delivery_not_resendable",
    "delivery_body_expired",
    "invalid_idempotency_key",
  ],
  async handle({ caller, deps, params, headers, reply }) {
    const delivery = await resend(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      deliveryId: params.delivery_id,
      idempotencyKey: headers["idempotency-key"],
    });
    return reply(202, presentDelivery(delivery));
  },
});
