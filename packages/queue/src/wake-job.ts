import type { JobsOptions, Processor, WorkerOptions } from "bullmq";

import type { ChannelName } from "./channels.ts";

/** The one job of a channel on Redis: empty, deduplicated while it waits, gone when done. */
export const jobName = "wake-up";

/** Job options of a channel. A failed job is not retried: pollers find the work (RUN-65). */
export function jobOptions(channel: ChannelName): JobsOptions {
  return { deduplication: { id: channel }, attempts: 1, removeOnComplete: true, removeOnFail: true };
}

/** Worker options of a channel. */
export const listenerOptions = {
  concurrency: 1,
  // Keep short: a worker that dies with the job silences its channel until the stalled check finds it.
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
 * Processes a channel's job: runs the handler once after the wake-up. Safe to repeat: the handler reads the database.
 *
 * Removes the deduplication key first: a submission that commits while the handler reads must find no key, or its wake-up
 * would be dropped although the handler has already read (RUN-66).
 */
export function wakeProcessor(onWake: () => Promise<void>): Processor {
  return async (job) => {
    await job.removeDeduplicationKey();
    await onWake();
  };
}
