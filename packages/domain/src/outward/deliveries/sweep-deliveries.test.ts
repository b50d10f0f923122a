import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  plansOf,
  rowsRead,
  seedDeliveries,
  seedEndpoint,
  seedOwner,
  type StatementPlan,
  tablesScanned,
} from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { sweepDeliveries } from "./sweep-deliveries.ts";

const cycleSeconds = 3_600;

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const plansOfSweep = (): Promise<StatementPlan[]> =>
  plansOf(deps.db, (db) => sweepDeliveries({ ...deps, db }, { cycleSeconds, leaseSeconds: 10 }));

describe("a sweep over many held deliveries", () => {
  test("reads only those whose window is over or not set yet, and ends the former", async () => {
    const owner = await seedOwner(deps.db);
    const endpointId = await seedEndpoint(deps.db, owner, { status: "disabled" });
    await seedDeliveries(deps.db, { owner, endpointId, count: 20_000, state: "held" });
    await seedDeliveries(deps.db, { owner, endpointId, count: 3, state: "held", deadlineSeconds: -1 });
    await seedDeliveries(deps.db, { owner, endpointId, count: 2, state: "held", deadlineSeconds: null });
    for (const plan of await plansOfSweep()) {
      expect(tablesScanned(plan)).not.toContain("webhook_deliveries");
      expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(50);
    }
    const { rows } = await deps.db.pool.query(
      "select state, reason, count(*), count(cycle_deadline) as bounded from webhook_deliveries group by 1, 2 order by 1",
    );
    expect(rows).toEqual([
      { state: "held", reason: null, count: 20_002, bounded: 20_002 },
      { state: "dead_letter", reason: "window_elapsed", count: 3, bounded: 3 },
    ]);
  });
});
