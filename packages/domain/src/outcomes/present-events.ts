import type { Annotation, Outcome } from "@service/contract";
import type * as z from "zod";
import { parseJsonObject } from "@service/json";
import type { AnnotationRow, OutcomeRow } from "./list-events.ts";

/** An outcome as its list and the defensibility packet show it (OUT-1). */
export function presentOutcome(row: OutcomeRow): z.input<typeof Outcome> {
  return {
    event_id: row.eventId,
    event_type: row.eventType,
    occurred_at: row.occurredAt.toISOString(),
    ...(row.target === null ? {} : { target: { ...parseJsonObject(row.target) } }),
    ...(row.payload === null ? {} : { payload: { ...parseJsonObject(row.payload) } }),
    ...(row.reasonText === null ? {} : { reason_text: row.reasonText }),
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: row.recordedBy,
  };
}

/** An annotation as its list and the defensibility packet show it (OUT-10). */
export function presentAnnotation(row: AnnotationRow): z.input<typeof Annotation> {
  return {
    event_id: row.eventId,
    label: row.label,
    ...(row.path === null ? {} : { path: row.path }),
    ...(row.comment === null ? {} : { comment: row.comment }),
    recorded_at: row.recordedAt.toISOString(),
    recorded_by: row.recordedBy,
  };
}
