/**
 * Inbound: sources an operator registers for an organization, and the events their senders post (IN-1, IN-10,
 * IN-23).
 *
 * Guarantees: a delivery is authenticated over its raw bytes before it is read; each delivery id is recorded once, in
 * the same commit as its event in the organization's log, and a repeat is answered with the stored outcome for 90 days;
 * secrets are sealed at rest, and codes are never stored. Elsewhere: HTTP and budgets (packages/routes), and what follows from
 * an event (automations read the log).
 */
export type { IncomingDelivery } from "./authenticate-delivery.ts";
export { createSource, type IssuedSource, type SourceRequest } from "./create-source.ts";
export { disableSource } from "./disable-source.ts";
export { readSource, cachedSource, openSourceLoader, type SourceDeps, type SourceLoader } from "./find-source.ts";
export { ingestDelivery } from "./ingest-delivery.ts";
export { listSources } from "./list-sources.ts";
export { inboundDeliveryRetentionDays, removeOldInboundDeliveries } from "./remove-old-deliveries.ts";
export { openDeliveryRecorder, type DeliveryRecorder, type RecorderDeps } from "./record-deliveries.ts";
export { rotateSource } from "./rotate-source.ts";
export type { InboundSource, SourceForDelivery } from "./source.ts";
