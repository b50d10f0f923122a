import { EndpointParams, WebhookEndpoint } from "@service/contract";
import { getEndpoint as get, presentEndpoint } from "@service/domain/webhook-endpoints";

import { route } from "../../http/route.ts";

export const getEndpoint = route({
  id: "webhooks.get",
  method: "GET",
  path: "/api/v1/webhooks/{endpoint_id}",
  summary: "Read a webhook endpoint",
  params: EndpointParams,
  responses: { 200: WebhookEndpoint },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found"],
  async handle({ caller, deps, params, reply }) {
    return reply(200, presentEndpoint(await get(deps, caller, params.endpoint_id)));
  },
});
