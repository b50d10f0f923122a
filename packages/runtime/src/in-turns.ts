import { setImmediate as nextTurn } from "node:timers/promises";

/** Milliseconds for which one turn works on: what else waits is delayed by one slice and the longest single step. */
const sliceMs = 10;

/** Ends when the work before it has ended: several long works take one slice of a turn together, not one each. */
let lastLong: Promise<void> = Promise.resolve();

/**
 * Runs long work on this thread in slices, so that requests, timers and heartbeats go on between them. Work that ends
 * within one slice is done at once; longer works wait for each other.
 *
 * @param steps yields wherever it may be interrupted; one step should take well under a millisecond.
 */
export async function inTurns<T>(
  steps: Iterator<unknown, T>,
  slice: { readonly ms: number } = { ms: sliceMs },
): Promise<T> {
  const first = runSlice(steps, slice.ms);
  if (first.done) return first.value;
  const before = lastLong;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastLong = promise;
  try {
    await before;
    for (;;) {
      await nextTurn();
      const step = runSlice(steps, slice.ms);
      if (step.done) return step.value;
    }
  } finally {
    resolve();
  }
}

function runSlice<T>(steps: Iterator<unknown, T>, ms: number): IteratorResult<unknown, T> {
  const endMs = performance.now() + ms;
  for (;;) {
    const step = steps.next();
    if (step.done || performance.now() >= endMs) return step;
  }
}
