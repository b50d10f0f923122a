/**
 * Outcomes and annotations: what became of a run's recommendations and what people think of its output (section 7.2,
 * domain.md G.3 and G.4). Append-only; removed with their run.
 *
 * Guarantees: an event id is recorded once in an organization, however often and from wherever it is sent; a repeat
 * answers the first record, a different event under the same id is refused. It leaves to others: who may call, and what
 * is done with outcomes (nothing happens to an engine because of them).
 */
export { listAnnotations, listOutcomes } from "./list-events.ts";
export { presentAnnotation, presentOutcome } from "./present-events.ts";
export { readAnnotation, readOutcome, type NewAnnotation, type NewOutcome } from "./read-event.ts";
export { recordAnnotation, recordOutcome, type RecordedRow } from "./record-event.ts";
