import { parseCidr } from "@service/outgoing";
import { processVariables } from "@service/process/variables";
import { type ConfigOf, decimalVariable, integerVariable, listVariable, optional, urlVariable } from "@service/runtime";
import * as z from "zod";

/** Every variable this process reads. Units and defaults are those of the operator's guide. */
export const webhooksConfig = {
  ...processVariables,
  webhookAllowedCidrs: listVariable({
    name: "WEBHOOK_ALLOWED_CIDRS",
    default: [],
    each: z.string().refine((text) => parseCidr(text) !== undefined, "must be networks such as 127.0.0.0/8"),
    entriesMax: 50,
    testOnly: true,
    why: "Addresses that the guard of webhook connections also allows, over http: and any port.",
  }),
  webhookDeniedHosts: listVariable({
    name: "WEBHOOK_DENIED_HOSTS",
    default: [],
    each: z.string().regex(/^[A-Za-z0-9.-]{1,253}$/, "must be host names such as engine.example.com"),
    entriesMax: 50,
    why: "Host names of this service: webhooks to them or to names below them are refused.",
  }),
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
