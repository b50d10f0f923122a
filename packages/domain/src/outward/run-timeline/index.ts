/**
 * The timeline of a run: what happened, from its submission to the last attempt of a delivery, and one sentence that says why
 * it is as it is (CON-55, CON-56).
 *
 * Guarantees: every state of a run has a cause; no sentence quotes input or output. Not here: the result (module "runs") and
 * what it rests on ("defensibility").
 */
export { type CauseCode, causeCodes, type RunCause } from "./causes.ts";
export { readTimeline, type RunTimeline, type TimelineEntry } from "./read-timeline.ts";
