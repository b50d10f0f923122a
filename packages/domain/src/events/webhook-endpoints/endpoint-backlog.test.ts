import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DeliveryState, EndpointStatus } from "@service/contract";
import { createAddressGuard } from "@service/outgoing";
import { plansOf, rowsRead, seedDeliveries, seedEndpoint, seedOwner, type SeededOwner } from "@service/testing";

import {
  claimDeliveries,
  firstCursor,
  getDelivery,
  listDeliveries,
  measureDeliveries,
  resendDelivery,
  sweepDeliveries,
} from "../../outward/deliveries/index.ts";
import type { Deps } from "../../deps.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { deleteEndpoint } from "./delete-endpoint.ts";
import { updateEndpoint } from "./update-endpoint.ts";

const guard = createAddressGuard({ allowedCidrs: [], deniedHosts: [] });
const cycleSeconds = 3_600;

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

interface Backlog {
  readonly owner: SeededOwner;
  readonly endpointId: string;
}

/** An endpoint with more waiting deliveries than one statement moves. */
async function backlog(count = 2_500, state: "pending" | "retry_scheduled" | "held" = "retry_scheduled") {
  await deps.db.pool.query("delete from webhook_events");
  await deps.db.pool.query("update webhook_endpoints set deleted_at = coalesce(deleted_at, now())");
  const owner = await seedOwner(deps.db);
  const endpointId = await seedEndpoint(deps.db, owner, { status: state === "held" ? "disabled" : "enabled" });
  await seedDeliveries(deps.db, { owner, endpointId, count, state, dueSeconds: -1 });
  return { owner, endpointId };
}

const setStatus = ({ owner, endpointId }: Backlog, status: EndpointStatus, given: Deps = deps) =>
  updateEndpoint(given, { owner, endpointId, guard, patch: { status } });

const sweep = () => sweepDeliveries(deps, { cycleSeconds, leaseSeconds: 10 });

async function claimed(given: Deps = deps): Promise<string[]> {
  const { deliveries } = await claimDeliveries(given, {
    slots: 5,
    cursor: firstCursor,
    leaseSeconds: 60,
    isSlowLane: false,
    perEndpoint: 5,
    excludedEndpointIds: [],
    cycleSeconds,
  });
  return deliveries.map(({ id }) => id);
}

/** Stored states with their counts. */
async function stored({ endpointId }: Backlog): Promise<Record<string, number>> {
  const { rows } = await deps.db.pool.query<{ state: DeliveryState; count: number }>(
    "select state, count(*) from webhook_deliveries where endpoint_id = $1 group by state",
    [endpointId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** How many of the newest deliveries a caller finds under each state. */
async function shown({ owner, endpointId }: Backlog): Promise<Record<string, number>> {
  const states: readonly DeliveryState[] = ["pending", "retry_scheduled", "held", "dead_letter"];
  const counts: Record<string, number> = {};
  for (const state of states) {
    const { deliveries } = await listDeliveries(deps, { owner, endpointId, filter: { state }, limit: 3 });
    for (const delivery of deliveries) expect(delivery.state).toBe(state);
    if (deliveries.length > 0) counts[state] = deliveries.length;
  }
  return counts;
}

async function newest({ owner, endpointId }: Backlog): Promise<string> {
  const { deliveries } = await listDeliveries(deps, { owner, endpointId, filter: {}, limit: 1 });
  return deliveries[0]?.id ?? "";
}

describe("a change of an endpoint with a backlog", () => {
  test.each<[string, (given: Deps, scene: Backlog) => Promise<unknown>]>([
    ["disabling", (given, scene) => setStatus(scene, "disabled", given)],
    ["enabling", (given, scene) => setStatus(scene, "enabled", given)],
    ["deleting", (given, { owner, endpointId }) => deleteEndpoint(given, owner, endpointId)],
  ])("touches none of its deliveries: %s", async (_change, act) => {
    const scene = await backlog(2_500, "retry_scheduled");
    const plans = await plansOf(deps.db, (db) => act({ ...deps, db }, scene));
    expect(plans.map((plan) => rowsRead(plan, "webhook_deliveries"))).toEqual([0]);
  });
});

describe("the deliveries of a disabled endpoint", () => {
  test("show as held and are not claimed, even before a sweep has moved them", async () => {
    const scene = await backlog();
    await setStatus(scene, "disabled");
    expect(await claimed()).toEqual([]);
    expect(await shown(scene)).toEqual({ held: 3 });
    const { delivery } = await getDelivery(deps, { ...scene, deliveryId: await newest(scene) });
    expect(delivery).toMatchObject({ state: "held", nextAttemptAt: null });
    expect(await measureDeliveries(deps)).toMatchObject({ oldestDueSeconds: { normal: 0, slow: 0 } });
    expect(await stored(scene)).toEqual({ retry_scheduled: 2_500 });
  });

  test("are held by a sweep, a bounded number in each statement, with a deadline", async () => {
    const scene = await backlog();
    await deps.db.pool.query("update webhook_deliveries set cycle_deadline = null");
    const others = { owner: scene.owner, endpointId: await seedEndpoint(deps.db, scene.owner) };
    await seedDeliveries(deps.db, { ...others, count: 30_000, state: "delivered" });
    await setStatus(scene, "disabled");
    for (const plan of await plansOf(deps.db, (db) =>
      sweepDeliveries({ ...deps, db }, { cycleSeconds, leaseSeconds: 10 }),
    ))
      expect(rowsRead(plan, "webhook_deliveries")).toBeLessThan(2_100);
    expect(await stored(scene)).toEqual({ held: 2_500 });
    const { rows } = await deps.db.pool.query(
      "select count(*) from webhook_deliveries where cycle_deadline is null or (state = 'held') <> (next_attempt_at is null and delivered_at is null)",
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  test("stay where they are when it was disabled, enabled and disabled again", async () => {
    const scene = await backlog();
    for (const status of ["disabled", "enabled", "disabled"] as const) await setStatus(scene, status);
    expect(await shown(scene)).toEqual({ held: 3 });
    await sweep();
    expect(await stored(scene)).toEqual({ held: 2_500 });
  });

  test("do not block a resend requested while it is disabled, nor are they read for it; an earlier resend stays held", async () => {
    const scene = await backlog();
    const { owner, endpointId } = scene;
    const [early, late] = (await listDeliveries(deps, { owner, endpointId, filter: {}, limit: 2 })).deliveries;
    await resendDelivery(deps, { ...scene, deliveryId: early?.id ?? "" });
    await deps.db.pool.query(
      "update webhook_deliveries set next_attempt_at = now() - interval '1 second' where id = $1",
      [early?.id],
    );
    await setStatus(scene, "disabled");
    expect(await resendDelivery(deps, { ...scene, deliveryId: late?.id ?? "" })).toMatchObject({ state: "pending" });
    let ids: string[] = [];
    const [plan] = await plansOf(deps.db, async (db) => {
      ids = await claimed({ ...deps, db });
    });
    expect(ids).toEqual([late?.id]);
    expect(plan && rowsRead(plan, "webhook_deliveries")).toBeLessThan(50);
    const { delivery } = await getDelivery(deps, { ...scene, deliveryId: early?.id ?? "" });
    expect(delivery.state).toBe("held");
  });
});

describe("the deliveries of a deleted endpoint", () => {
  test("are not claimed after its deletion, and are cancelled by a sweep", async () => {
    const scene = await backlog();
    await deps.db.pool.query(
      `update webhook_deliveries set state = 'held', next_attempt_at = null
        where id in (select id from webhook_deliveries where endpoint_id = $1 limit 700)`,
      [scene.endpointId],
    );
    await deleteEndpoint(deps, scene.owner, scene.endpointId);
    expect(await claimed()).toEqual([]);
    await sweep();
    expect(await stored(scene)).toEqual({ cancelled: 2_500 });
  });

  test("an attempt under way is recorded as it ends, and a lost one ends with its lease", async () => {
    const scene = await backlog(1);
    expect(await claimed()).toHaveLength(1);
    await deleteEndpoint(deps, scene.owner, scene.endpointId);
    await sweep();
    expect(await stored(scene)).toEqual({ delivering: 1 });
    await deps.db.pool.query("update webhook_deliveries set lease_until = now() - interval '1 second'");
    await sweep();
    expect(await stored(scene)).toEqual({ cancelled: 1 });
    const { rows } = await deps.db.pool.query("select outcome from webhook_attempts where endpoint_id = $1", [
      scene.endpointId,
    ]);
    expect(rows).toEqual([{ outcome: "unknown" }]);
  });

  test("are cancelled also when the endpoint's row was removed with its environment", async () => {
    const scene = await backlog();
    await deps.db.pool.query("delete from webhook_endpoints where id = $1", [scene.endpointId]);
    expect(await claimed()).toEqual([]);
    await sweep();
    expect(await stored(scene)).toEqual({ cancelled: 2_500 });
  });
});

describe("the deliveries of an endpoint that is enabled", () => {
  test("are resumed by a sweep, oldest first and spread at the endpoint's rate over all slices", async () => {
    const scene = await backlog(2_500, "held");
    await deps.db.pool.query("update webhook_endpoints set max_per_second = 100 where id = $1", [scene.endpointId]);
    await setStatus(scene, "enabled");
    expect(await shown(scene)).toEqual({ retry_scheduled: 3 });
    await sweep();
    expect(await stored(scene)).toEqual({ retry_scheduled: 2_500 });
    const { rows } = await deps.db.pool.query(
      `select count(*) filter (where following < next_attempt_at) as "outOfOrder",
          round(extract(epoch from max(next_attempt_at) - min(next_attempt_at)))::int as seconds,
          count(distinct next_attempt_at) as moments
         from (select next_attempt_at, lead(next_attempt_at) over (order by created_at, id) as following
                 from webhook_deliveries where endpoint_id = $1) resumed`,
      [scene.endpointId],
    );
    expect(rows).toEqual([{ outOfOrder: 0, seconds: 25, moments: 2_500 }]);
  });

  test("are resumed too when no sweep ran while it was disabled, and are not claimed before", async () => {
    const scene = await backlog();
    await setStatus(scene, "disabled");
    await setStatus(scene, "enabled");
    expect(await claimed()).toEqual([]);
    expect(await shown(scene)).toEqual({ retry_scheduled: 3 });
    await sweep();
    expect(await stored(scene)).toEqual({ retry_scheduled: 2_500 });
    expect((await claimed()).length).toBeGreaterThan(0);
    const { rows } = await deps.db.pool.query(
      "select count(distinct next_attempt_at) > 2000 as spread from webhook_deliveries",
    );
    expect(rows).toEqual([{ spread: true }]);
  });

  test("are resumed and not ended when their window is over before the sweep", async () => {
    const scene = await backlog(20, "held");
    await deps.db.pool.query("update webhook_deliveries set cycle_deadline = now() - interval '1 second'");
    await setStatus(scene, "enabled");
    expect(await sweep()).toMatchObject({ deadLettered: 0 });
    expect(await stored(scene)).toEqual({ retry_scheduled: 20 });
  });
});

test("claims skip an endpoint whose status is being changed", async () => {
  const scene = await backlog(5);
  await deps.db.inTransaction(async (tx) => {
    await tx.query("update webhook_endpoints set status = 'disabled', disabled_at = now() where id = $1", [
      scene.endpointId,
    ]);
    expect(await claimed()).toEqual([]);
  });
  expect(await claimed()).toEqual([]);
});
