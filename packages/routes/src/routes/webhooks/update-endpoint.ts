import { EndpointParams, limits, UpdateEndpointRequest, WebhookEndpoint } from "@service/contract";
import { presentEndpoint, updateEndpoint as update } from "@service/domain/webhook-endpoints";
import { createAddressGuard } from "@service/outgoing";

import { route } from "../../http/route.ts";

export const updateEndpoint = route({
  id: "webhooks.update",
  method: "PATCH",
  path: "/api/v1/webhooks/{endpoint_id}",
  summary: "Change, enable or disable a webhook endpoint",
  description:
    "Disable it to hold its waiting deliveries; enabling resumes them at the endpoint's rate. Existing deliveries keep " +
    "their content.",
  params: EndpointParams,
  body: { schema: UpdateEndpointRequest, limitBytes: limits.jsonBodyBytes },
  responses: { 200: WebhookEndpoint },
  errors: [
    "missing_endpoint_id",
    "invalid_endpoint_id",
    "webhook_endpoint_not_found",
    "invalid_url",
    "invalid_events",
    "invalid_payload_mode",
    "invalid_header",
  ],
  async handle({ caller, settings, deps, params, body, reply }) {
    const endpoint = await update(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      guard: createAddressGuard({
        allowedCidrs: settings.webhookAllowedCidrs,
        deniedHosts: settings.webhookDeniedHosts,
        openedBy: settings.webhookAddressesOpenedBy,
      }),
      patch: {
        url: body.url,
        events: body.events,
        payloadMode: body.payload_mode,
        description: body.description,
        headers: body.headers,
        maxPerSecond: body.max_per_second,
        maxInFlight: body.max_in_flight,
        autoRecover: body.auto_recover,
        status: body.status,
      },
    });
    return reply(200, presentEndpoint(endpoint));
  },
});
