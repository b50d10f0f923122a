/** The time that a call has, from the request that makes it down to the statement that ends it. */
export interface TimeBudget {
  /** Aborts when the time is over; its reason is what the caller is answered. */
  readonly signal: AbortSignal;
  /** Milliseconds left by this process's monotonic clock; negative when it is over. */
  leftMs(): number;
}

/**
 * A budget that starts now. Not made of `AbortSignal.timeout`: Node drops its timer with the signal when nothing refers to
 * that but a signal of `AbortSignal.any`, and who looks at that one then waits for ever.
 * @param reason what its signal aborts with.
 * @param within aborts the budget's signal as well, with a reason of its own.
 */
export function endingAfter(ms: number, reason: Error, within?: AbortSignal): TimeBudget {
  const endsAtMs = performance.now() + ms;
  const end = new AbortController();
  // The timer keeps the controller.
  setTimeout(() => end.abort(reason), ms).unref();
  const signal = within === undefined ? end.signal : AbortSignal.any([within, end.signal]);
  return { signal, leftMs: () => endsAtMs - performance.now() };
}
