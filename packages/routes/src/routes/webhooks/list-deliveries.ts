import { DeliveryList, DeliveryListQuery, EndpointParams } from "@service/contract";
import { listDeliveries as list, presentDelivery } from "@service/domain/deliveries";

import { route } from "../../http/route.ts";

export const listDeliveries = route({
  id: "webhooks.listDeliveries",
  method: "GET",
  path: "/api/v1/webhooks/{endpoint_id}/deliveries",
  summary: "List the deliveries of a webhook endpoint",
  description: "Newest first. Use a cursor only with the endpoint and the filters of the page that returned it.",
  params: EndpointParams,
  query: DeliveryListQuery,
  responses: { 200: DeliveryList },
  errors: [
    "missing_endpoint_id",
    "invalid_endpoint_id",
    "webhook_endpoint_not_found",
    "invalid_cursor",
    "invalid_run_id",
  ],
  async handle({ caller, deps, params, query, reply }) {
    const { deliveries, nextCursor } = await list(deps, {
      owner: caller,
      endpointId: params.endpoint_id,
      filter: {
        state: query.state,
        eventType: query.event_type,
        runId: query.run_id,
        createdFrom: query.created_from === undefined ? undefined : new Date(query.created_from),
        createdTo: query.created_to === undefined ? undefined : new Date(query.created_to),
      },
      limit: query.limit,
      cursor: query.cursor,
    });
    return reply(200, { deliveries: deliveries.map(presentDelivery), next_cursor: nextCursor });
  },
});
