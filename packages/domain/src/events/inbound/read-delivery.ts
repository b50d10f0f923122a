import { createHash } from "node:crypto";
import { inboundTypePattern, NativeEvent, text, type InboundOutcome, type InboundReason } from "@service/contract";
import { isJsonObject, type Json, type JsonObject, asJsonObject, valueAt } from "@service/json";
import * as z from "zod";
import type { AuthenticDelivery } from "./authenticate-delivery.ts";
import { isAccepted } from "./mapping.ts";
import type { SourceForDelivery } from "./source.ts";

/** The content of an inbound event, as its sender wrote it. */
interface InboundEvent {
  readonly type: string;
  readonly payload: JsonObject;
  readonly occurredAt: Date | undefined;
}

/** The outcome of a delivery, unless it turns out to be a repeat. */
type Verdict =
  | { readonly outcome: "appended"; readonly event: InboundEvent }
  | { readonly outcome: Exclude<InboundOutcome, "appended">; readonly reason: InboundReason };

export interface ReadDelivery {
  /** Text of at most 255 printable characters. */
  readonly deliveryId: string;
  readonly verdict: Verdict;
}

/** Reads an authentic delivery by the rules of its source's kind (IN-21). Never throws. */
export function readDelivery(source: SourceForDelivery, delivery: AuthenticDelivery): ReadDelivery {
  const { headers, bodyHash, content } = delivery;
  const mapped =
    content.kind === "json" && source.mapping.delivery_id
      ? valueAt(content.value, source.mapping.delivery_id)
      : undefined;
  return {
    deliveryId: deliveryIdOf(source, headers, mapped) ?? `body:${bodyHash.toString("hex")}`,
    verdict: judge(source, delivery),
  };
}

function deliveryIdOf(
  source: SourceForDelivery,
  headers: AuthenticDelivery["headers"],
  mapped: Json | undefined,
): string | undefined {
  switch (source.kind) {
    case "native":
      return storable(headers["webhook-id"]);
    case "repo_host":
      return storable(headers["x-github-delivery"]);
    case "ams_ons":
      // A number is what it was in the body: one that a double does not hold is text here.
      return storable(typeof mapped === "number" && Number.isInteger(mapped) ? String(mapped) : mapped);
  }
}

/** The id unchanged, or its hash when it is too long or has unprintable characters. */
function storable(id: Json | undefined): string | undefined {
  if (typeof id !== "string" || id === "") return undefined;
  if (/^[\x20-\x7e]{1,255}$/.test(id)) return id;
  return `sha256:${createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex")}`;
}

function judge(source: SourceForDelivery, { headers, content }: AuthenticDelivery): Verdict {
  if (content.kind === "invalid_json") return rejected("invalid_json");
  if (content.kind !== "json" || !isJsonObject(content.value)) return rejected("schema_invalid");
  const read = eventIn(source, headers, content.value);
  if ("outcome" in read) return read;
  return isAccepted(source.mapping, read.type)
    ? { outcome: "appended", event: read }
    : { outcome: "ignored", reason: "event_not_mapped" };
}

function rejected(reason: InboundReason): Verdict {
  return { outcome: "rejected", reason };
}

function eventIn(
  source: SourceForDelivery,
  headers: AuthenticDelivery["headers"],
  body: JsonObject,
): InboundEvent | Verdict {
  switch (source.kind) {
    case "native":
      return nativeEvent(body);
    case "repo_host":
      return repoHostEvent(headers["x-github-event"] ?? "", body);
    case "ams_ons":
      return amsEvent(source, body);
  }
}

/** A string that is not a valid type is reported differently from a body of the wrong shape. */
const NativeBody = NativeEvent.extend({ type: z.string() });

function nativeEvent(body: JsonObject): InboundEvent | Verdict {
  const parsed = NativeBody.safeParse(body);
  if (!parsed.success) return rejected("schema_invalid");
  const { type, data, occurred_at: occurredAt } = parsed.data;
  if (!inboundTypePattern.test(type)) return rejected("unknown_event_type");
  return {
    type,
    payload: asJsonObject(data),
    occurredAt: occurredAt === undefined ? undefined : new Date(occurredAt),
  };
}

/** `pull_request` and its `action` make `pull_request.opened`; an action that is not valid in a type is left out. */
function repoHostEvent(event: string, body: JsonObject): InboundEvent | Verdict {
  if (event === "ping") return { outcome: "ignored", reason: "ping" };
  if (!inboundTypePattern.test(event)) return rejected("unknown_event_type");
  const { action } = body;
  const full = typeof action === "string" ? `${event}.${action}` : event;
  return { type: inboundTypePattern.test(full) ? full : event, payload: body, occurredAt: undefined };
}

/** Type of a notification when the source's mapping names no place for one. */
const untyped = "notification";
const amsType = text(1, 128);

function amsEvent(source: SourceForDelivery, body: JsonObject): InboundEvent | Verdict {
  const { type: place } = source.mapping;
  const type = place === undefined ? untyped : valueAt(body, place);
  if (typeof type !== "string" || !amsType.safeParse(type).success || !type.isWellFormed())
    return rejected("unknown_event_type");
  return { type, payload: body, occurredAt: undefined };
}
