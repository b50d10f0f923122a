import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { testOperator } from "@service/testing";
import { setOrganization } from "../../identity/organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { claimRuns } from "./claim-runs.ts";
import { createWorld, type World } from "./test-kit.ts";

let deps: TestDeps;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const claim = (runsMax: number): Promise<string[]> =>
  claimRuns(deps.db, { owner: "test", engineTypes: ["comparison"], runsMax, firstSilenceSeconds: 900 }).then((runs) =>
    runs.map((run) => run.organizationId),
  );

/** Submits this many runs concurrently. */
async function submitMany(world: World, count: number): Promise<void> {
  const engine = await world.engine();
  await Promise.all(Array.from({ length: count }, () => world.submit({ engine })));
}

/** Rows of table `runs` that the server has read since the previous call. */
async function rowsRead(): Promise<number> {
  await deps.db.pool.query("select pg_stat_force_next_flush()");
  await deps.db.hot.query("select pg_stat_force_next_flush()");
  const { rows } = await deps.db.pool.query<{ read: number }>(
    "select (seq_tup_read + idx_tup_fetch)::int8 as read from pg_stat_user_tables where relname = 'runs'",
  );
  return rows[0]?.read ?? Number.NaN;
}

describe("an in-flight cap", () => {
  test("applies at once to runs that already wait, and no longer once it is removed", async () => {
    const [capped, free] = [await createWorld(deps), await createWorld(deps)];
    await submitMany(capped, 6);
    await setOrganization(deps, testOperator, capped.organizationId, { maxRunning: 2 });
    await submitMany(capped, 3);
    await submitMany(free, 3);
    const first = await claim(100);
    expect(first.filter((id) => id === capped.organizationId)).toHaveLength(2);
    expect(first.filter((id) => id === free.organizationId)).toHaveLength(3);
    expect(await claim(100)).toEqual([]);
    await setOrganization(deps, testOperator, capped.organizationId, { maxRunning: null });
    expect(await claim(5)).toHaveLength(5);
    await submitMany(capped, 1);
    expect(await claim(100)).toHaveLength(3);
  });

  test("when full takes no lock and reads no backlog; when not full reads only the runs it admits", async () => {
    const capped = await createWorld(deps);
    await setOrganization(deps, testOperator, capped.organizationId, { maxRunning: 2 });
    await submitMany(capped, 300);
    expect(await claim(1)).toHaveLength(1);
    const before = await rowsRead();
    expect(await claim(100)).toHaveLength(1);
    const lock = `select pg_advisory_xact_lock(hashtextextended('max_running:' || $1::text, 0))`;
    await deps.db.inTransaction(async (tx) => {
      await tx.query(lock, [capped.organizationId]);
      expect(await claim(100)).toEqual([]);
    });
    expect((await rowsRead()) - before).toBeLessThan(100);
  });
});
