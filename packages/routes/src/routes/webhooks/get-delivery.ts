import { DeliveryParams, WebhookDeliveryDetail } from "@service/contract";
import { getDelivery as get, presentDeliveryDetail } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const getDelivery = route({
  id: "webhooks.getDelivery",
  method: "GET",
  path: "/api/v1/webhooks/{endpoint_id}/deliveries/{delivery_id}",
  summary: "Read a delivery and its attempts",
  params: DeliveryParams,
  responses: { 200: WebhookDeliveryDetail },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found", "webhook_delivery_not_found"],
  async handle({ caller, deps, params, reply }) {
    const { delivery, attempts } = await get(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      deliveryId: params.delivery_id,
    });
    return reply(200, presentDeliveryDetail(delivery, attempts));
  },
});
