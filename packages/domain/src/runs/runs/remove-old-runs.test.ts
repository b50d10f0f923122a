import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { removeOldRuns } from "./remove-old-runs.ts";
import { newRunId } from "./run-id.ts";
import { createWorld, insertQueuedRun, type World } from "./test-kit.ts";

let deps: TestDeps;
let world: World;

beforeAll(async () => {
  deps = await openTestDeps();
  world = await createWorld(deps);
});
afterAll(() => deps.close());

/** A run submitted this many days ago, finished then or not at all. */
async function runOfAge(days: number, ended = true): Promise<string> {
  const id = newRunId(Date.now() - days * 86_400_000);
  const inserted = await insertQueuedRun(deps, world);
  await deps.db.pool.query(
    `with renamed as (update run_payloads set run_id = $2 where run_id = $1)
     update runs set id = $2, created_at = now() - make_interval(secs => $3),
       status = case when $4 then 'completed'::run_status else status end,
       completed_at = case when $4 then now() - make_interval(secs => $3) end
     where id = $1`,
    [inserted, id, days * 86_400, ended],
  );
  return id;
}

async function kept(): Promise<string[]> {
  const { rows } = await deps.db.pool.query<{ id: string }>("select id from runs order by id");
  const payloads = await deps.db.pool.query<{ id: string }>("select run_id as id from run_payloads order by run_id");
  expect(payloads.rows).toEqual(rows);
  return rows.map(({ id }) => id);
}

test("runs are removed with their payloads 90 days after their end, oldest first and in batches (RUN-90)", async () => {
  const ages = [100, 95, 90.01, 89.99, 0];
  const ids: string[] = [];
  for (const days of ages) ids.push(await runOfAge(days));
  const unfinished = await runOfAge(200, false);
  expect(await removeOldRuns(deps.db, { runsMax: 2 })).toBe(2);
  expect(await kept()).toEqual([unfinished, ...ids.slice(2)]);
  expect(await removeOldRuns(deps.db, { runsMax: 2 })).toBe(1);
  expect(await removeOldRuns(deps.db, { runsMax: 2 })).toBe(0);
  expect(await kept()).toEqual([unfinished, ...ids.slice(3)]);
});
