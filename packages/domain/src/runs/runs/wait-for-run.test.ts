import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { LogFields } from "@service/runtime";
import { createSignal, openTestDatabase } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { endWaits, RunWaiters, wakeWaiters, waitForRun } from "./wait-for-run.ts";

let deps: TestDeps;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

/** Longer than any test may take. */
const waitMs = 3_600_000;
const { signal } = new AbortController();

test("the end of a run wakes all callers that wait for it, and no others (RUN-79)", async () => {
  const [finished, unfinished] = [randomUUID(), randomUUID()];
  const waits = [1, 2].map(() => waitForRun(deps, finished, { waitMs, signal }));
  const given = new AbortController();
  const other = waitForRun(deps, unfinished, { waitMs, signal: given.signal });
  wakeWaiters(deps, finished, "completed");
  expect(await Promise.all(waits)).toEqual(["completed", "completed"]);
  given.abort();
  expect(await other).toBeUndefined();
});

test("failing polls are logged once with the awaited runs, and the waits continue", async () => {
  const lines = createSignal<LogFields>("a line of the log");
  const log = { ...deps.log, warn: (fields: LogFields) => lines.send(fields) };
  const refused = openTestDatabase("postgres://a:b@127.0.0.1:1/x");
  const polls = createSignal("a poll");
  refused.hot.on("error", () => undefined);
  const query = refused.hot.query.bind(refused.hot);
  Reflect.set(refused.hot, "query", (...given: Parameters<typeof query>) => {
    polls.send();
    return query(...given);
  });
  const runId = randomUUID();
  const given = new AbortController();
  const wait = waitForRun({ runs: { waiters: new RunWaiters(refused) }, log }, runId, { waitMs, signal: given.signal });
  expect(await lines.next()).toMatchObject({ run_ids: [runId], runs: 1, err: { code: "ECONNREFUSED" } });
  for (let poll = 0; poll < 4; poll += 1) await polls.next();
  expect(lines.count).toBe(1);
  given.abort();
  expect(await wait).toBeUndefined();
  await refused.close();
});

test("a stopping process ends the waits of its callers and starts no new ones (RUN-85)", async () => {
  const waits = [randomUUID(), randomUUID()].map((id) => waitForRun(deps, id, { waitMs, signal }));
  endWaits(deps);
  expect(await Promise.all(waits)).toEqual([undefined, undefined]);
  expect(await waitForRun(deps, randomUUID(), { waitMs, signal })).toBeUndefined();
});
