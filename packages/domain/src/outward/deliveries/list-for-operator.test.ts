import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type DeliveryState, deliveryStates } from "@service/contract";
import {
  plansOf,
  rowsRead,
  seedDeliveries,
  seedEndpoint,
  seedOwner,
  type SeededOwner,
  tablesScanned,
} from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { listDeliveriesForOperator } from "./list-for-operator.ts";

let deps: TestDeps;
let owner: SeededOwner;
let other: SeededOwner;
beforeAll(async () => {
  deps = await openTestDeps();
  owner = await seedOwner(deps.db);
  other = await seedOwner(deps.db);
  for (const one of [owner, owner, other]) {
    const endpointId = await seedEndpoint(deps.db, one);
    await seedDeliveries(deps.db, { owner: one, endpointId, count: 10_000, state: "dead_letter" });
    await seedDeliveries(deps.db, { owner: one, endpointId, count: 10_000, state: "delivered" });
  }
});
afterAll(() => deps.close());

describe("the operator's list of deliveries", () => {
  test.each(["dead_letter", "delivered", undefined] as const)(
    "reads no more than it shows of each endpoint of the organization: %s",
    async (state) => {
      const [plan] = await plansOf(deps.db, (db) =>
        listDeliveriesForOperator({ ...deps, db }, owner, { state, limit: 50 }),
      );
      if (!plan) throw new Error("no statement was sent");
      expect(tablesScanned(plan)).not.toContain("webhook_deliveries");
      expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(500);
    },
  );

  test("is newest first, of one organization, and continues after the last one shown", async () => {
    const page = (after?: string) => listDeliveriesForOperator(deps, owner, { state: "dead_letter", limit: 30, after });
    const first = await page();
    const second = await page(first.at(-1)?.id);
    const all = await listDeliveriesForOperator(deps, owner, {
      state: "dead_letter",
      limit: 60,
    });
    expect([...first, ...second].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    const times = all.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((one, another) => another - one));
    expect(new Set(all.map(({ organizationId }) => organizationId))).toEqual(new Set([owner.organizationId]));
    expect(new Set(all.map(({ endpointId }) => endpointId)).size).toBe(2);
  });

  test("shows each delivery under the state that its endpoint gives it, and under that state only", async () => {
    const mixed = await seedOwner(deps.db);
    for (const status of ["enabled", "disabled", "enabled", "enabled"] as const) {
      const endpointId = await seedEndpoint(deps.db, mixed, { status });
      for (const state of ["pending", "retry_scheduled", "held", "delivered", "dead_letter"] as const)
        await seedDeliveries(deps.db, { owner: mixed, endpointId, count: 2, state });
    }
    await deps.db.pool.query(
      `with numbered as (
         select id, row_number() over (order by created_at, id) as place from webhook_endpoints
          where organization_id = $1 and status = 'enabled')
       update webhook_endpoints e set resume_asked_at = case when place = 2 then now() end,
         deleted_at = case when place = 3 then now() end
         from numbered n where n.id = e.id`,
      [mixed.organizationId],
    );
    await deps.db.pool.query(
      `update webhook_deliveries set trigger = 'resend', next_attempt_at = now() + interval '1 minute'
        where id in (select distinct on (endpoint_id) id from webhook_deliveries where organization_id = $1 and state = 'pending')`,
      [mixed.organizationId],
    );
    const list = (state?: DeliveryState) => listDeliveriesForOperator(deps, mixed, { state, limit: 100 });
    const all = await list();
    expect(all).toHaveLength(40);
    for (const state of deliveryStates) {
      const ids = all.filter((delivery) => delivery.state === state).map(({ id }) => id);
      expect([state, (await list(state)).map(({ id }) => id)]).toEqual([state, ids]);
    }
    expect(new Set(all.map(({ state }) => state))).toEqual(
      new Set(["pending", "retry_scheduled", "held", "delivered", "dead_letter", "cancelled"]),
    );
  });

  test("goes back as many days as requested, fourteen by default", async () => {
    const old = await seedOwner(deps.db);
    const endpointId = await seedEndpoint(deps.db, old);
    await seedDeliveries(deps.db, { owner: old, endpointId, count: 1, state: "held", ageSeconds: 15 * 86_400 });
    const count = async (days?: number): Promise<number> =>
      (await listDeliveriesForOperator(deps, old, { days })).length;
    expect([await count(), await count(15), await count(16)]).toEqual([0, 0, 1]);
  });

  test("after a delivery that the organization does not have is refused", async () => {
    await expect(listDeliveriesForOperator(deps, owner, { after: randomUUID() })).rejects.toMatchObject({
      code: "webhook_delivery_not_found",
    });
  });
});
