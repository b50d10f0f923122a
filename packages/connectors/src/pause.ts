import { setTimeout as delay } from "node:timers/promises";
import type { Pause } from "./fetch.ts";

/** Waits; the reason of the signal ends it. */
export const pause: Pause = async (ms, signal) => {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
};
