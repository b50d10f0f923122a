/** Follows how often something happens. */
export type Pace = {
  /** Notes one more; whether they have come faster than allowed for a while. */
  isFast(): boolean;
};

/**
 * Allows one every `everyMs` on average, and as many at once as come in `patienceMs` at that rate (a leaky bucket). A
 * process that was fast is slow again `patienceMs` after the last of them at the latest.
 */
export function createPace({
  everyMs,
  patienceMs,
  nowMs = () => performance.now(),
}: {
  everyMs: number;
  patienceMs: number;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: () => number;
}): Pace {
  let allowedAtMs = Number.NEGATIVE_INFINITY;
  return {
    isFast() {
      const now = nowMs();
      allowedAtMs = Math.min(Math.max(now, allowedAtMs) + everyMs, now + 2 * patienceMs);
      return allowedAtMs - now > patienceMs;
    },
  };
}
