import { EndpointParams } from "@service/contract";
import { deleteEndpoint as remove } from "@service/domain/webhook-endpoints";

import { empty } from "@service/http";
import { route } from "../../http/route.ts";

export const deleteEndpoint = route({
  id: "webhooks.delete",
  method: "DELETE",
  path: "/api/v1/webhooks/{endpoint_id}",
  summary: "Delete a webhook endpoint",
  description: "Cancels its unfinished deliveries.",
  params: EndpointParams,
  responses: { 204: empty },
  errors: ["missing_endpoint_id", "invalid_endpoint_id", "webhook_endpoint_not_found"],
  async handle({ caller, deps, params, reply }) {
    await remove(deps, caller, params.endpoint_id);
    return reply(204);
  },
});
