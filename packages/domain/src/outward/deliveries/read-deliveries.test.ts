import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner, tablesScanned } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { getDelivery, listDeliveries } from "./read-deliveries.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("a delivery and its attempts are read by one statement, from one snapshot", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 5_000, state: "delivered" });
  const { deliveries } = await listDeliveries(deps, { owner, endpointId, filter: {}, limit: 1 });
  const deliveryId = deliveries[0]?.id ?? "";
  await deps.db.pool.query(
    `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url, next_attempt_at)
     select $1, cycle, try, $2, 'scheduled', case when cycle = 2 and try = 2 then 'delivered' else 'transient' end,
       'https://hooks.example.com/', case when try = 1 then now() end
       from generate_series(1, 2) cycle, generate_series(1, 2) try`,
    [deliveryId, endpointId],
  );
  let read: Awaited<ReturnType<typeof getDelivery>> | undefined;
  const plans = await plansOf(deps.db, async (db) => {
    read = await getDelivery({ ...deps, db }, { owner, endpointId, deliveryId });
  });
  expect(plans).toHaveLength(1);
  for (const plan of plans) {
    expect(tablesScanned(plan)).not.toContain("webhook_deliveries");
    expect(rowsRead(plan, "webhook_deliveries")).toBe(1);
  }
  expect(read?.delivery).toMatchObject({ id: deliveryId, state: "delivered", cycle: 1 });
  expect(
    read?.attempts.map(({ cycle, attemptNumber, outcome, nextAttemptAt }) => [
      cycle,
      attemptNumber,
      outcome,
      nextAttemptAt !== null,
    ]),
  ).toEqual([
    [2, 2, "delivered", false],
    [2, 1, "transient", true],
    [1, 2, "transient", false],
    [1, 1, "transient", true],
  ]);
});

test("a delivery without an attempt has an empty log; one of another endpoint is not found", async () => {
  const owner = await seedOwner(deps.db);
  const [endpointId, otherId] = [await seedEndpoint(deps.db, owner), await seedEndpoint(deps.db, owner)];
  await seedDeliveries(deps.db, { owner, endpointId, count: 1, state: "pending" });
  const { deliveries } = await listDeliveries(deps, { owner, endpointId, filter: {} });
  const deliveryId = deliveries[0]?.id ?? "";
  expect((await getDelivery(deps, { owner, endpointId, deliveryId })).attempts).toEqual([]);
  await expect(getDelivery(deps, { owner, endpointId: otherId, deliveryId })).rejects.toMatchObject({
    code: "webhook_delivery_not_found",
  });
  const stranger = await seedOwner(deps.db);
  await expect(getDelivery(deps, { owner: stranger, endpointId, deliveryId })).rejects.toMatchObject({
    code: "webhook_endpoint_not_found",
  });
});
