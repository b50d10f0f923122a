/**
 * Outcomes and annotations: what became of a run's recommendations and what people think of its output (OUT-3,
 * OUT-1, OUT-10). Append-only; removed with their run.
 *
 * Guarantees: an event id is recorded once per organization; a repeat answers the first record, a different event under
 * the same id is refused. Not here: who may call, and the use of outcomes (they never change an engine).
 */
export { listAnnotations, listOutcomes } from "./list-events.ts";
export { presentAnnotation, presentOutcome } from "./present-events.ts";
export { readAnnotation, readOutcome, type NewAnnotation, type NewOutcome } from "./read-event.ts";
export { recordAnnotation, recordOutcome, type RecordedRow } from "./record-event.ts";
