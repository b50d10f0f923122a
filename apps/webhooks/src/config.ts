import { webhookAddressVariables } from "@service/outgoing";
import { processVariables } from "@service/process/variables";
import { type ConfigOf, decimalVariable, integerVariable, optional, urlVariable } from "@service/runtime";

/** Every variable this process reads. Units and defaults are those of the operator's guide. */
export const webhooksConfig = {
  ...processVariables,
  ...webhookAddressVariables,
  egressProxy: optional(
    urlVariable({
      name: "WEBHOOK_EGRESS_PROXY",
      protocols: ["http:", "https:"],
      secret: true,
      why: "Proxy that tunnels every delivery (CONNECT) to addresses, never to names. Unset = none.",
    }),
  ),
  retryTimeScale: decimalVariable({
    name: "WEBHOOK_RETRY_TIME_SCALE",
    unit: "factor",
    default: 1,
    min: 0,
    max: 100,
    testOnly: true,
    why: "Multiplies waits, jitter, Retry-After, their bounds and the deadline of the retry schedule.",
  }),
  leaseSeconds: decimalVariable({
    name: "WEBHOOK_DELIVERY_LEASE_SECONDS",
    unit: "s",
    default: 10,
    min: 0.5,
    max: 600,
    why: "After this a delivery of a process that died is due again. Heartbeats extend the lease of an attempt under way.",
  }),
  slots: integerVariable({
    name: "WEBHOOK_CONCURRENCY",
    default: 64,
    min: 1,
    max: 1_000,
    why: "Deliveries in flight at once in this process.",
  }),
  slowSlots: integerVariable({
    name: "WEBHOOK_SLOW_LANE_CONCURRENCY",
    default: 8,
    min: 1,
    max: 100,
    why: "Deliveries in flight to endpoints that keep failing, in separate slots so that they cannot starve the others.",
  }),
  shutdownGraceSeconds: decimalVariable({
    name: "WEBHOOK_SHUTDOWN_GRACE_SECONDS",
    unit: "s",
    default: 20,
    min: 0,
    max: 600,
    why: "Grace period for deliveries in flight when the process stops; the rest is sent again later.",
  }),
};

export type WebhooksConfig = ConfigOf<typeof webhooksConfig>;
