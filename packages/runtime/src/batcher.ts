/** Thrown to a caller whose item would have waited behind more than `maxWaiting` others; the caller answers 503. */
export class OverloadedError extends Error {
  override readonly name = "OverloadedError";
  readonly waiting: number;

  constructor(name: string, waiting: number) {
    super(`${name}: ${waiting} callers are already waiting`);
    this.waiting = waiting;
  }
}

export type BatcherOptions<In, Out> = {
  /** Named in errors. */
  name?: string;
  /** Handles one batch; answers one result for each item, in the order of the items. */
  run: (batch: In[]) => Promise<Out[]>;
  /** Items of one batch, at most. */
  maxBatch: number;
  /**
   * Bounds the sum of the items' sizes in a batch (bytes, for a statement whose parameters both sides hold in memory).
   * An item that is larger by itself goes alone.
   */
  maxSize?: { readonly of: (item: In) => number; readonly sum: number };
  /** Batches under way at once, at most. */
  maxInFlight: number;
  /**
   * How long the permit of a batch of so many items rests after it, while its callers go on: for work that is cheaper the
   * more goes together. Not at all by default, or where it answers nothing.
   */
  rest?: (items: number) => Promise<unknown> | undefined;
  /**
   * Sends the next batch before the callers of the last one go on, false by default: where they keep this process busy,
   * the other side has work meanwhile. Batches become a little smaller.
   */
  overlaps?: boolean;
  /** Items waiting for a permit, at most; the next caller is refused with `OverloadedError`. */
  maxWaiting: number;
  /**
   * Whether an error may be the fault of one item alone: then a failed batch is repeated one item at a time, in series.
   * Never by default: every caller of the batch receives the error at once. Answer true only for errors that come back
   * at once when they come back (a value the database refuses), never for time-outs, lost connections or exhausted
   * resources: the last caller would wait for all attempts before its own. `run` must be safe to repeat.
   */
  repeatsOneByOne?: (error: unknown) => boolean;
};

export type Batcher<In, Out> = (item: In) => Promise<Out>;

type Waiter<In, Out> = { item: In; resolve: (value: Out) => void; reject: (error: unknown) => void };

/**
 * Shares one round trip among all callers that arrive while another is under way (RUN-11).
 *
 * Without a timer: an item is sent immediately when one of `maxInFlight` permits is free, so an idle system adds no
 * latency; items that arrive meanwhile form the next batch. A failed batch fails all its callers, unless
 * `repeatsOneByOne` says that one item may be the cause.
 *
 * @throws OverloadedError (as a rejection) beyond `maxWaiting`.
 */
export function createBatcher<In, Out>(options: BatcherOptions<In, Out>): Batcher<In, Out> {
  const { name = "batcher", run, maxBatch, maxSize, maxInFlight, maxWaiting } = options;
  const { rest, overlaps = false, repeatsOneByOne = () => false } = options;
  let waiting: Waiter<In, Out>[] = [];
  let inFlight = 0;
  // Callers of one turn of the event loop belong to one batch: sending on the first call would send
  // the first alone and make the others wait a whole round trip.
  let sendScheduled = false;

  function send(): void {
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batchLength = nextLength();
      const batch = waiting.length <= batchLength ? waiting : waiting.slice(0, batchLength);
      waiting = waiting.length <= batchLength ? [] : waiting.slice(batchLength);
      inFlight += 1;
      void work(batch);
    }
  }

  /** How many of the waiting items the next batch holds: one at least. */
  function nextLength(): number {
    if (!maxSize) return maxBatch;
    let size = 0;
    let length = 0;
    for (const { item } of waiting) {
      size += maxSize.of(item);
      if (length === maxBatch || (length > 0 && size > maxSize.sum)) break;
      length += 1;
    }
    return length;
  }

  async function work(batch: Waiter<In, Out>[]): Promise<void> {
    const resolveCallers = await attempt(batch);
    if (!overlaps) resolveCallers();
    const resting = rest?.(batch.length);
    if (resting) void resting.then(release, release);
    else release();
    // A tick later, because a connection pool sends in the next tick.
    if (overlaps) process.nextTick(resolveCallers);
  }

  function release(): void {
    inFlight -= 1;
    send();
  }

  async function runAll(items: In[]): Promise<Out[]> {
    const results = await run(items);
    if (results.length !== items.length)
      throw new Error(`${name}: ${results.length} results for ${items.length} items`);
    return results;
  }

  /** @returns a function that resolves or rejects the callers of the batch. */
  async function attempt(batch: Waiter<In, Out>[]): Promise<() => void> {
    try {
      const results = await runAll(batch.map((waiter) => waiter.item));
      return () => results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      if (batch.length > 1 && repeatsOneByOne(error)) return attemptOneByOne(batch);
      return () => batch.forEach((waiter) => waiter.reject(error));
    }
  }

  /** Each caller goes on as soon as its own item has ended; an error that no single item causes rejects all that are left. */
  async function attemptOneByOne(batch: Waiter<In, Out>[]): Promise<() => void> {
    for (const [index, waiter] of batch.entries()) {
      try {
        for (const result of await runAll([waiter.item])) waiter.resolve(result);
      } catch (error) {
        if (!repeatsOneByOne(error)) return () => batch.slice(index).forEach((left) => left.reject(error));
        waiter.reject(error);
      }
    }
    return () => undefined;
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
