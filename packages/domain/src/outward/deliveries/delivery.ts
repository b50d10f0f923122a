import type { DeadLetterReason, DeliveredEventType, DeliveryState, PayloadMode } from "@service/contract";
import { shownNextAttemptAt, shownState } from "./shown-state.ts";

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
  /** Attempts of this cycle. */
  readonly tries: number;
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  readonly createdAt: Date;
}

/** Columns of a `Delivery` in a statement that has `webhook_deliveries d` and its `webhook_endpoints e`. */
export const deliveryColumns = `
  d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", coalesce(d.platform_type, d.event_type::text) as "eventType", d.run_id as "runId",
  d.mode, ${shownState} as state, d.reason, d.cycle, d.tries, ${shownNextAttemptAt} as "nextAttemptAt", d.delivered_at as "deliveredAt",
  d.created_at as "createdAt"`;

/** Columns of a `Delivery` that are stored as text. */
export type DeliveryWords = Pick<Delivery, "eventType" | "reason">;

/** One attempt as logged (HOOK-72). */
export interface Attempt {
  readonly cycle: number;
  readonly attemptNumber: number;
  readonly trigger: string;
  readonly outcome: "started" | "delivered" | "transient" | "permanent" | "unknown";
  readonly errorCode: string | null;
  readonly status: number | null;
  readonly url: string;
  readonly remoteAddress: string | null;
  /** Empty until the attempt has ended. */
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

/** An attempt selected beside its delivery, which also has columns named cycle and next attempt. */
export type LoggedAttempt = Omit<Attempt, "cycle" | "nextAttemptAt"> & {
  readonly attemptCycle: number;
  readonly followingAttemptAt: Date | null;
};

/** Columns of a `LoggedAttempt` in a statement that has `webhook_attempts a`. */
export const loggedAttemptColumns = `
  a.cycle as "attemptCycle", a.try as "attemptNumber", a.trigger, a.outcome, a.error_code as "errorCode", a.status, a.url,
  a.remote_address as "remoteAddress", coalesce(a.secret_ids, '{}') as "secretIds", a.timings, a.response_headers as "responseHeaders",
  a.response_body as "responseBody", a.response_is_base64 as "responseIsBase64",
  a.response_truncated as "responseTruncated", a.started_at as "startedAt", a.ended_at as "endedAt",
  a.next_attempt_at as "followingAttemptAt"`;

export function attemptOf(row: LoggedAttempt): Attempt {
  return {
    cycle: row.attemptCycle,
    attemptNumber: row.attemptNumber,
    trigger: row.trigger,
    outcome: row.outcome,
    errorCode: row.errorCode,
    status: row.status,
    url: row.url,
    remoteAddress: row.remoteAddress,
    secretIds: row.secretIds,
    timings: row.timings,
    responseHeaders: row.responseHeaders,
    responseBody: row.responseBody,
    responseIsBase64: row.responseIsBase64,
    responseTruncated: row.responseTruncated,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    nextAttemptAt: row.followingAttemptAt,
  };
}
