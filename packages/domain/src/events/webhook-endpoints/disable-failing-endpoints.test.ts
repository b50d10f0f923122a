import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { disableFailingEndpoints } from "./disable-failing-endpoints.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const days = 86_400;

test("failing endpoints are found without reading those that work, and their dead letters are not counted out (HOOK-91)", async () => {
  const owner = await seedOwner(deps.db);
  const failing = await seedEndpoint(deps.db, owner);
  const failedOnce = await seedEndpoint(deps.db, owner);
  await deps.db.pool.query(
    `update webhook_endpoints set first_failure_at = now() - interval '6 days', failures_in_a_row = 50_000`,
  );
  await deps.db.pool.query(
    `insert into webhook_endpoints (id, organization_id, environment_id, url, events)
     select gen_random_uuid(), $1, $2, 'https://hooks.example.com/', '{run.completed}' from generate_series(1, 3000)`,
    [owner.organizationId, owner.environmentId],
  );
  // All within two hours: less than a day.
  await seedDeliveries(deps.db, { owner, endpointId: failedOnce, count: 5_000, state: "dead_letter" });
  await seedDeliveries(deps.db, { owner, endpointId: failing, count: 5_000, state: "dead_letter" });
  await seedDeliveries(deps.db, { owner, endpointId: failing, count: 1, state: "dead_letter", ageSeconds: 2 * days });
  await deps.db.pool.query("vacuum analyze webhook_deliveries, webhook_endpoints");
  let disabled: string[] = [];
  const plans = await plansOf(deps.db, async (db) => {
    disabled = await disableFailingEndpoints({ ...deps, db });
  });
  expect(disabled).toEqual([failing]);
  for (const plan of plans) {
    expect(tablesScanned(plan)).toEqual([]);
    expect(rowsRead(plan, "webhook_endpoints")).toBeLessThan(10);
    expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(50);
  }
});
