import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { removeOldTestEvents } from "./remove-old-test-events.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("old events without a run are found without reading the young ones, and go with their deliveries", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 20_000, state: "delivered" });
  await seedDeliveries(deps.db, { owner, endpointId, count: 3, state: "delivered", ageSeconds: 91 * 86_400 });
  // Of many environments, so that an index by environment does not help.
  await deps.db.pool.query("update webhook_events set environment_id = gen_random_uuid()");
  await deps.db.pool.query("vacuum analyze webhook_events");
  let removed = 0;
  const plans = await plansOf(deps.db, async (db) => {
    removed = await removeOldTestEvents({ ...deps, db });
  });
  expect(removed).toBe(3);
  for (const plan of plans) {
    expect(tablesScanned(plan)).not.toContain("webhook_events");
    expect(rowsRead(plan, "webhook_events")).toBeLessThan(20);
  }
  const { rows } = await deps.db.pool.query("select count(*) from webhook_deliveries");
  expect(rows).toEqual([{ count: 20_000 }]);
});
