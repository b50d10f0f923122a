import { type Transaction, statement } from "@service/db";
import { platformEventBounds, platformEventId, type NewPlatformEvent } from "./platform-event.ts";
import { appendPlatformRows } from "./record-events.ts";

/** The result for one event of a call. */
export interface AppendedPlatformEvent {
  readonly id: string;
  /** False when the log already had this fact. */
  readonly isNew: boolean;
}

/**
 * Inputs: columns of events, row by row; `data` as JSON strings joined by U+001E, which JSON always escapes.
 * Rows: ids of the events that were recorded; a known fact is left unchanged. Rows are inserted in id order, so that
 * two transactions that record the same facts cannot deadlock; sequence numbers are assigned before that, in the order
 * of the call.
 */
const insertEvents = statement(
  "platform_events_append",
  `
  with told as materialized (
    select t.*, nextval('platform_events_seq_seq') as seq
      from unnest(@ids::uuid[], @organization_ids::uuid[], @types::text[], @dedupe_keys::text[],
        @subject_kinds::text[], @subject_keys::text[],
        string_to_array(@data, E'\\x1e'), @times::timestamptz[], @causation_ids::uuid[], @depths::smallint[])
        as t(id, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at, causation_id, depth)
  ), ${appendPlatformRows(
    `select id, seq, organization_id, type, dedupe_key, subject_kind, subject_key, data, coalesce(occurred_at, now()),
       causation_id, depth
     from told order by id, seq`,
    `id, seq, organization_id, type, dedupe_key, subject_kind, subject_key, data, occurred_at, causation_id, depth`,
  )}
  select id from appended`,
);

/**
 * Records facts in the caller's transaction: they commit with the change they announce, or not at all. A fact already
 * in the log (same organization, type, dedupe key) is left unchanged, whatever its data.
 *
 * @returns one result for each event, in their order. Of equal facts in one call the first is recorded.
 * @throws RangeError for an event beyond `platformEventBounds`: callers must check these first.
 */
export async function appendPlatformEvents(
  tx: Transaction,
  events: readonly NewPlatformEvent[],
): Promise<readonly AppendedPlatformEvent[]> {
  if (events.length === 0) return [];
  const ids = events.map((event) => platformEventId(event.organizationId, event.type, event.dedupeKey));
  const { rows } = await tx.query(
    insertEvents({
      ids,
      organizationIds: events.map((event) => event.organizationId),
      types: events.map((event) => event.type),
      dedupeKeys: events.map(({ dedupeKey }) => boundedKey(dedupeKey)),
      subjectKinds: events.map((event) => event.subject.kind),
      subjectKeys: events.map((event) => event.subject.key),
      data: events.map((event) => JSON.stringify(event.data)).join("\u001e"),
      times: events.map((event) => event.occurredAt ?? null),
      causationIds: events.map((event) => event.cause?.eventId ?? null),
      depths: events.map(({ cause }) => (cause === undefined ? 0 : boundedDepth(cause.depth + 1))),
    }),
  );
  const recorded = new Set(rows.map((row) => row.id));
  // Deleted once reported: a second equal fact in the call is not new.
  return ids.map((id) => ({ id, isNew: recorded.delete(id) }));
}

function boundedKey(dedupeKey: string): string {
  if (dedupeKey.length > platformEventBounds.dedupeKeyCharsMax) throw new RangeError("a dedupe key is too long");
  return dedupeKey;
}

function boundedDepth(depth: number): number {
  if (depth > platformEventBounds.depthMax) throw new RangeError(`an effect has a depth of ${depth}`);
  return depth;
}
