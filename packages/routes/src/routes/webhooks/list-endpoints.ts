import { EndpointList } from "@service/contract";
import { listEndpoints as list, presentEndpoint } from "@service/domain/webhook-endpoints";

import { route } from "../../http/route.ts";

export const listEndpoints = route({
  id: "webhooks.list",
  method: "GET",
  path: "/api/v1/webhooks",
  summary: "List the webhook endpoints of the key's environment",
  responses: { 200: EndpointList },
  errors: [],
  async handle({ caller, deps, reply }) {
    return reply(200, { endpoints: (await list(deps, caller)).map(presentEndpoint) });
  },
});
