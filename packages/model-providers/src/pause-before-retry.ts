import { ProviderFailure } from "@service/models";

const retriesMax = 2;
/** Before the first and the second retry, where the vendor names no time. */
export const usualPausesMs: readonly number[] = [250, 1_000];
/** A vendor that asks for more is not waited for: the caller gets the time, and can decide (MODEL-57). */
const retryAfterSecondsMax = 5;

/** A redirect: it will come again. */
export class RedirectFailure extends ProviderFailure {
  constructor() {
    super("unavailable");
  }
}

/**
 * How long to wait before the request is sent again, in milliseconds; undefined when it is not (MODEL-57).
 * @param failures of the attempts so far, the last one last; at least one.
 */
export function pauseBeforeRetry(
  failures: readonly ProviderFailure[],
  pausesMs: readonly number[],
): number | undefined {
  const failure = failures.at(-1);
  if (failure === undefined || !failure.retryable || failures.length > retriesMax) return undefined;
  if (failure instanceof RedirectFailure) return undefined;
  // An answer that cannot be read twice is not bad luck.
  const unreadable = failures.filter(({ reason }) => reason === "invalid_response").length;
  if (unreadable > 1) return undefined;
  const { retryAfterSeconds } = failure;
  if (retryAfterSeconds === undefined) return pausesMs[failures.length - 1];
  return retryAfterSeconds > retryAfterSecondsMax ? undefined : retryAfterSeconds * 1_000;
}
