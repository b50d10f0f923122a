import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../testing/open-test-deps.ts";
import { endWaits, tellWaiters, waitForRun } from "./wait-for-run.ts";

let deps: TestDeps;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

/** Longer than any test may take. */
const waitMs = 3_600_000;
const { signal } = new AbortController();

test("all who wait for a run are told of its end, and nobody else", async () => {
  const [finished, unfinished] = [randomUUID(), randomUUID()];
  const waits = [1, 2].map(() => waitForRun(deps, finished, { waitMs, signal }));
  const given = new AbortController();
  const other = waitForRun(deps, unfinished, { waitMs, signal: given.signal });
  tellWaiters(deps, finished, "completed");
  expect(await Promise.all(waits)).toEqual(["completed", "completed"]);
  given.abort();
  expect(await other).toBeUndefined();
});

test("a process that stops ends the waits of its callers, and begins no more", async () => {
  const waits = [randomUUID(), randomUUID()].map((id) => waitForRun(deps, id, { waitMs, signal }));
  endWaits(deps);
  expect(await Promise.all(waits)).toEqual([undefined, undefined]);
  expect(await waitForRun(deps, randomUUID(), { waitMs, signal })).toBeUndefined();
});
