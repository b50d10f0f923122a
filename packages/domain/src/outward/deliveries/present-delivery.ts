import type {
  WebhookAttempt as AttemptResource,
  WebhookDelivery as DeliveryResource,
  WebhookDeliveryDetail as DeliveryDetailResource,
} from "@service/contract";
import { JsonObject } from "@service/contract";
import type * as z from "zod";

import type { Attempt, Delivery } from "./delivery.ts";

/** A delivery as the contract shows it. */
export function presentDelivery(delivery: Delivery): z.input<typeof DeliveryResource> {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    run_id: delivery.runId,
    payload_mode: delivery.mode,
    state: delivery.state,
    reason: delivery.reason,
    cycle: delivery.cycle,
    attempts: delivery.tries,
    next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
    delivered_at: delivery.deliveredAt?.toISOString() ?? null,
    created_at: delivery.createdAt.toISOString(),
  };
}

/** A delivery with the log of its attempts, newest first. */
export function presentDeliveryDetail(
  delivery: Delivery,
  attempts: readonly Attempt[],
): z.input<typeof DeliveryDetailResource> {
  return { ...presentDelivery(delivery), attempt_log: attempts.map(presentAttempt) };
}

function presentAttempt(attempt: Attempt): z.input<typeof AttemptResource> {
  return {
    number: attempt.attemptNumber,
    cycle: attempt.cycle,
    trigger: attempt.trigger,
    outcome: attempt.outcome,
    error_code: attempt.errorCode,
    status: attempt.status,
    url: attempt.url,
    remote_address: attempt.remoteAddress,
    timings_ms: readObject(attempt.timings),
    response_headers: readObject(attempt.responseHeaders),
    response_body: attempt.responseBody,
    response_body_encoding: attempt.responseIsBase64 ? "base64" : "text",
    response_truncated: attempt.responseTruncated,
    secret_ids: [...attempt.secretIds],
    started_at: attempt.startedAt.toISOString(),
    ended_at: attempt.endedAt?.toISOString() ?? null,
    next_attempt_at: attempt.nextAttemptAt?.toISOString() ?? null,
  };
}

function readObject(text: string | null): Record<string, unknown> | null {
  return text === null ? null : JsonObject.parse(JSON.parse(text));
}
