/**
 * Platform events: the organization's append-only log of facts about its data and work (section 6.2, domain.md H).
 *
 * Guarantees: a fact (organization, type, dedupe key) is recorded once and never changes; it commits with the change it
 * announces; whoever handles events sees each exactly once, in whatever order they were committed; events are kept 400
 * days. It leaves to others: what is a fact (the rooms that append), and what follows from one (automations). The life
 * of a run is told by webhooks (room "events") and is not in this log.
 */
export { appendPlatformEvents, type AppendedPlatformEvent } from "./append-events.ts";
export { emitPlatformEvent } from "./emit-event.ts";
export { eventsListed, listPlatformEvents } from "./list-events.ts";
export {
  platformEventBounds,
  platformEventId,
  presentPlatformEvent,
  type EventSubject,
  type NewPlatformEvent,
  type PlatformEvent,
} from "./platform-event.ts";
export { readPlatformEvent } from "./read-event.ts";
export { platformEventRetentionDays, removeOldPlatformEvents } from "./remove-old-events.ts";
export { markEventsHandled, takeUnhandledEvents } from "./take-events.ts";
