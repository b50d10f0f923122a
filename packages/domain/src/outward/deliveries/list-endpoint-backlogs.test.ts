import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { seedDeliveries, seedEndpoint, seedOwner, type SeededOwner } from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { listEndpointBacklogs } from "./list-endpoint-backlogs.ts";
import { measureDeliveries } from "./measure-deliveries.ts";

let deps: TestDeps;
let owner: SeededOwner;
beforeAll(async () => {
  deps = await openTestDeps();
});
beforeEach(async () => {
  await deps.db.pool.query("update webhook_endpoints set deleted_at = coalesce(deleted_at, now())");
  owner = await seedOwner(deps.db);
});
afterAll(() => deps.close());

async function endpoint(given: { dueSeconds?: number; status?: "enabled" | "disabled"; failures?: number } = {}) {
  const id = await seedEndpoint(deps.db, owner, given);
  if (given.dueSeconds !== undefined) {
    const { dueSeconds } = given;
    await seedDeliveries(deps.db, { owner, endpointId: id, count: 3, state: "retry_scheduled", dueSeconds });
  }
  await deps.db.pool.query("update webhook_endpoints set failures_in_a_row = $2 where id = $1", [
    id,
    given.failures ?? 0,
  ]);
  return id;
}

test("endpoints are listed with state, backlog and failures, the longest waiting one first (OPS-43)", async () => {
  const quiet = await endpoint();
  const scheduled = await endpoint({ dueSeconds: 600, failures: 3 });
  const slow = await endpoint({ dueSeconds: -900, failures: 20 });
  const busy = await endpoint({ dueSeconds: -90 });
  const disabled = await endpoint({ status: "disabled" });
  await seedDeliveries(deps.db, { owner, endpointId: disabled, count: 4, state: "held" });
  await deps.db.pool.query(
    `insert into webhook_attempts (delivery_id, cycle, try, endpoint_id, trigger, outcome, url, started_at)
     select d.id, 1, t.place, d.endpoint_id, 'event', t.outcome, 'https://hooks.example.com/', now() - t.age
       from (select id, endpoint_id from webhook_deliveries where endpoint_id = $1 limit 1) d,
         (values (1, 'transient', interval '2 hours'), (2, 'transient', interval '2 minutes'),
           (3, 'permanent', interval '1 minute'), (4, 'delivered', interval '1 second'),
           (5, 'started', interval '0 seconds')) t (place, outcome, age)`,
    [slow],
  );
  const listed = await listEndpointBacklogs(deps, owner, {});
  expect(listed.map(({ endpointId }) => endpointId).slice(0, 3)).toEqual([slow, busy, scheduled]);
  const of = (id: string) => listed.find(({ endpointId }) => endpointId === id);
  expect(of(slow)).toMatchObject({ status: "enabled", isSlow: true, waiting: 3, due: 3, failuresLastHour: 2 });
  expect(of(slow)?.oldestDueSeconds).toBeGreaterThanOrEqual(900);
  expect(of(busy)).toMatchObject({ isSlow: false, due: 3, environment: "live", failuresLastHour: 0 });
  expect(of(scheduled)).toMatchObject({ waiting: 3, due: 0, oldestDueSeconds: null, failuresInARow: 3 });
  expect(of(disabled)).toMatchObject({ status: "disabled", held: 4, waiting: 0 });
  expect(of(quiet)).toMatchObject({ waiting: 0, held: 0, underWay: 0 });
  expect(listed).toHaveLength(5);
  const everybody = await listEndpointBacklogs(deps, "every", { limit: 2 });
  expect(everybody.map(({ endpointId }) => endpointId)).toEqual([slow, busy]);
});

test("an endpoint that keeps failing is measured apart from those that answer (HOOK-95)", async () => {
  await endpoint({ dueSeconds: -900, failures: 20 });
  await endpoint({ dueSeconds: -90, failures: 19 });
  const { oldestDueSeconds } = await measureDeliveries(deps);
  expect(Math.round(oldestDueSeconds.slow / 10)).toBe(90);
  expect(Math.round(oldestDueSeconds.normal / 10)).toBe(9);
});
