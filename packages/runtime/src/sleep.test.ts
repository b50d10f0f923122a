import { expect, test } from "@jest/globals";
import { getEventListeners } from "node:events";

import { sleep } from "./sleep.ts";

test("a wait lasts as long as requested, and leaves no listener", async () => {
  const { signal } = new AbortController();
  const beganMs = performance.now();
  await sleep(20, signal);
  expect(performance.now() - beganMs).toBeGreaterThanOrEqual(19);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("an abort ends a wait without an error, also one that came before", async () => {
  const abort = new AbortController();
  const waiting = sleep(60_000, abort.signal);
  abort.abort(new Error("stopped"));
  await expect(waiting).resolves.toBeUndefined();
  await expect(sleep(60_000, abort.signal)).resolves.toBeUndefined();
});
