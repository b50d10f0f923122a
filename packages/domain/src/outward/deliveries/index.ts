/**
 * Deliveries: one event on its way to one endpoint, attempt by attempt, until it is received or dead-lettered (HOOK-35,
 * HOOK-53, HOOK-58, HOOK-80). PostgreSQL decides what is sent; the queue only wakes processes.
 *
 * An event becomes deliveries here, as the consumer `webhooks` of the module `events`; a platform event only by an
 * automation, which names the endpoint.
 *
 * Guarantees: an event is expanded once, for the endpoints that existed when it was created; its bytes are rendered from
 * the finished run and never change; at most one attempt of a delivery at a time, under a lease with a token; an attempt
 * is logged before it is made, so a crash is visible; the limits of an endpoint hold over all processes. Elsewhere:
 * recording events (`runs`, `corrections`), endpoints and secrets (`webhook-endpoints`), sending.
 */
export { advanceRecoveries } from "./advance-recoveries.ts";
export {
  type Claim,
  claimDeliveries,
  type ClaimedDelivery,
  firstCursor,
  type SealedSecret,
  slowLaneFailures,
} from "./claim-deliveries.ts";
export {
  type Answer,
  classifyAnswer,
  type Outcome,
  type TransportFailure,
  transportFailures,
  type Verdict,
} from "./classify-answer.ts";
export { deliverPlatformEvent, type PlatformDelivery } from "./deliver-platform-event.ts";
export { deliveriesOfRun, type RunDelivery } from "./deliveries-of-run.ts";
export type { Attempt, Delivery } from "./delivery.ts";
export { type DeliveryAction, deliveryTransitions, mayLeave } from "./delivery-states.ts";
export { expandEvents, type Expansion } from "./expand-events.ts";
export { extendDeliveries } from "./extend-deliveries.ts";
export { attemptRetentionDays, keepAttemptMonths } from "./keep-attempt-months.ts";
export { type EndpointBacklog, endpointBacklogCountedMax, listEndpointBacklogs } from "./list-endpoint-backlogs.ts";
export { listDeliveriesForOperator, type OperatorDelivery } from "./list-for-operator.ts";
export { type DeliveryBacklog, measureDeliveries } from "./measure-deliveries.ts";
export { presentDelivery, presentDeliveryDetail } from "./present-delivery.ts";
export { previewRecovery, type RecoverableDelivery, type RecoveryPreview } from "./preview-recovery.ts";
export { type DeliveryFilter, getDelivery, listDeliveries } from "./read-deliveries.ts";
export { cancelRecovery, getRecovery } from "./read-recovery.ts";
export { presentRecovery, type Recovery } from "./recovery.ts";
export { recoverDeadLetters } from "./recover-dead-letters.ts";
export { removeOldTestEvents } from "./remove-old-test-events.ts";
export { resendDelivery } from "./resend-delivery.ts";
export {
  overloadedWaitSeconds,
  cycleDeadlineSeconds,
  standardV3WaitsSeconds,
  attemptsMax,
  waitAfter,
} from "./retry-policy.ts";
export { settleDeliveries, type SettledAttempt, type Settlement } from "./settle-deliveries.ts";
export { startRecovery } from "./start-recovery.ts";
export { type MovedDeliveries, type Sweep, sweepDeliveries } from "./sweep-deliveries.ts";
export { testEndpoint } from "./test-endpoint.ts";
export { renderRunEvent, renderTestEvent, type RunEvent } from "./webhook-event.ts";
