import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { advanceRecoveries } from "./advance-recoveries.ts";
import { getRecovery } from "./read-recovery.ts";
import type { Recovery } from "./recovery.ts";
import { startRecovery } from "./start-recovery.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("starting a recovery of many dead letters counts a bounded number; the rest is counted before the first is sent", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 25_000, state: "dead_letter", reason: "retry_exhausted" });
  await seedDeliveries(deps.db, { owner, endpointId, count: 5, state: "dead_letter", reason: "permanent_response" });
  await deps.db.pool.query("vacuum analyze webhook_deliveries");
  let started: Recovery | undefined;
  const since = new Date(Date.now() - 86_400_000);
  const plans = await plansOf(deps.db, async (db) => {
    started = await startRecovery({ ...deps, db }, { owner, endpointId, since, reason: "retry_exhausted" });
  });
  for (const plan of plans) expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(10_100);
  expect(started).toMatchObject({ state: "running", matched: 10_000, recovered: 0 });
  const recoveryId = started?.id ?? "";
  expect(await advanceRecoveries(deps)).toBe(250);
  expect(await getRecovery(deps, { owner, endpointId, recoveryId })).toMatchObject({
    state: "running",
    matched: 25_000,
    recovered: 250,
  });
});

test.each([9_999, 10_000, 10_001])("%d dead letters are counted once each", async (count) => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count, state: "dead_letter" });
  const since = new Date(Date.now() - 86_400_000);
  const { id: recoveryId } = await startRecovery(deps, { owner, endpointId, since });
  await advanceRecoveries(deps);
  expect(await getRecovery(deps, { owner, endpointId, recoveryId })).toMatchObject({ matched: count, recovered: 250 });
});
