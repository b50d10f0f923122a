import {
  annotationLabels,
  fail,
  limits,
  outcomeTargetKinds,
  outcomeTypes,
  type AnnotationLabel,
  type OutcomeType,
  uuidPattern,
} from "@service/contract";
import { isJson, isJsonObject, type JsonObject } from "@service/json";

export interface NewOutcome {
  readonly eventId: string;
  readonly eventType: OutcomeType;
  readonly occurredAt: string | undefined;
  readonly target: JsonObject | undefined;
  readonly payload: JsonObject | undefined;
  readonly reasonText: string | undefined;
}

export interface NewAnnotation {
  readonly eventId: string;
  readonly label: AnnotationLabel;
  readonly path: string | undefined;
  readonly comment: string | undefined;
}

const payloadFieldsMax = 50;
const payloadTextCharsMax = 1_000;
const targetCharsMax = 512;

/**
 * Validates an outcome field by field, each with its code (OUT-3).
 * @throws `missing_event_id`, `invalid_event_id`, `invalid_event_type`, `invalid_payload`, `reason_text_too_long`.
 */
export function readOutcome(body: {
  readonly event_id?: unknown;
  readonly event_type?: unknown;
  readonly occurred_at?: string | undefined;
  readonly target?: unknown;
  readonly payload?: unknown;
  readonly reason_text?: unknown;
}): NewOutcome {
  const eventType = outcomeTypes.find((type) => type === body.event_type);
  const eventId = readEventId(body.event_id);
  if (!eventType) throw fail("invalid_event_type");
  return {
    eventId,
    eventType,
    occurredAt: body.occurred_at,
    target: readTarget(body.target),
    payload: readPayload(body.payload),
    reasonText: readText(body.reason_text),
  };
}

/** The same for an annotation. @throws the same codes. */
export function readAnnotation(body: {
  readonly event_id?: unknown;
  readonly label?: unknown;
  readonly path?: unknown;
  readonly comment?: unknown;
}): NewAnnotation {
  const eventId = readEventId(body.event_id);
  const label = annotationLabels.find((name) => name === body.label);
  if (!label) throw fail("invalid_payload", { message: "label must be useful, wrong, incomplete or needs_review." });
  const { path } = body;
  if (path !== undefined && (typeof path !== "string" || path.length > targetCharsMax || !isPointer(path))) {
    throw fail("invalid_payload", { message: "path must be a JSON Pointer into the output." });
  }
  return { eventId, label, path: typeof path === "string" ? path : undefined, comment: readText(body.comment) };
}

function readEventId(value: unknown): string {
  if (value === undefined || value === null || value === "") throw fail("missing_event_id");
  if (typeof value !== "string" || !uuidPattern.test(value)) throw fail("invalid_event_id");
  return value.toLowerCase();
}

function readTarget(value: unknown): JsonObject | undefined {
  if (value === undefined) return undefined;
  const target = jsonObjectIn(value);
  const [kind, ...others] = target ? Object.keys(target) : [];
  const key = kind === undefined ? undefined : target?.[kind];
  const isTarget = outcomeTargetKinds.some((name) => name === kind);
  if (
    !target ||
    !isTarget ||
    others.length > 0 ||
    typeof key !== "string" ||
    key.length === 0 ||
    key.length > targetCharsMax
  ) {
    throw fail("invalid_payload", { message: `target must have one of ${outcomeTargetKinds.join(", ")}.` });
  }
  return target;
}

function readPayload(value: unknown): JsonObject | undefined {
  if (value === undefined) return undefined;
  const payload = jsonObjectIn(value);
  const entries = payload ? Object.entries(payload) : [];
  const isFlat = entries.every(([, member]) => member === null || typeof member !== "object");
  const isShort = entries.every(
    ([name, member]) => name.length <= 128 && (typeof member !== "string" || [...member].length <= payloadTextCharsMax),
  );
  if (payload && hasNul(payload))
    throw fail("invalid_payload", { message: "payload must not hold the character U+0000." });
  if (!payload || entries.length > payloadFieldsMax || !isFlat || !isShort) {
    throw fail("invalid_payload", {
      message: `payload may have at most ${payloadFieldsMax} scalars, strings of at most ${payloadTextCharsMax} characters.`,
    });
  }
  return payload;
}

function readText(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.includes("\u0000"))
    throw fail("invalid_payload", { message: "The text must be a string without U+0000." });
  if ([...value].length > limits.outcomeReasonCharsMax) throw fail("reason_text_too_long");
  return value;
}

function isPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text) && !text.includes("\u0000");
}

function hasNul(value: JsonObject): boolean {
  return Object.entries(value).some(
    ([name, member]) => name.includes("\u0000") || (typeof member === "string" && member.includes("\u0000")),
  );
}

function jsonObjectIn(value: unknown): JsonObject | undefined {
  return isJson(value) && isJsonObject(value) ? value : undefined;
}
