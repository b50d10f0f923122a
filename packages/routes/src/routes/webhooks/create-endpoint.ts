import { CreatedEndpoint, CreateEndpointRequest, limits } from "@service/contract";
import { createEndpoint as create, presentEndpoint } from "@service/domain/webhook-endpoints";
import { createAddressGuard } from "@service/outgoing";

import { route } from "../../http/route.ts";

export const createEndpoint = route({
  id: "webhooks.create",
  method: "POST",
  path: "/api/v1/webhooks",
  summary: "Register a webhook endpoint",
  description:
    "Store the signing secret of the answer: it is not shown again. The endpoint belongs to the key's environment, which " +
    "has at most 20. `details.reason` of `invalid_url` is the rule that the URL breaks.",
  body: { schema: CreateEndpointRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 201: CreatedEndpoint },
  errors: ["invalid_url", "invalid_events", "invalid_payload_mode", "invalid_header", "webhook_endpoint_limit_reached"],
  async handle({ caller, settings, deps, body, reply }) {
    const { endpoint, secret } = await create(deps, {
      owner: caller,
      guard: createAddressGuard({
        allowedCidrs: settings.webhookAllowedCidrs,
        deniedHosts: settings.webhookDeniedHosts,
        openedBy: settings.webhookAddressesOpenedBy,
      }),
      request: {
        url: body.url,
        events: body.events,
        payloadMode: body.payload_mode,
        description: body.description,
        headers: body.headers,
        maxPerSecond: body.max_per_second,
        maxInFlight: body.max_in_flight,
        autoRecover: body.auto_recover,
      },
    });
    return reply(201, { ...presentEndpoint(endpoint), secret });
  },
});
