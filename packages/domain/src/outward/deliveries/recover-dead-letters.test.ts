import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { recoverDeadLetters } from "./recover-dead-letters.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("automatic recovery reads only the dead letters refused in the last 24 hours", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner, { autoRecover: true });
  const dead = { owner, endpointId, state: "dead_letter" } as const;
  const refusedBefore = (hours: number): Promise<unknown> =>
    deps.db.pool.query(
      "update webhook_deliveries set refused_at = now() - make_interval(hours => $1) where refused_at is null and reason = 'permanent_response'",
      [hours],
    );
  await seedDeliveries(deps.db, { ...dead, count: 20_000, ageSeconds: 172_800 });
  await refusedBefore(30);
  await seedDeliveries(deps.db, { ...dead, count: 5_000, reason: "retry_exhausted" });
  await seedDeliveries(deps.db, { ...dead, count: 20 });
  await refusedBefore(1);
  await deps.db.pool.query("update webhook_endpoints set last_success_at = now() where id = $1", [endpointId]);
  let recovered = 0;
  const plans = await plansOf(deps.db, async (db) => {
    recovered = await recoverDeadLetters({ ...deps, db });
  });
  expect(recovered).toBe(20);
  for (const plan of plans) {
    expect(tablesScanned(plan)).not.toContain("webhook_deliveries");
    expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(100);
  }
  expect(await recoverDeadLetters(deps)).toBe(0);
});
