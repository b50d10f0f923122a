/**
 * Webhook events: what happened to a run, once, and what endpoints are told about it (webhooks.md 5.4, section 6.1).
 * The event row commits with the run's status; this room turns it into bodies and deliveries.
 *
 * Platform events come here only by an automation, which names the endpoint.
 *
 * Guarantees: an event is expanded once, for the endpoints that existed when it was created; its bytes are rendered
 * from the finished run and never change. It leaves to others: writing event rows (`runs`), sending (`deliveries`).
 */
export { deliverPlatformEvent, type PlatformDelivery } from "./deliver-platform-event.ts";
export { expandEvents, type Expansion } from "./expand-events.ts";
export { removeOldTestEvents } from "./remove-old-test-events.ts";
export { testEndpoint } from "./test-endpoint.ts";
export { renderRunEvent, renderTestEvent, type RunEvent } from "./webhook-event.ts";
