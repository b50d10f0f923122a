import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { fakeClock, seedDeliveries, seedEndpoint, seedOwner } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { insertQueuedRun } from "../../runs/runs/test-kit.ts";
import { openInstallationOverview } from "./index.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("the installation shows what waits, what is due and which types nobody serves, read at most every 5 s (CON-62)", async () => {
  const clock = fakeClock();
  const read = openInstallationOverview({ ...deps, clock });
  expect(await read()).toMatchObject({
    organizations: 0,
    processes: [],
    notices: [],
    failedExecutions: [],
  });
  const owner = await seedOwner(deps.db);
  await insertQueuedRun(deps, { organizationId: owner.organizationId }, "triage");
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 2, state: "pending", dueSeconds: -30 });
  clock.advance(4_000);
  expect((await read()).organizations).toBe(0);
  clock.advance(2_000);
  const overview = await read();
  expect(overview).toMatchObject({
    organizations: 1,
    queue: { types: [{ engineType: "triage", queued: 1, held: 0, unheld: 0 }] },
    endpoints: [{ endpointId, due: 2 }],
  });
  expect(overview.unserved[0]).toMatchObject({ engineType: "triage", waiting: 1 });
  expect(overview.deliveries.oldestDueSeconds.normal).toBeGreaterThan(29);
});
