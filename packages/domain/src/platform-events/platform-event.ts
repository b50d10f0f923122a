import type { PlatformEvent as PlatformEventSchema, PlatformEventType } from "@service/contract";
import { serviceNamespace, uuidV5 } from "@service/contract";
import type { JsonObject } from "@service/engine-types";
import type * as z from "zod";
import { readJsonObject } from "../json-text.ts";

/** What an event is about, such as `{kind: "dataset", key: "offerings"}`. */
export interface EventSubject {
  readonly kind: string;
  readonly key: string;
}

/** A fact on its way into the log. */
export interface NewPlatformEvent {
  readonly organizationId: string;
  readonly type: PlatformEventType;
  /** Names the fact among those of its type: told twice, it is recorded once. Printable text up to 512 characters. */
  readonly dedupeKey: string;
  readonly subject: EventSubject;
  readonly data: JsonObject;
  /** When it became true; left out, the moment of recording. */
  readonly occurredAt?: Date | undefined;
  /** The event this one follows from. */
  readonly cause?: { readonly eventId: string; readonly depth: number } | undefined;
}

/** An event as it is stored. */
export interface PlatformEvent {
  readonly id: string;
  /** Order of recording; later commits may carry earlier numbers. */
  readonly seq: number;
  readonly organizationId: string;
  readonly type: PlatformEventType;
  readonly dedupeKey: string;
  readonly subject: EventSubject;
  readonly data: JsonObject;
  readonly occurredAt: Date;
  readonly recordedAt: Date;
  readonly causationId: string | null;
  /** Effects that lie between a first cause and this event. */
  readonly depth: number;
}

export const platformEventBounds = {
  /** Effects of effects, at most (domain.md H): the table refuses deeper ones. */
  depthMax: 4,
  dedupeKeyCharsMax: 512,
} as const;

/** The id of a fact is a pure function of what makes it one: telling it again needs no look at the log. */
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
  return { ...event, subject: { kind: subjectKind, key: subjectKey }, data: readJsonObject(data) };
}

/** The event in the words of the wire (domain.md H): what a delivery of it carries and templates read. */
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
