import { EmptyRequest, EndpointParams, limits, WebhookDelivery } from "@service/contract";
import { presentDelivery, testEndpoint as test } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const testEndpoint = route({
  id: "webhooks.test",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/test",
  summary: "Send a test event to a webhook endpoint",
  description: "Sends type `webhook.test` with a random id, signed, logged and retried like any delivery.",
  params: EndpointParams,
  body: { schema: EmptyRequest, limitBytes: limits.jsonBodyBytes, optional: true },
  responses: { 202: WebhookDelivery },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found"],
  async handle({ caller, deps, params, reply }) {
    return reply(202, presentDelivery(await test(deps, caller, params.endpoint_id)));
  },
});
