import * as z from "zod";
import { JsonObject, Timestamp } from "./shapes.ts";

export const inboundSourceKinds = ["native", "repo_host", "ams_ons"] as const;
export type InboundSourceKind = (typeof inboundSourceKinds)[number];
export const inboundOutcomes = ["appended", "ignored", "rejected"] as const;
export type InboundOutcome = (typeof inboundOutcomes)[number];

/** Why a delivery was ignored or rejected (IN-20). */
export const inboundReasons = [
  "ping",
  "event_not_mapped",
  "invalid_json",
  "unknown_event_type",
  "schema_invalid",
  "delivery_id_reused",
] as const;
export type InboundReason = (typeof inboundReasons)[number];

export const IngestParams = z.object({
  source_key: z
    .string()
    .meta({ description: "Key of the source, given by the operator.", example: "5f2b8c0e9a7d4e61b3c8f0a1d2e3f405" }),
});

/** Types of events in a sender's own vocabulary. */
export const inboundTypePattern = /^[a-z0-9_.-]{1,128}$/;

/** What a `native` source is sent. */
export const NativeEvent = z
  .strictObject({
    type: z
      .string()
      .regex(inboundTypePattern, "must be 1 to 128 lowercase letters, digits, underscores, dots or hyphens")
      .meta({ description: "From your own vocabulary.", example: "order.placed" }),
    data: JsonObject,
    occurred_at: Timestamp.optional().meta({ description: "When it happened; when left out, when it was recorded." }),
  })
  .meta({
    id: "NativeEvent",
    example: { type: "order.placed", data: { order_id: 4711 }, occurred_at: "2026-11-21T09:00:00.000Z" },
  });

/** Any other JSON object, as a repository host or an agency management system sends it. */
export const ForeignEvent = JsonObject.meta({
  description: "What a `repo_host` or `ams_ons` source is sent.",
  example: { action: "opened", number: 1 },
});

/** A repository host that was set to send forms. */
export const ForeignEventForm = z
  .object({ payload: z.string().meta({ description: "The event as JSON.", example: '{"action":"opened"}' }) })
  .meta({ id: "ForeignEventForm" });

/** How senders of each kind prove who they are and name what they send; none is required of all. */
export const IngestHeaders = z.object({
  "webhook-id": z.string().optional().meta({ description: "`native`: id of the delivery.", example: "msg_4711" }),
  "webhook-timestamp": z
    .string()
    .optional()
    .meta({ description: "`native`: seconds since 1970, within five minutes of ours.", example: "1795251600" }),
  "webhook-signature": z.string().optional().meta({
    description:
      "`native`: `v1,` and base64 of HMAC-SHA256 over id, timestamp and body, joined by full stops; several are separated by spaces.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  }),
  "x-hub-signature-256": z.string().optional().meta({
    description: "`repo_host`: `sha256=` and hexadecimal HMAC-SHA256 over the body.",
    example: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
  }),
  "x-github-event": z.string().optional().meta({ description: "`repo_host`: the event's name.", example: "push" }),
  "x-github-delivery": z.string().optional().meta({
    description: "`repo_host`: id of the delivery.",
    example: "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  }),
  "x-service-source-code": z.string().optional().meta({
    description: "`ams_ons`: the code, unless the source's mapping names another place.",
    example: "5f2b8c0e9a7d4e61b3c8f0a1d2e3f4055f2b8c0e9a7d4e61b3c8f0a1d2e3f405",
  }),
});

/** The answer to an inbound event (IN-20, IN-23). */
export const IngestResult = z
  .object({
    outcome: z.enum(inboundOutcomes),
    reason: z.enum(inboundReasons).optional().meta({ description: "Of `ignored` and `rejected`." }),
    event_id: z.uuid().optional().meta({ description: "The event in the organization's log; of `appended`." }),
  })
  .meta({
    id: "IngestResult",
    example: { outcome: "appended", event_id: "9b2f6c1e-8f43-4a39-9d5c-6f1f7f0f2b11" },
  });
export type IngestResult = z.output<typeof IngestResult>;
