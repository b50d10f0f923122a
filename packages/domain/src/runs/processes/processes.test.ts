import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { newCaller } from "../../testing/index.ts";
import { claimRuns } from "../runs/index.ts";
import { insertQueuedRun } from "../runs/test-kit.ts";
import { listProcesses, removeGoneProcesses, unservedTypes } from "./index.ts";

let deps: TestDeps;
let world: { readonly organizationId: string };

beforeAll(async () => {
  deps = await openTestDeps();
  world = await newCaller(deps);
});
afterAll(() => deps.close());
beforeEach(async () => {
  await deps.db.pool.query("truncate processes; delete from runs");
});

const write = (id: string, types: readonly string[], seconds: { readonly seen: number; readonly stopped?: number }) =>
  deps.db.pool.query(
    `insert into processes (id, name, host, engine_types, slots, started_at, seen_at, stopped_at)
     values ($1, $2, 'h', $3::text[]::engine_type_name[], $4, now() - interval '1 hour',
       now() - make_interval(secs => $5), now() - make_interval(secs => $6))`,
    [id, types.length > 0 ? "worker" : "api", types, types.length, seconds.seen, seconds.stopped ?? null],
  );
const secondsAgo = (at: Date | null | undefined) => (Date.now() - (at?.getTime() ?? 0)) / 1_000;

test("a process is shown while it writes its row: not after 35 s, and not once it has stopped (CON-60)", async () => {
  await write("api", [], { seen: 1 });
  await write("late", ["comparison"], { seen: 34 });
  await write("gone", ["comparison"], { seen: 36 });
  await write("stopped", ["comparison"], { seen: 1, stopped: 1 });
  await write("long gone", ["comparison"], { seen: 601 });
  expect(await listProcesses(deps)).toMatchObject([
    { id: "api", name: "api", engineTypes: [], slots: 0, held: 0 },
    { id: "late", name: "worker", engineTypes: ["comparison"], slots: 1, version: null },
  ]);
  expect(await removeGoneProcesses(deps)).toBe(1);
});

test("a worker is shown with the runs that it holds (CON-60)", async () => {
  await write("worker-a", ["comparison"], { seen: 1 });
  await insertQueuedRun(deps, world);
  await claimRuns(deps.db, { owner: "worker-a", engineTypes: ["comparison"], runsMax: 5, firstSilenceSeconds: 900 });
  expect(await listProcesses(deps)).toMatchObject([{ id: "worker-a", held: 1 }]);
  expect((await unservedTypes(deps)).map(({ engineType }) => engineType)).not.toContain("comparison");
});

test("a type is unserved while no worker takes it, since its last worker was there or its oldest run waits (CON-61)", async () => {
  await insertQueuedRun(deps, world, "comparison");
  const triage = await insertQueuedRun(deps, world, "triage");
  await insertQueuedRun(deps, world, "matching");
  await write("other", ["matching", "diligence"], { seen: 1 });
  await write("gone", ["triage"], { seen: 100 });
  await write("long gone", ["opportunity"], { seen: 300 });
  await deps.db.pool.query("update runs set created_at = now() - interval '1 hour' where id = $1", [triage]);
  const [first, second, ...more] = await unservedTypes(deps);
  expect([first, second, ...more]).toMatchObject([
    { engineType: "triage", waiting: 1 },
    { engineType: "comparison", waiting: 1 },
    { engineType: "opportunity", waiting: 0, since: expect.any(Date) },
    { engineType: "entity_analysis", waiting: 0, since: null },
  ]);
  expect(secondsAgo(first?.since)).toBeGreaterThan(90);
  expect(secondsAgo(first?.since)).toBeLessThan(200);
  expect(secondsAgo(second?.since)).toBeLessThan(60);
  await write("new", ["triage", "comparison", "opportunity", "entity_analysis"], { seen: 0 });
  expect(await unservedTypes(deps)).toEqual([]);
});
