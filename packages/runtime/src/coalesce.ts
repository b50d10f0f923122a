/** Thrown to a caller whose item would have waited behind more than `maxWaiting` others; the caller answers 503. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
  readonly waiting: number;

  constructor(name: string, waiting: number) {
    super(`${name}: ${waiting} callers are already waiting`);
    this.waiting = waiting;
  }
}

export type CoalesceOptions<In, Out> = {
  /** Named in errors. */
  name?: string;
  /** Handles one batch; answers one result for each item, in the order of the items. */
  run: (batch: In[]) => Promise<Out[]>;
  /** Items of one batch, at most. */
  maxBatch: number;
  /** Batches under way at once, at most. */
  maxInFlight: number;
  /** Milliseconds for which a permit rests after its batch, 0 by default: for work that is cheaper the later it is. */
  restMs?: number;
  /**
   * Sends the next batch before the callers of the last one go on, false by default: where they keep this process busy,
   * the other side has work meanwhile. Batches become a little smaller.
   */
  overlaps?: boolean;
  /** Items waiting for a permit, at most; the next caller is refused with `OverloadedError`. */
  maxWaiting: number;
  /**
   * Whether a failed batch may be tried again item by item. Only `false` where repeating an item that may already
   * have happened would be wrong; then every item of the batch receives the error.
   */
  retryItemByItem?: boolean | ((error: unknown) => boolean);
};

export type Coalesced<In, Out> = (item: In) => Promise<Out>;

type Waiter<In, Out> = { item: In; resolve: (value: Out) => void; reject: (error: unknown) => void };

/**
 * Shares one round trip among all callers that arrive while another is under way (runs.md 5.4, "Batching rule").
 *
 * There is no timer: an item is sent at once when one of `maxInFlight` permits is free, so an idle system adds no
 * latency; whatever arrives meanwhile forms the next batch. A failed batch of several items is repeated one item
 * at a time, so that one bad row cannot fail its neighbours.
 *
 * @throws OverloadedError (as a rejection) beyond `maxWaiting`.
 */
export function coalesce<In, Out>(options: CoalesceOptions<In, Out>): Coalesced<In, Out> {
  const { name = "coalesce", run, maxBatch, maxInFlight, maxWaiting } = options;
  const { restMs = 0, overlaps = false, retryItemByItem = true } = options;
  let waiting: Waiter<In, Out>[] = [];
  let inFlight = 0;
  // Callers of one turn of the event loop belong to one batch: they arrived "at once", and sending on the first
  // call would send the first alone and make the others wait a whole round trip.
  let sendScheduled = false;

  function send(): void {
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = waiting.length <= maxBatch ? waiting : waiting.slice(0, maxBatch);
      waiting = waiting.length <= maxBatch ? [] : waiting.slice(maxBatch);
      inFlight += 1;
      void work(batch);
    }
  }

  async function work(batch: Waiter<In, Out>[]): Promise<void> {
    const tell = await attempt(batch);
    if (!overlaps) tell();
    if (restMs > 0) setTimeout(release, restMs).unref();
    else release();
    // A tick later, because a connection pool sends in the next tick.
    if (overlaps) process.nextTick(tell);
  }

  function release(): void {
    inFlight -= 1;
    send();
  }

  /** @returns what tells the callers of the batch how it ended. */
  async function attempt(batch: Waiter<In, Out>[]): Promise<() => void> {
    try {
      const results = await run(batch.map((waiter) => waiter.item));
      if (results.length !== batch.length) {
        throw new Error(`${name}: ${results.length} results for ${batch.length} items`);
      }
      return () => results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      const mayRetry = typeof retryItemByItem === "function" ? retryItemByItem(error) : retryItemByItem;
      if (batch.length === 1 || !mayRetry) return () => batch.forEach((waiter) => waiter.reject(error));
      for (const waiter of batch) (await attempt([waiter]))();
      return () => undefined;
    }
  }

  return (item) =>
    new Promise<Out>((resolve, reject) => {
      if (waiting.length >= maxWaiting) {
        reject(new OverloadedError(name, waiting.length));
        return;
      }
      waiting.push({ item, resolve, reject });
      if (inFlight < maxInFlight && !sendScheduled) {
        sendScheduled = true;
        // Not a microtask: those run between the sockets that this turn has found readable.
        setImmediate(() => {
          sendScheduled = false;
          send();
        });
      }
    });
}
