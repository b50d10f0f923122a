import { setTimeout } from "node:timers/promises";

/**
 * Waits `ms` milliseconds. An aborted signal ends the wait early, or at once where it was aborted before, without an error:
 * `signal.throwIfAborted()` afterwards tells the two apart.
 */
export async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  try {
    await setTimeout(ms, undefined, { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
