import { createHash } from "node:crypto";

const minute = 60;
const hour = 60 * minute;

/**
 * `standard-v3` (HOOK-53): seconds from the end of a failed attempt to the next. The first entry is the first attempt.
 * Dense for the first hour (deploys, restarts), then never a gap above 12 h; 78 h 52 m 35 s in all.
 */
export const standardV3WaitsSeconds = [
  0,
  5,
  30,
  2 * minute,
  5 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  5 * hour,
  10 * hour,
  12 * hour,
  12 * hour,
  12 * hour,
  12 * hour,
  12 * hour,
] as const;

/** Attempts of one cycle. */
export const attemptsMax = standardV3WaitsSeconds.length;
/** From the cycle's start; no attempt after it. */
export const cycleDeadlineSeconds = 84 * hour;
/** Least wait after a time-out and after a 429 without a time; also the least cap on `Retry-After`. */
export const overloadedWaitSeconds = minute;

const jitterShare = 0.1;
const jitterSecondsMax = 10 * minute;

/** A number in [-1, 1) derived from the attempt alone: repeatable in tests, spread over deliveries. */
function spread(deliveryId: string, cycle: number, nextTry: number): number {
  const digest = createHash("sha256").update(`${deliveryId}:${cycle}:${nextTry}`).digest();
  return digest.readUInt32BE(0) / 2 ** 31 - 1;
}

export interface FailedAttempt {
  readonly deliveryId: string;
  readonly cycle: number;
  /** Number of the failed attempt, from 1. */
  readonly attemptNumber: number;
  /** What a 429 or 503 asked for; undefined when it named no time. */
  readonly retryAfterSeconds: number | undefined;
  /** A 429, or a timeout: wait at least a minute unless a time was named. */
  readonly isReceiverOverloaded: boolean;
}

/**
 * Milliseconds from the end of a failed attempt to the next; undefined when no attempt is left.
 *
 * @param timeScale `WEBHOOK_RETRY_TIME_SCALE`: multiplies waits, jitter, `Retry-After` and all bounds (HOOK-57).
 */
export function waitAfter(failed: FailedAttempt, timeScale: number): number | undefined {
  const nextTry = failed.attemptNumber + 1;
  const step = standardV3WaitsSeconds[failed.attemptNumber];
  if (step === undefined) return undefined;
  const jitter = Math.min(step * jitterShare, jitterSecondsMax) * spread(failed.deliveryId, failed.cycle, nextTry);
  let waitSeconds = step + jitter;
  if (failed.retryAfterSeconds !== undefined) {
    // Raise only, and at most twice the step: a receiver may slow us down, never park a delivery for a month.
    const boundSeconds = Math.max(2 * step, overloadedWaitSeconds);
    waitSeconds = Math.max(waitSeconds, Math.min(failed.retryAfterSeconds, boundSeconds));
  } else if (failed.isReceiverOverloaded) {
    waitSeconds = Math.max(waitSeconds, overloadedWaitSeconds);
  }
  return waitSeconds * timeScale * 1_000;
}
