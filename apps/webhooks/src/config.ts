import { parseCidr } from "@service/outgoing";
import {
  base64BytesVariable,
  type ConfigOf,
  decimalVariable,
  integerVariable,
  listVariable,
  logLevels,
  oneOfVariable,
  optional,
  stringVariable,
  urlVariable,
} from "@service/runtime";
import * as z from "zod";

/** Every variable this process reads. Units and defaults are those of the operator's guide. */
export const webhooksConfig = {
  databaseUrl: urlVariable({
    name: "DATABASE_URL",
    protocols: ["postgres:", "postgresql:"],
    secret: true,
    why: "Where truth lives. `npm start` sets it to the embedded database when unset.",
  }),
  queueUrl: optional(
    urlVariable({
      name: "QUEUE_URL",
      protocols: ["redis:", "rediss:", "postgres:", "postgresql:"],
      secret: true,
      why: "Wake-ups and request budgets. Unset = the database.",
    }),
  ),
  queuePrefix: stringVariable({
    name: "QUEUE_PREFIX",
    default: "service",
    pattern: /^[A-Za-z0-9-]{1,40}$/,
    why: "Separates installations that share one Redis.",
  }),
  dataDir: stringVariable({
    name: "DATA_DIR",
    default: ".data",
    why: "Where the secrets key is created on first start.",
  }),
  metricsPort: optional(
    integerVariable({
      name: "METRICS_PORT",
      min: 0,
      max: 65_535,
      why: "Separate port for metrics, liveness and readiness; unset = off.",
    }),
  ),
  metricsHost: stringVariable({ name: "METRICS_HOST", default: "127.0.0.1", why: "Address the metrics listen on." }),
  nodeEnv: optional(stringVariable({ name: "NODE_ENV", why: "`production` refuses every test-only allowance." })),
  logLevel: oneOfVariable({
    name: "LOG_LEVEL",
    words: logLevels,
    default: "info",
    why: "`debug` writes a line for every delivery.",
  }),
  secretsKey: optional(
    base64BytesVariable({
      name: "SECRETS_KEY",
      bytes: 32,
      secret: true,
      requiredInProduction: true,
      why: "Opens the signing secrets and custom headers of endpoints.",
    }),
  ),
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
  otlpEndpoint: optional(
    stringVariable({ name: "OTEL_EXPORTER_OTLP_ENDPOINT", why: "Where traces go; unset = no traces." }),
  ),
};

export type WebhooksConfig = ConfigOf<typeof webhooksConfig>;
