import type { JobsOptions, Processor, WorkerOptions } from "bullmq";

import type { BellName } from "./bells.ts";

/** The one job that a bell is: empty, deduplicated while it waits, gone when done. */
export const jobName = "bell";

/** Job options of a bell. Failing is not repeated: whoever misses a bell polls (runs.md 5.3). */
export function jobOptions(bell: BellName): JobsOptions {
  return { deduplication: { id: bell }, attempts: 1, removeOnComplete: true, removeOnFail: true };
}

/** Worker options of a bell, for both backends. */
export const hearing = {
  concurrency: 1,
  // A worker that dies with the bell in its hands silences it until the stalled check finds it: keep that short.
  lockDuration: 10_000,
  stalledInterval: 5_000,
  maxStalledCount: 1_000,
  drainDelay: 5,
  // After an error on the connection; the default is 15 s.
  runRetryDelay: 1_000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
} as const satisfies Partial<WorkerOptions>;

/**
 * What happens with a bell's job. Input: nothing. Outcome: the handler has run once after the bell was rung. Safe to
 * repeat: the handler looks into the database.
 *
 * The deduplication key goes first: a submission that commits while the handler reads must find no key, or its ring
 * would be dropped although the handler has already looked (the lost wake-up of runs.md 5.3).
 */
export function bellProcessor(onRing: () => Promise<void>): Processor {
  return async (job) => {
    await job.removeDeduplicationKey();
    await onRing();
  };
}
