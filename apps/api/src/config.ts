import { limits } from "@service/contract";
import { processVariables } from "@service/process/variables";
import { decimalVariable, integerVariable, optional, stringVariable, type ConfigOf } from "@service/runtime";
import { modelVariables } from "@service/model-providers/variables";
import { trustedProxiesVariable, webhookAddressVariables } from "@service/outgoing";
import { filesPublicUrlVariable, fileStoreVariables, scannerVariable } from "@service/files/variables";

/** Every variable this process reads; docs/operating.md lists them with units and defaults. */
export const apiConfig = {
  ...processVariables,
  host: stringVariable({ name: "API_HOST", default: "127.0.0.1", why: "Address the API listens on." }),
  port: integerVariable({
    name: "API_PORT",
    default: 8080,
    min: 0,
    max: 65_535,
    why: "Port the API listens on; 0 picks a free one.",
  }),
  ...fileStoreVariables,
  ...modelVariables,
  scanner: scannerVariable,
  filesPort: optional(
    integerVariable({
      name: "FILES_PORT",
      min: 0,
      max: 65_535,
      why: "Port on which files are downloaded with FILES_STORE=fs; 0 picks a free one. Unset = 8082, or a free one where that is taken or API_PORT is 0.",
    }),
  ),
  filesPublicUrl: filesPublicUrlVariable,
  ...webhookAddressVariables,
  ingestPerAddressPerMinute: integerVariable({
    name: "INGEST_PER_ADDRESS_PER_MINUTE",
    default: 60,
    min: 1,
    max: 10_000_000,
    why: "Inbound events one sending address may post per minute; the burst is a whole minute's worth.",
  }),
  ingestPerSourcePerMinute: integerVariable({
    name: "INGEST_PER_SOURCE_PER_MINUTE",
    default: 120,
    min: 1,
    max: 10_000_000,
    why: "Inbound events one source may receive per minute, over all addresses.",
  }),
  trustedProxies: trustedProxiesVariable,
  shutdownGraceSeconds: decimalVariable({
    name: "API_SHUTDOWN_GRACE_SECONDS",
    unit: "s",
    default: 10,
    min: 0,
    max: 600,
    why: "How long requests in flight may finish when the process stops.",
  }),
  requestBudgetSeconds: decimalVariable({
    name: "REQUEST_BUDGET_SECONDS",
    unit: "s",
    default: limits.requestSeconds,
    min: 0.05,
    max: 600,
    why: "After this a request answers 504 request_timeout.",
  }),
  streamsPerProcess: integerVariable({
    name: "STREAMS_PER_PROCESS",
    default: 2_000,
    min: 1,
    max: 100_000,
    why: "Streams of turns that are read from this process at one time; a further reader gets 503 and the turn goes on.",
  }),
  streamHeartbeatSeconds: decimalVariable({
    name: "STREAM_HEARTBEAT_SECONDS",
    unit: "s",
    default: 15,
    min: 0.05,
    max: 15,
    why: "Silence of a stream after which a comment is sent. Lower it for proxies that cut quiet connections earlier.",
  }),
  healthCheckSeconds: decimalVariable({
    name: "HEALTH_CHECK_SECONDS",
    unit: "s",
    default: 3,
    min: 0.05,
    max: 60,
    why: "How long the health check waits for a dependency before it reports degraded.",
  }),
};

export type ApiConfig = ConfigOf<typeof apiConfig>;
