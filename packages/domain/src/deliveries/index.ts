/**
 * Deliveries: one event on its way to one endpoint, try by try, until it is received or buried (webhooks.md 5.5 to
 * 5.8, 5.10). The rows decide; a queue is only a bell.
 *
 * Guarantees: at most one try of a delivery at a time, under a lease with a token; a try is logged before it is made,
 * so a crash is visible; the limits of an endpoint hold over all processes; the bytes of a delivery never change.
 * It leaves to others: making deliveries (`events`), endpoints and secrets (`webhook-endpoints`), sending.
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
export type { Attempt, Delivery, DeliveryOwner } from "./delivery.ts";
export { type DeliveryAction, deliveryTransitions, mayLeave } from "./delivery-states.ts";
export { attemptRetentionDays, keepAttemptMonths } from "./keep-attempt-months.ts";
export { type DeliveryBacklog, measureDeliveries } from "./measure-deliveries.ts";
export { cancelDeliveries, holdDeliveries, lockEndpointStatus, resumeDeliveries } from "./move-deliveries.ts";
export { presentDelivery, presentDeliveryDetail } from "./present-delivery.ts";
export { type DeliveryFilter, getDelivery, listDeliveries, listDeliveriesForOperator } from "./read-deliveries.ts";
export { cancelRecovery, getRecovery } from "./read-recovery.ts";
export { presentRecovery, type Recovery } from "./recovery.ts";
export { recoverDeadLetters } from "./recover-dead-letters.ts";
export { resendDelivery } from "./resend-delivery.ts";
export { courtesySeconds, cycleDeadlineSeconds, standardV3WaitsSeconds, triesMax, waitAfter } from "./retry-policy.ts";
export { settleDeliveries, type SettledTry, type Settlement } from "./settle-deliveries.ts";
export { startRecovery } from "./start-recovery.ts";
export { type Sweep, sweepDeliveries } from "./sweep-deliveries.ts";
