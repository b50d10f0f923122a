import { engineTypeNames } from "@service/contract";
import { parseCidr } from "@service/outgoing";
import { processVariables } from "@service/process/variables";
import {
  base64BytesVariable,
  decimalVariable,
  integerVariable,
  listVariable,
  optional,
  type ConfigOf,
} from "@service/runtime";
import { fileStoreVariables, scannerVariable } from "@service/files/variables";
import { modelVariables } from "@service/model-providers/variables";
import * as z from "zod";

/** Every variable this process reads. Units and defaults are those of the operator's guide. */
export const workerConfig = {
  ...processVariables,
  // Not required in production: most workers open no secret.
  secretsKey: optional(
    base64BytesVariable({
      name: "SECRETS_KEY",
      bytes: 32,
      secret: true,
      why: "Opens the secrets of submission sources, for runs that automations submit with a signed stamp, and of connections.",
    }),
  ),
  ...fileStoreVariables,
  scanner: scannerVariable,
  documentConcurrency: integerVariable({
    name: "WORKER_DOCUMENT_CONCURRENCY",
    default: 2,
    min: 0,
    max: 16,
    why: "Files whose text is read at one time, each in a thread of up to 256 MiB, at most half of them for one organization; 0 = none in this process.",
  }),
  heartbeatSilenceSeconds: decimalVariable({
    name: "RUN_HEARTBEAT_SILENCE_SECONDS",
    unit: "s",
    default: 180,
    min: 0.2,
    max: 86_400,
    why: "Silence after which a run that has reported is reclaimed.",
  }),
  firstHeartbeatSilenceSeconds: decimalVariable({
    name: "RUN_FIRST_HEARTBEAT_SILENCE_SECONDS",
    unit: "s",
    default: 900,
    min: 0.2,
    max: 86_400,
    why: "The same for a run that never reported; also how long a run that lost its worker waits for another.",
  }),
  cancelPollSeconds: decimalVariable({
    name: "RUN_CANCEL_POLL_SECONDS",
    unit: "s",
    default: 2,
    min: 0.05,
    max: 60,
    why: "How often held runs are checked for cancel requests.",
  }),
  shutdownGraceSeconds: decimalVariable({
    name: "WORKER_SHUTDOWN_GRACE_SECONDS",
    unit: "s",
    default: 20,
    min: 0,
    max: 3_600,
    why: "Grace period for runs in progress when the process stops; then they are released for another worker.",
  }),
  concurrency: integerVariable({
    name: "WORKER_CONCURRENCY",
    default: 16,
    min: 1,
    max: 1_000,
    why: "Runs this process holds at one time.",
  }),
  turnConcurrency: integerVariable({
    name: "TURN_CONCURRENCY",
    default: 64,
    min: 0,
    max: 1_000,
    why: "Turns of conversations this process answers at one time, beside its runs; a turn mostly waits. 0 = none in this process.",
  }),
  turnLeaseSeconds: decimalVariable({
    name: "TURN_LEASE_SECONDS",
    unit: "s",
    default: 30,
    min: 0.5,
    max: 3_600,
    why: "Silence of a worker after which its turns are given to another; it reports six times as often.",
  }),
  jobConcurrency: integerVariable({
    name: "WORKER_JOB_CONCURRENCY",
    default: 2,
    min: 1,
    max: 64,
    why: "Publish gates this process evaluates at one time, each in its own thread; at most half for one organization.",
  }),
  syncConcurrency: integerVariable({
    name: "WORKER_SYNC_CONCURRENCY",
    default: 2,
    min: 0,
    max: 64,
    why: "Connections this process fetches and imports at one time by their schedules, each in a process of its own of at most 1 GiB, at most half of them for one organization; 0 = none.",
  }),
  webhookAllowedCidrs: listVariable({
    name: "WEBHOOK_ALLOWED_CIDRS",
    default: [],
    each: z.string().refine((text) => parseCidr(text) !== undefined, "must be networks such as 127.0.0.0/8"),
    entriesMax: 50,
    testOnly: true,
    why: "Addresses that connectors of kind http_json may also reach, over http: and any port.",
  }),
  threads: optional(
    integerVariable({
      name: "WORKER_THREADS",
      min: 1,
      max: 64,
      why: "Threads that compute runs; unset = one for each core, at least 2.",
    }),
  ),
  engineTypes: listVariable({
    name: "WORKER_ENGINE_TYPES",
    default: [...engineTypeNames],
    each: z.enum(engineTypeNames, `must be some of ${engineTypeNames.join(", ")}`),
    entriesMax: engineTypeNames.length,
    why: "Engine types this process serves.",
  }),
  snapshotHours: integerVariable({
    name: "RECORDS_SNAPSHOT_HOURS",
    unit: "h",
    default: 24,
    min: 1,
    max: 8_760,
    why: "How long a snapshot of the book can still be paged through after the next one was served.",
  }),
  snapshotsKept: integerVariable({
    name: "RECORDS_SNAPSHOTS_KEPT",
    default: 3,
    min: 1,
    max: 1_000,
    why: "Snapshots of a connection that are kept in any case, the served one among them.",
  }),
  ...modelVariables,
};

export type WorkerConfig = ConfigOf<typeof workerConfig>;
