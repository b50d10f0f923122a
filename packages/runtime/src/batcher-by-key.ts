import { createBatcher, OverloadedError, type Batcher, type BatcherOptions } from "./batcher.ts";

export type BatcherByKeyOptions<In, Out> = Omit<BatcherOptions<In, Out>, "maxInFlight" | "rest" | "overlaps"> & {
  readonly keyOf: (item: In) => string;
  /** Batches under way at once, at most: one of each key, of as many keys. */
  readonly maxKeysInFlight: number;
};

/**
 * Shares round trips among the callers of one key, for work that waits for a lock of that key: a key that is slow
 * delays its own callers, and others only while `maxKeysInFlight` keys are slow at once. Bound how long one batch may
 * wait for its lock.
 *
 * @throws OverloadedError (as a rejection) beyond `maxWaiting` callers of all keys together.
 */
export function createBatcherByKey<In, Out>(options: BatcherByKeyOptions<In, Out>): Batcher<In, Out> {
  const { name = "batches by key", keyOf, maxKeysInFlight, maxWaiting, run, ...shared } = options;
  const lanes = new Map<string, { readonly send: Batcher<In, Out>; callers: number }>();
  const queue: (() => void)[] = [];
  let inFlight = 0;
  let callers = 0;

  async function runWithPermit(batch: In[]): Promise<Out[]> {
    if (inFlight < maxKeysInFlight) inFlight += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await run(batch);
    } finally {
      // The permit goes to the batch that has waited longest.
      const next = queue.shift();
      if (next) next();
      else inFlight -= 1;
    }
  }

  return async (item) => {
    if (callers >= maxWaiting) throw new OverloadedError(name, callers);
    const key = keyOf(item);
    const lane = lanes.get(key) ?? {
      send: createBatcher({ ...shared, name, maxInFlight: 1, maxWaiting, run: runWithPermit }),
      callers: 0,
    };
    lanes.set(key, lane);
    callers += 1;
    lane.callers += 1;
    try {
      return await lane.send(item);
    } finally {
      callers -= 1;
      lane.callers -= 1;
      if (lane.callers === 0) lanes.delete(key);
    }
  };
}
