import type { Annotation, Outcome } from "@service/contract";
import type * as z from "zod";
import { asJsonObject, isJsonObject, parseJsonObject } from "@service/json";
import type { RecordCopies } from "@service/privacy";
import type { AnnotationRow, OutcomeRow } from "./list-events.ts";

/**
 * An outcome as its list and the defensibility packet show it (OUT-1).
 * @param records what the viewer may not see of the clients of the run.
 */
export function presentOutcome(row: OutcomeRow, records: RecordCopies | undefined): z.input<typeof Outcome> {
  return shownTo(records, {
    event_id: row.eventId,
    event_type: row.eventType,
    occurred_at: row.occurredAt.toISOString(),
    ...(row.target === null ? {} : { target: { ...parseJsonObject(row.target) } }),
    ...(row.payload === null ? {} : { payload: { ...parseJsonObject(row.payload) } }),
    ...(row.reasonText === null ? {} : { reason_text: row.reasonText }),
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: row.recordedBy,
  });
}

/** An annotation as its list and the defensibility packet show it (OUT-10). */
export function presentAnnotation(row: AnnotationRow, records: RecordCopies | undefined): z.input<typeof Annotation> {
  return shownTo(records, {
    event_id: row.eventId,
    label: row.label,
    ...(row.path === null ? {} : { path: row.path }),
    ...(row.comment === null ? {} : { comment: row.comment }),
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: row.recordedBy,
  });
}

/** Values of the book as the viewer sees them there; words that must be withheld are left out (PRIV-25). */
function shownTo<Event extends object>(records: RecordCopies | undefined, event: Event): Event {
  if (records === undefined) return event;
  const shown = records.shownIn(asJsonObject(event));
  if (!isJsonObject(shown)) return event;
  const seen = { ...event, ...shown };
  for (const [name, value] of Object.entries(shown)) if (value === null) Reflect.deleteProperty(seen, name);
  return seen;
}
