import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  plansOf,
  rowsRead,
  seedDeliveries,
  seedEndpoint,
  seedOwner,
  type SeededOwner,
  tablesScanned,
  testOperator,
} from "@service/testing";

import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { deleteEnvironment } from "./delete-environment.ts";

let deps: TestDeps;
let neighbour: SeededOwner;
beforeAll(async () => {
  deps = await openTestDeps();
  neighbour = await seedOwner(deps.db);
  const values = [neighbour.organizationId, neighbour.environmentId];
  const many = "from generate_series(1, 5000) place";
  for (const statement of [
    `insert into organization_keys (id, organization_id, environment_id, key_hash)
     select gen_random_uuid(), $1, $2, sha256(convert_to(place::text, 'UTF8')) ${many}`,
    `insert into scoped_keys (id, organization_id, environment_id, secret_hash)
     select lpad(place::text, 24, '0'), $1, $2, '\\x00' ${many}`,
    `insert into webhook_endpoints (id, organization_id, environment_id, url, events, deleted_at)
     select gen_random_uuid(), $1, $2, 'https://hooks.example.com/', '{run.completed}', now() ${many}`,
    `insert into inbound_sources (id, source_key, organization_id, environment_id, kind)
     select gen_random_uuid(), 'source-' || place, $1, $2, 'native' ${many}`,
    `insert into runs (id, organization_id, environment_id, environment_slug, engine_id, engine_slug, engine_type, submitter,
       key_id, request_hash, status, attempt, fair_rank, completed_at)
     select gen_random_uuid(), $1, $2, 'live', $1, 'engine', 'comparison', 'key', 'key', '\\x00', 'completed', 1, 0, now() ${many}`,
  ])
    await deps.db.pool.query(statement, values);
  await seedDeliveries(deps.db, {
    owner: neighbour,
    endpointId: await seedEndpoint(deps.db, neighbour),
    count: 5_000,
    state: "delivered",
  });
  await deps.db.pool.query("analyze");
});
afterAll(() => deps.close());

const tables = ["organization_keys", "scoped_keys", "webhook_endpoints", "webhook_events", "inbound_sources", "runs"];

/** A sandbox with leftovers: a deleted endpoint and its test events. */
async function sandbox(events: number): Promise<SeededOwner> {
  const owner = await seedOwner(deps.db, "sandbox");
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: events, state: "delivered" });
  await deps.db.pool.query("update webhook_endpoints set deleted_at = now() where id = $1", [endpointId]);
  return owner;
}

describe("deleting an environment", () => {
  test("reads only rows of this environment", async () => {
    const owner = await sandbox(10);
    const plans = await plansOf(deps.db, (db) =>
      deleteEnvironment({ ...deps, db }, { ...testOperator, organizationId: owner.organizationId }, "sandbox"),
    );
    for (const plan of plans) {
      expect(tablesScanned(plan).filter((table) => tables.includes(table))).toEqual([]);
      for (const table of tables) expect([table, rowsRead(plan, table) < 100]).toEqual([table, true]);
    }
    const { rows } = await deps.db.pool.query("select 1 from webhook_events where environment_id = $1", [
      owner.environmentId,
    ]);
    expect(rows).toEqual([]);
  });

  test("removes its test events in bounded batches", async () => {
    const owner = await sandbox(1_200);
    const plans = await plansOf(deps.db, (db) =>
      deleteEnvironment({ ...deps, db }, { ...testOperator, organizationId: owner.organizationId }, "sandbox"),
    );
    for (const plan of plans) expect(rowsRead(plan, "webhook_events")).toBeLessThan(1_100);
    const { rows } = await deps.db.pool.query(
      "select (select count(*) from webhook_events where environment_id = $1) as events, (select count(*) from environments where id = $1) as environments",
      [owner.environmentId],
    );
    expect(rows).toEqual([{ events: 0, environments: 0 }]);
  });

  test("that is in use removes nothing, and counts runs only up to a bound", async () => {
    const owner = await sandbox(3);
    const endpointId = await seedEndpoint(deps.db, owner);
    await expect(
      deleteEnvironment(deps, { ...testOperator, organizationId: owner.organizationId }, "sandbox"),
    ).rejects.toMatchObject({
      code: "environment_in_use",
      blockers: { keys: 0, webhook_endpoints: 1, inbound_sources: 0, runs: 0, conversations: 0 },
    });
    const { rows } = await deps.db.pool.query("select count(*) from webhook_events where environment_id = $1", [
      owner.environmentId,
    ]);
    expect([rows, endpointId]).toEqual([[{ count: 3 }], expect.any(String)]);
  });

  test("of another organization is not found", async () => {
    const owner = await sandbox(1);
    await expect(
      deleteEnvironment(deps, { ...testOperator, organizationId: randomUUID() }, "sandbox"),
    ).rejects.toMatchObject({
      code: "environment_not_found",
    });
    expect(owner.environmentId).toMatch(/./);
  });
});
