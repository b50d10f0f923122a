/** The time that a call has, from the request that makes it down to the statement that ends it. */
export interface TimeBudget {
  /** Aborts when the time is over; its reason is what the caller is answered. */
  readonly signal: AbortSignal;
  /** Milliseconds left by this process's monotonic clock; negative when it is over. */
  leftMs(): number;
}

/** A budget that starts now, for work that no request waits for. @param reason what its signal aborts with. */
export function endingAfter(ms: number, reason: Error): TimeBudget {
  const endsAtMs = performance.now() + ms;
  const end = new AbortController();
  setTimeout(() => end.abort(reason), ms).unref();
  return { signal: end.signal, leftMs: () => endsAtMs - performance.now() };
}
