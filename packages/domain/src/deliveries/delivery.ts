import type { DeadLetterReason, DeliveredEventType, DeliveryState, PayloadMode } from "@service/contract";

/** Whose deliveries: those of an environment's endpoints. */
export interface DeliveryOwner {
  readonly organizationId: string;
  readonly environmentId: string;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: DeliveredEventType;
  readonly runId: string | null;
  readonly mode: PayloadMode;
  readonly state: DeliveryState;
  readonly reason: DeadLetterReason | null;
  readonly cycle: number;
  /** Tries of this cycle. */
  readonly tries: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

/** Columns of a `Delivery` in a statement that has `webhook_deliveries d`. */
export const deliveryColumns = `
  d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", coalesce(d.platform_type, d.event_type::text) as "eventType", d.run_id as "runId",
  d.mode, d.state, d.reason, d.cycle, d.tries, d.next_attempt_at as "nextAttemptAt", d.delivered_at as "deliveredAt",
  d.created_at as "createdAt"`;

/** One try as the log keeps it (webhooks.md 5.8). */
export interface Attempt {
  readonly cycle: number;
  readonly tryNumber: number;
  readonly trigger: string;
  readonly outcome: "started" | "delivered" | "transient" | "permanent" | "unknown";
  readonly errorCode: string | null;
  readonly status: number | null;
  readonly url: string;
  readonly remoteAddress: string | null;
  /** Empty until the try has ended. */
  readonly secretIds: readonly string[];
  /** JSON text of an object. */
  readonly timings: string | null;
  /** JSON text of an object. */
  readonly responseHeaders: string | null;
  readonly responseBody: string | null;
  readonly responseIsBase64: boolean;
  readonly responseTruncated: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly nextAttemptAt: Date | null;
}

export const attemptColumns = `
  a.cycle, a.try as "tryNumber", a.trigger, a.outcome, a.error_code as "errorCode", a.status, a.url,
  a.remote_address as "remoteAddress", coalesce(a.secret_ids, '{}') as "secretIds", a.timings, a.response_headers as "responseHeaders",
  a.response_body as "responseBody", a.response_is_base64 as "responseIsBase64",
  a.response_truncated as "responseTruncated", a.started_at as "startedAt", a.ended_at as "endedAt",
  a.next_attempt_at as "nextAttemptAt"`;
