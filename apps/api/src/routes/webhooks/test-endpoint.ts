import { EndpointParams, WebhookDelivery } from "@service/contract";
import { presentDelivery } from "@service/domain/deliveries";
import { testEndpoint as test } from "@service/domain/events";

import { route } from "../../http/route.ts";

export const testEndpoint = route({
  id: "webhooks.test",
  method: "POST",
  path: "/api/v1/webhooks/{endpoint_id}/test",
  summary: "Send a test event to a webhook endpoint",
  description: "Type `webhook.test` with a random id; signed, logged and retried like any delivery.",
  access: { key: "any", capabilities: ["webhooks:manage"] },
  params: EndpointParams,
  responses: { 202: WebhookDelivery },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found"],
  async handle({ caller, deps, params, reply }) {
    return reply(202, presentDelivery(await test(deps, caller, params.endpoint_id)));
  },
});
