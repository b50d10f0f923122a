import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { previewRecovery } from "./preview-recovery.ts";
import { startRecovery } from "./start-recovery.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const window = () => ({ since: new Date(Date.now() - 86_400_000), until: new Date() });

test("a preview counts what a recovery of the same window and reason matches, and names the first ones (CON-66)", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 60, state: "dead_letter", reason: "retry_exhausted" });
  await seedDeliveries(deps.db, { owner, endpointId, count: 5, state: "dead_letter", reason: "permanent_response" });
  await seedDeliveries(deps.db, { owner, endpointId, count: 7, state: "delivered" });
  const request = { owner, endpointId, ...window(), reason: "retry_exhausted" as const };
  const preview = await previewRecovery(deps, request);
  expect(preview).toMatchObject({ matched: 60, delivered: 7, runningId: null });
  expect(preview.first).toHaveLength(50);
  expect(preview.first[0]).toMatchObject({ delivery: { state: "dead_letter" }, arrived: "no" });
  const started = await startRecovery(deps, request);
  expect(started.matched).toBe(60);
  expect(await previewRecovery(deps, request)).toMatchObject({ runningId: started.id });
});

test("a preview marks what the receiver accepted once, or may have received (CON-66)", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 3, state: "dead_letter" });
  const request = { owner, endpointId, ...window() };
  const [accepted, unknown] = (await previewRecovery(deps, request)).first;
  for (const [row, outcome] of [
    [accepted, "delivered"],
    [unknown, "unknown"],
  ] as const)
    await deps.db.pool.query(
      `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url, secret_ids)
       values ($1, 1, 1, $2, 'scheduled', $3, 'https://example.com', '{}')`,
      [row?.delivery.id, endpointId, outcome],
    );
  expect((await previewRecovery(deps, request)).first.map(({ arrived }) => arrived)).toEqual(["yes", "perhaps", "no"]);
});

test("a preview reads no more than it counts (CON-66)", async () => {
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 25_000, state: "dead_letter" });
  await deps.db.pool.query("vacuum analyze webhook_deliveries");
  const plans = await plansOf(deps.db, (db) => previewRecovery({ db }, { owner, endpointId, ...window() }));
  for (const plan of plans) expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(20_200);
});

test("an endpoint of another organization is the not found of an unknown one (CON-42)", async () => {
  const endpointId = await seedEndpoint(deps.db, await seedOwner(deps.db));
  const other = await seedOwner(deps.db);
  await expect(previewRecovery(deps, { owner: other, endpointId, ...window() })).rejects.toMatchObject({
    code: "webhook_endpoint_not_found",
  });
});
