import { within } from "./within.ts";

/**
 * Whether a backend answers within `timeoutMs`. Its connections may have shorter deadlines: an attempt that timed out is
 * repeated while there is time, any other failure is the answer. Never throws.
 */
export async function answersWithin(ask: () => Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      await within(ask(), deadlineMs - performance.now());
      return true;
    } catch (error) {
      if (!isTimeout(error) || performance.now() >= deadlineMs) return false;
    }
  }
}

/** Matches the timeout errors of ioredis and pg, for a command, a query or a connection. */
function isTimeout(error: unknown): boolean {
  return Error.isError(error) && /timed out|timeout/i.test(error.message);
}
