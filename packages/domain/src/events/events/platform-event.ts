import type { PlatformEvent as PlatformEventSchema, PlatformEventType } from "@service/contract";
import { serviceNamespace, uuidV5 } from "@service/contract";
import { type JsonObject, parseJsonObject } from "@service/json";
import type * as z from "zod";

/** The subject of an event, such as `{kind: "dataset", key: "offerings"}`. */
export interface EventSubject {
  readonly kind: string;
  readonly key: string;
}

/** A fact to be recorded. */
export interface NewPlatformEvent {
  readonly organizationId: string;
  readonly type: PlatformEventType;
  /** Identifies the fact within its type: a repeat is not recorded again. At most 512 printable characters. */
  readonly dedupeKey: string;
  readonly subject: EventSubject;
  readonly data: JsonObject;
  /** When it became true; by default the time of recording. */
  readonly occurredAt?: Date | undefined;
  /** The event this one follows from. */
  readonly cause?: { readonly eventId: string; readonly depth: number } | undefined;
}

/** An event as stored. */
export interface PlatformEvent {
  readonly id: string;
  /** Order of recording; a later commit may have a lower number. */
  readonly seq: number;
  readonly organizationId: string;
  readonly type: PlatformEventType;
  readonly dedupeKey: string;
  readonly subject: EventSubject;
  readonly data: JsonObject;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly causationId: string | null;
  /** Number of effects between the first cause and this event. */
  readonly depth: number;
}

export const platformEventBounds = {
  /** Longest chain of effects (EVT-8): the table refuses deeper ones. */
  depthMax: 4,
  dedupeKeyCharsMax: 512,
} as const;

/** The id of a fact, derived from what identifies it, so that a repeat has the same id without a read of the log. */
export function platformEventId(organizationId: string, type: string, dedupeKey: string): string {
  return uuidV5(serviceNamespace, `platform-event:${organizationId}:${type}:${dedupeKey}`);
}

export const platformEventColumns = `e.id, e.seq, e.organization_id as "organizationId", e.type,
  e.dedupe_key as "dedupeKey", e.subject_kind as "subjectKind", e.subject_key as "subjectKey", e.data,
  e.occurred_at as "occurredAt", e.recorded_at as "recordedAt", e.causation_id as "causationId", e.depth`;

export interface PlatformEventRow extends Omit<PlatformEvent, "subject" | "data"> {
  readonly subjectKind: string;
  readonly subjectKey: string;
  /** JSON text. */
  readonly data: string;
}

export function platformEventOf({ subjectKind, subjectKey, data, ...event }: PlatformEventRow): PlatformEvent {
  return { ...event, subject: { kind: subjectKind, key: subjectKey }, data: parseJsonObject(data) };
}

/** The event's wire shape (EVT-1), used by its deliveries and by templates. */
export function presentPlatformEvent(event: PlatformEvent): z.input<typeof PlatformEventSchema> {
  return {
    event_id: event.id,
    type: event.type,
    dedupe_key: event.dedupeKey,
    subject: event.subject,
    data: event.data,
    occurred_at: event.occurredAt.toISOString(),
    recorded_at: event.recordedAt.toISOString(),
    ...(event.causationId === null ? {} : { causation_id: event.causationId }),
    depth: event.depth,
  };
}
