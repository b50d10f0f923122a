import { EndpointParams, RecoverRequest, WebhookDelivery } from "@service/contract";
import { presentDelivery, previewRecovery } from "@service/domain/deliveries";
import * as z from "zod";
import { route } from "../http/route.ts";
import { PlaceParams } from "./shapes.ts";

const Preview = z.object({
  matched: z.int(),
  delivered: z.int().nullable(),
  counted_max: z.int(),
  max_per_second: z.int(),
  running_id: z.string().nullable(),
  until: z.string(),
  first: z.array(WebhookDelivery.extend({ arrived: z.enum(["yes", "perhaps", "no"]) })),
});

const recoveryPreview = route({
  id: "webhookRecovery.preview",
  method: "GET",
  path: "/console/v1/o/{organization_id}/e/{environment}/webhooks/{endpoint_id}/recovery-preview",
  summary: "What a recovery of a window would send again, and what it would leave alone",
  access: { scope: "environment", permission: "webhooks:manage" },
  params: PlaceParams.extend(EndpointParams.shape),
  query: RecoverRequest,
  responses: { 200: Preview },
  errors: ["webhook_endpoint_not_found", "missing_endpoint_id", "invalid_endpoint_id"],
  async handle({ deps, principal, params, query: { since, until, reason }, reply }) {
    const end = until === undefined ? new Date(deps.clock.nowMs()) : new Date(until);
    const preview = await previewRecovery(deps, {
      owner: principal,
      endpointId: params.endpoint_id,
      since: new Date(since),
      until: end,
      reason,
    });
    return reply(200, {
      matched: preview.matched,
      delivered: preview.delivered,
      counted_max: preview.countedMax,
      max_per_second: preview.maxPerSecond,
      running_id: preview.runningId,
      until: end.toISOString(),
      first: preview.first.map(({ delivery, arrived }) => ({ ...presentDelivery(delivery), arrived })),
    });
  },
});

export const webhookRoutes = [recoveryPreview];
