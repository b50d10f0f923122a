import type { EndpointStatus, PayloadMode, RunEventType } from "@service/contract";

import type { Caller } from "../keys/index.ts";

/** Whose endpoints: an endpoint is visible in its own environment only (webhooks.md 5.1). */
export type EndpointOwner = Pick<Caller, "organizationId" | "environmentId">;

/** A webhook endpoint as stored; secrets and header values are sealed and not part of it. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly RunEventType[];
  readonly payloadMode: PayloadMode;
  readonly retryPolicy: string;
  readonly status: EndpointStatus;
  readonly disabledReason: "manual" | "gone" | "failing" | null;
  readonly disabledAt: Date | null;
  readonly headerNames: readonly string[];
  readonly maxPerSecond: number;
  readonly maxInFlight: number;
  readonly autoRecover: boolean;
  readonly lastSuccessAt: Date | null;
  readonly firstFailureAt: Date | null;
  readonly failuresInARow: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly environment: string;
}

/** Columns of an `Endpoint` in a statement that has `webhook_endpoints e` and `environments v`. */
export const endpointColumns = `
  e.id, e.url, e.description, e.events, e.payload_mode as "payloadMode", e.retry_policy as "retryPolicy", e.status,
  e.disabled_reason as "disabledReason", e.disabled_at as "disabledAt", e.header_names as "headerNames",
  e.max_per_second as "maxPerSecond", e.max_in_flight as "maxInFlight", e.auto_recover as "autoRecover",
  e.last_success_at as "lastSuccessAt", e.first_failure_at as "firstFailureAt",
  e.failures_in_a_row as "failuresInARow", e.created_at as "createdAt", e.updated_at as "updatedAt",
  v.slug as environment`;
