/**
 * The services that ours is measured beside. Each is what a careful team builds on a well-known queue: key check,
 * Idempotency-Key, validation, a row for the run, and a worker that stores a result. They differ in the queue alone.
 */
export const peerKinds = {
  graphile: "graphile-worker with its local queue; run and job in one statement",
  "pg-boss":
    "pg-boss, up to 100 jobs a fetch, each run ended by a statement of its own; run and job in one transaction",
  "pg-boss batch": "the same, all runs of a fetch ended by one statement",
  bullmq: "BullMQ on Redis; the job is added after the run is stored, so a crash in between loses it",
} as const;
export type PeerKind = keyof typeof peerKinds;

export function isPeerKind(name: string): name is PeerKind {
  return Object.hasOwn(peerKinds, name);
}

/** As many slots as one of our workers has. */
export const workerSlots = 16;
export const queueName = "peer-runs";
/** Jobs that pg-boss fetches at once. */
export const batchSize = 100;
