import type { WebhookEndpoint as EndpointResource } from "@service/contract";
import type * as z from "zod";

import type { Endpoint } from "./endpoint.ts";
import { maskedHeaderValue } from "./endpoint-headers.ts";

/** An endpoint as the contract shows it: header values masked, no secret (HOOK-2, HOOK-5). */
export function presentEndpoint(endpoint: Endpoint): z.input<typeof EndpointResource> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: [...endpoint.events],
    payload_mode: endpoint.payloadMode,
    description: endpoint.description,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    retry_policy: endpoint.retryPolicy,
    headers: Object.fromEntries(endpoint.headerNames.map((name) => [name, maskedHeaderValue])),
    max_per_second: endpoint.maxPerSecond,
    max_in_flight: endpoint.maxInFlight,
    auto_recover: endpoint.autoRecover,
    environment: endpoint.environment,
    health: {
      last_success_at: endpoint.lastSuccessAt?.toISOString() ?? null,
      first_failure_at: endpoint.firstFailureAt?.toISOString() ?? null,
      failures_in_a_row: endpoint.failuresInARow,
    },
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}
