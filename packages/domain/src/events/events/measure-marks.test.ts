import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { marksCountedMax, measureEventMarks } from "./measure-marks.ts";

let deps: TestDeps;
let organizationId: string;
beforeAll(async () => {
  deps = await openTestDeps();
  ({ organizationId } = await seedOwner(deps.db));
});
afterAll(() => deps.close());

/** Marks that have been due for `dueSeconds`, each a second longer than the next. */
async function seedMarks(given: { consumer: string; count: number; dueSeconds: number; isFailed?: boolean }) {
  const { consumer, count, dueSeconds, isFailed = false } = given;
  await deps.db.pool.query(
    `insert into event_marks (event_id, consumer, organization_id, next_attempt_at, last_error, failed_at)
     select gen_random_uuid(), $1, $2, now() - ($4::float8 - place + 1) * interval '1 second',
       case when $5 then 'Error' end, case when $5 then now() end from generate_series(1, $3::int) place`,
    [consumer, organizationId, count, dueSeconds, isFailed],
  );
  await deps.db.pool.query("vacuum analyze event_marks");
}

test("marks are counted by kind of consumer; the oldest that is due says how long", async () => {
  expect(await measureEventMarks(deps.db)).toEqual([]);
  await seedMarks({ consumer: "webhooks", count: 3, dueSeconds: 90 });
  await seedMarks({ consumer: "automation:a", count: 2, dueSeconds: -30 });
  await seedMarks({ consumer: "automation:b", count: 1, dueSeconds: -10 });
  await seedMarks({ consumer: "automation:b", count: 4, dueSeconds: 500, isFailed: true });
  await seedMarks({ consumer: "only_failed", count: 1, dueSeconds: 500, isFailed: true });
  const measured = await measureEventMarks(deps.db);
  expect(measured).toEqual([
    { consumer: "automation", waiting: 3, oldestDueSeconds: 0, failed: 4 },
    { consumer: "only_failed", waiting: 0, oldestDueSeconds: 0, failed: 1 },
    { consumer: "webhooks", waiting: 3, oldestDueSeconds: expect.any(Number), failed: 0 },
  ]);
  expect(measured[2]?.oldestDueSeconds).toBeGreaterThanOrEqual(90);
  expect(measured[2]?.oldestDueSeconds).toBeLessThan(150);
});

test("a backlog beyond the bound is read up to it, whatever its size", async () => {
  await seedMarks({ consumer: "webhooks", count: 60_000, dueSeconds: 100_000 });
  const plans = await plansOf(deps.db, async (db) => {
    expect(await measureEventMarks(db)).toMatchObject([
      { consumer: "automation", waiting: 3 },
      { consumer: "only_failed", waiting: 0 },
      { consumer: "webhooks", waiting: marksCountedMax, oldestDueSeconds: expect.any(Number) },
    ]);
  });
  for (const plan of plans) {
    expect(tablesScanned(plan)).toEqual([]);
    expect(rowsRead(plan, "event_marks")).toBeLessThan(marksCountedMax + 100);
  }
});
