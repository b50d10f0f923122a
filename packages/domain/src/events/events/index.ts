/**
 * Events: recorded once, in the commit of the change they announce, with a mark for each consumer that has not handled
 * them yet (EVT-5, decision 0008). Platform events are the organization's append-only log of facts; events of runs have
 * their own table and are removed with their run.
 *
 * Guarantees: an event is recorded once and never changes; the recording statement marks every consumer interested at
 * that moment, and each handles it once, in whatever order events commit; a failed event is retried, then given up with
 * a notice, and does not block others. Platform events are kept 400 days. Elsewhere: what is an event (the modules that
 * record), and what follows from one (`deliveries`, `automations`).
 */
export { appendPlatformEvents, type AppendedPlatformEvent } from "./append-events.ts";
export { emitPlatformEvent } from "./emit-event.ts";
export {
  type EventConsumer,
  type EventMark,
  type FailedEvent,
  type Handling,
  markBounds,
  markColumns,
} from "./event-mark.ts";
export { handleEvents, type HandledEvents } from "./handle-events.ts";
export { eventsListed, listPlatformEvents } from "./list-events.ts";
export { type GivenUpEvent, listGivenUpEvents } from "./list-given-up.ts";
export { type ConsumerBacklog, measureEventMarks } from "./measure-marks.ts";
export {
  type EventSubject,
  type NewPlatformEvent,
  type PlatformEvent,
  platformEventBounds,
  platformEventColumns,
  platformEventId,
  platformEventOf,
  type PlatformEventRow,
  presentPlatformEvent,
} from "./platform-event.ts";
export { readPlatformEvent } from "./read-event.ts";
export { announceRunEvents, appendPlatformRows } from "./record-events.ts";
export { platformEventRetentionDays, removeOldPlatformEvents } from "./remove-old-events.ts";
export { retryGivenUpEvents } from "./retry-given-up.ts";
