import { sleep } from "@service/runtime";
import type { Pause } from "./fetch.ts";

/** Waits; the reason of the signal ends it. */
export const pause: Pause = async (ms, signal) => {
  await sleep(ms, signal);
  signal.throwIfAborted();
};
