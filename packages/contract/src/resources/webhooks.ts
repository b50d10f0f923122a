import * as z from "zod";
import { runIdExample } from "./examples.ts";
import { limits } from "../limits.ts";
import { refusing } from "../refusing.ts";
import { isPlatformEventType, type PlatformEventType } from "./platform-events.ts";
import { RunStatusFields } from "./runs.ts";
import { EnvironmentSlug, JsonObject, Timestamp, anyUuid, text, wholeNumber } from "./shapes.ts";

/** HOOK-15: a fixed set, all about a run. */
export const runEventTypes = ["run.completed", "run.failed", "run.cancelled", "run.superseded"] as const;
export type RunEventType = (typeof runEventTypes)[number];
/** Sent by `POST …/test` only; cannot be listed in `events`. */
export const webhookEventTypes = [...runEventTypes, "webhook.test"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];
/** An automation may deliver a platform event too (HOOK-25). */
export type DeliveredEventType = WebhookEventType | PlatformEventType;

function isDeliveredEventType(word: string): boolean {
  return webhookEventTypes.some((type) => type === word) || isPlatformEventType(word);
}

const deliveredEventType = z
  .string()
  .refine(isDeliveredEventType, "must be the type of a webhook event or of a platform event, such as run.completed")
  .meta({
    description: "A webhook event type, or the platform event type that an automation delivers.",
    example: "run.completed",
  });

export const webhookVersion = "2026-03-22";

export const payloadModes = ["thin", "full"] as const;
export type PayloadMode = (typeof payloadModes)[number];
export const endpointStatuses = ["enabled", "disabled"] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];
export const disabledReasons = ["manual", "gone", "failing"] as const;
export const deliveryStates = [
  "pending",
  "delivering",
  "retry_scheduled",
  "held",
  "delivered",
  "dead_letter",
  "cancelled",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];
export const deadLetterReasons = ["retry_exhausted", "permanent_response", "endpoint_gone", "window_elapsed"] as const;
export type DeadLetterReason = (typeof deadLetterReasons)[number];

export const recoveryStates = ["running", "completed", "cancelled"] as const;
export type RecoveryState = (typeof recoveryStates)[number];

/** Seconds a replaced secret keeps signing, beside the new one (HOOK-11). */
export const previousSecretSeconds = { default: 86_400, max: 604_800 } as const;

export const EndpointParams = z.object({ endpoint_id: refusing("invalid_endpoint_id", anyUuid()) });
export const DeliveryParams = EndpointParams.extend({ delivery_id: refusing("webhook_delivery_not_found", anyUuid()) });

export const RecoveryParams = EndpointParams.extend({ recovery_id: refusing("webhook_recovery_not_found", anyUuid()) });

const events = refusing(
  "invalid_events",
  z
    .array(z.enum(runEventTypes))
    .min(1)
    .max(runEventTypes.length)
    .refine((list) => new Set(list).size === list.length, "must name each event type once"),
);
const url = z.string().meta({ examples: ["https://hooks.harborline.example/engine"] });
const payloadMode = refusing("invalid_payload_mode", z.enum(payloadModes));
const headers = refusing("invalid_header", z.record(z.string(), z.string())).meta({
  examples: [{ "X-Tenant": "••••••" }],
});
const description = text(0, limits.webhookDescriptionCharsMax).meta({ examples: ["Renewal desk"] });
const maxPerSecond = z
  .int()
  .min(1)
  .max(1_000)
  .meta({ examples: [50] });
const maxInFlight = z
  .int()
  .min(1)
  .max(100)
  .meta({ examples: [10] });

/** HOOK-3, PLAT-39. Unknown fields are refused. */
export const CreateEndpointRequest = z
  .strictObject({
    url,
    events,
    payload_mode: payloadMode.optional(),
    description: description.optional(),
    headers: headers.optional(),
    max_per_second: maxPerSecond.optional(),
    max_in_flight: maxInFlight.optional(),
    auto_recover: z.boolean().optional(),
  })
  .meta({
    id: "CreateEndpointRequest",
    example: { url: "https://hooks.example.com/engine", events: ["run.completed", "run.failed"], payload_mode: "thin" },
  });

export const UpdateEndpointRequest = z
  .strictObject({
    url: url.optional(),
    events: events.optional(),
    payload_mode: payloadMode.optional(),
    description: description.optional(),
    headers: headers.optional(),
    max_per_second: maxPerSecond.optional(),
    max_in_flight: maxInFlight.optional(),
    auto_recover: z.boolean().optional(),
    status: z.enum(endpointStatuses).optional(),
  })
  .refine(
    (patch) => Object.keys(patch).length > 0,
    "must hold at least one of url, events, payload_mode, description, headers, max_per_second, max_in_flight, auto_recover and status",
  )
  .meta({ id: "UpdateEndpointRequest", example: { status: "disabled" } });

export const WebhookEndpoint = z
  .object({
    id: z.uuid(),
    url: z.string().meta({ examples: ["https://hooks.harborline.example/engine"] }),
    events: z.array(z.enum(runEventTypes)),
    payload_mode: z.enum(payloadModes),
    description: z.string().meta({ examples: ["Renewal desk"] }),
    status: z.enum(endpointStatuses),
    disabled_reason: z
      .enum(disabledReasons)
      .nullable()
      .meta({ examples: [null] }),
    disabled_at: Timestamp.nullable().meta({ examples: [null] }),
    retry_policy: z
      .string()
      .meta({ description: "`standard-v3` on new endpoints; read-only.", examples: ["standard-v3"] }),
    headers: z
      .record(z.string(), z.string())
      .meta({ description: "Values are masked.", examples: [{ "X-Tenant": "••••••" }] }),
    max_per_second: z.int().meta({ examples: [50] }),
    max_in_flight: z.int().meta({ examples: [10] }),
    auto_recover: z.boolean(),
    environment: EnvironmentSlug,
    health: z.object({
      last_success_at: Timestamp.nullable().meta({ examples: ["2026-11-21T09:00:00.000Z"] }),
      first_failure_at: Timestamp.nullable().meta({ examples: [null] }),
      failures_in_a_row: z.int().meta({ examples: [0] }),
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "WebhookEndpoint" });

/** Create answers the secret; it is shown here and on rotation only. */
export const CreatedEndpoint = WebhookEndpoint.extend({
  health: WebhookEndpoint.shape.health.extend({ last_success_at: Timestamp.nullable().meta({ examples: [null] }) }),
  secret: z.string().meta({
    description: "`whsec_` and base64 of 32 random bytes; shown once.",
    examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0="],
  }),
}).meta({ id: "CreatedWebhookEndpoint" });

export const RotateSecretRequest = z
  .strictObject({
    previous_expires_in: z.int().min(0).max(previousSecretSeconds.max).optional().meta({
      description: "Seconds the previous secrets keep signing beside the new one; 0 drops them at once. Default 86400.",
    }),
  })
  .meta({ id: "RotateSecretRequest", example: { previous_expires_in: 3600 } });

export const RotatedSecret = z
  .object({
    endpoint_id: z.uuid(),
    secret: z.string().meta({
      description: "`whsec_` and base64 of 32 random bytes; shown once.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw3m1p5q7r9s0="],
    }),
    previous_expire_at: Timestamp,
  })
  .meta({ id: "RotatedSecret" });

/** Which dead letters are sent again (HOOK-85). */
export const RecoverRequest = z
  .strictObject({
    since: Timestamp.meta({ description: "Deliveries created from this moment on; at most 14 days back." }),
    until: Timestamp.optional().meta({ description: "Deliveries created before this moment; now when left out." }),
    reason: z.enum(deadLetterReasons).optional().meta({ description: "Only those dead-lettered for this reason." }),
  })
  .meta({ id: "RecoverRequest", example: { since: "2026-11-20T00:00:00Z", reason: "permanent_response" } });

export const WebhookRecovery = z
  .object({
    id: z.uuid(),
    endpoint_id: z.uuid(),
    since: Timestamp,
    until: Timestamp,
    reason: z
      .enum(deadLetterReasons)
      .nullable()
      .meta({ examples: ["permanent_response"] }),
    state: z.enum(recoveryStates),
    matched: z.int().meta({
      description:
        "Dead letters in the window when the recovery was started. Beyond 10,000 they are counted in the next seconds, before the first is sent.",
      examples: [42],
    }),
    recovered: z.int().meta({ description: "Put back so far; each starts a new cycle.", examples: [40] }),
    skipped: z.int().meta({ description: "Matched, and no longer a dead letter when their turn came.", examples: [2] }),
    created_at: Timestamp,
    finished_at: Timestamp.nullable().meta({ examples: [null] }),
  })
  .meta({ id: "WebhookRecovery" });

export const EndpointList = z.object({ endpoints: z.array(WebhookEndpoint) }).meta({ id: "WebhookEndpointList" });

export const WebhookDelivery = z
  .object({
    id: z.uuid(),
    endpoint_id: z.uuid(),
    event_id: z.uuid(),
    event_type: deliveredEventType,
    run_id: z
      .uuid()
      .nullable()
      .meta({ examples: [runIdExample] }),
    payload_mode: z.enum(payloadModes),
    state: z.enum(deliveryStates),
    reason: z
      .enum(deadLetterReasons)
      .nullable()
      .meta({ examples: [null] }),
    cycle: z.int().meta({ examples: [1] }),
    attempts: z.int().meta({ examples: [1] }),
    next_attempt_at: Timestamp.nullable().meta({ examples: ["2026-11-21T09:01:05.000Z"] }),
    delivered_at: Timestamp.nullable().meta({ examples: [null] }),
    created_at: Timestamp,
  })
  .meta({ id: "WebhookDelivery" });

export const WebhookAttempt = z
  .object({
    number: z.int().meta({ examples: [1] }),
    cycle: z.int().meta({ examples: [1] }),
    trigger: z.string().meta({ examples: ["scheduled"] }),
    outcome: z.enum(["started", "delivered", "transient", "permanent", "unknown"]),
    error_code: z
      .string()
      .nullable()
      .meta({ examples: ["http_503"] }),
    status: z
      .int()
      .nullable()
      .meta({ examples: [503] }),
    url: z.string().meta({ examples: ["https://hooks.harborline.example/engine"] }),
    remote_address: z
      .string()
      .nullable()
      .meta({ examples: ["203.0.113.24"] }),
    timings_ms: JsonObject.nullable().meta({
      examples: [{ dns: 4, connect: 21, tls: 38, first_byte: 160, total: 180 }],
    }),
    response_headers: JsonObject.nullable().meta({ examples: [{ "content-type": "text/plain", "retry-after": "60" }] }),
    response_body: z
      .string()
      .nullable()
      .meta({ examples: ["upstream is restarting"] }),
    response_body_encoding: z.enum(["text", "base64"]),
    response_truncated: z.boolean(),
    secret_ids: z.array(z.uuid()),
    started_at: Timestamp,
    ended_at: Timestamp.nullable().meta({ examples: ["2026-11-21T09:00:00.180Z"] }),
    next_attempt_at: Timestamp.nullable().meta({ examples: ["2026-11-21T09:01:05.000Z"] }),
  })
  .meta({ id: "WebhookAttempt" });

export const WebhookDeliveryDetail = WebhookDelivery.extend({ attempt_log: z.array(WebhookAttempt) }).meta({
  id: "WebhookDeliveryDetail",
});

export const DeliveryListQuery = z.strictObject({
  limit: wholeNumber(1, limits.pageMax)
    .optional()
    .meta({ examples: [25] }),
  cursor: refusing("invalid_cursor", z.string().min(1).max(500).optional()).meta({
    examples: ["eyJhZnRlciI6IjIwMjYtMTEtMjFUMDk6MDA6MDAuMDAwWiJ9"],
  }),
  state: z.enum(deliveryStates).optional(),
  event_type: deliveredEventType.optional(),
  run_id: refusing("invalid_run_id", anyUuid().optional()),
  created_from: Timestamp.optional(),
  created_to: Timestamp.optional(),
});

export const DeliveryList = z
  .object({
    deliveries: z.array(WebhookDelivery),
    next_cursor: z
      .string()
      .nullable()
      .meta({ examples: ["eyJhZnRlciI6IjIwMjYtMTEtMjFUMDk6MDA6MDAuMDAwWiJ9"] }),
  })
  .meta({ id: "WebhookDeliveryList" });

/** Thin mode: exactly these seven, always (HOOK-21); null where the run has none. */
export const ThinRun = RunStatusFields.pick({
  run_id: true,
  status: true,
  environment: true,
  attempt: true,
  created_at: true,
})
  .extend({ completed_at: Timestamp.nullable(), error: z.string().nullable() })
  .meta({ id: "ThinRun" });

/** HOOK-20: what an endpoint receives. */
export const WebhookEvent = z
  .object({
    id: z.uuid(),
    type: z.enum(webhookEventTypes),
    webhook_version: z.literal(webhookVersion),
    created_at: Timestamp,
    data: z.object({
      run: z.union([RunStatusFields, ThinRun]).optional(),
      correction: z.object({ correction_id: z.uuid(), created_at: Timestamp, carries_output: z.boolean() }).optional(),
      message: z
        .string()
        .optional()
        .meta({ examples: ["A test delivery."] }),
    }),
  })
  .meta({ id: "WebhookEvent" });
