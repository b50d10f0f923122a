import { expect, test } from "@jest/globals";
import { setImmediate, setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { endingAfter } from "./time-budget.ts";

// The time of a call.

setFlagsFromString("--expose-gc");
const collectGarbage = (): unknown => runInNewContext("gc()");

test("PLAT-29: a budget within another ends, also when all unused memory was collected and nothing listens to it", async () => {
  const caller = new AbortController();
  const budgets = Array.from({ length: 50 }, () => endingAfter(50, new Error("over"), caller.signal));
  // Only a whole round of the event loop lets go of what it held weakly.
  await setImmediate();
  collectGarbage();
  await setTimeout(100);
  for (const { signal } of budgets) expect(signal.reason).toEqual(new Error("over"));
});

test("PLAT-29: a budget ends with the call that it is within, with that call's reason", () => {
  const caller = new AbortController();
  const { signal, leftMs } = endingAfter(60_000, new Error("over"), caller.signal);
  expect(signal.aborted).toBe(false);
  caller.abort(new Error("the caller left"));
  expect(signal.reason).toEqual(new Error("the caller left"));
  expect(leftMs()).toBeGreaterThan(0);
});
