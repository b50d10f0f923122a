import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { seedDeliveries, seedEndpoint, seedOwner, type SeededOwner, testOperator } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { createOrganizationKey, createScopedKey } from "../../identity/keys/index.ts";
import { insertQueuedRun } from "../../runs/runs/test-kit.ts";
import { findObjects, findOrganizations } from "./index.ts";

let deps: TestDeps;
let owner: SeededOwner;
let stranger: SeededOwner;

beforeAll(async () => {
  deps = await openTestDeps();
  owner = await seedOwner(deps.db);
  stranger = await seedOwner(deps.db);
});
afterAll(() => deps.close());

const found = async (text: string, scope: SeededOwner | "every" = owner) =>
  (await findObjects(deps, scope, text)).map(({ kind, id, environment }) => [kind, id, environment]);

async function firstId(table: string): Promise<string> {
  const { rows } = await deps.db.pool.query<{ id: string }>(`select id from ${table} where organization_id = $1`, [
    owner.organizationId,
  ]);
  return rows[0]?.id ?? "";
}

test("a run is found by its id, within any text and in capitals, in its own organization only (CON-58)", async () => {
  const id = await insertQueuedRun(deps, { organizationId: owner.organizationId });
  const expected = [["run", id, "live"]];
  expect(await found(id)).toEqual(expected);
  expect(await found(`  see https://console.example/runs/${id.toUpperCase()}?tab=input `)).toEqual(expected);
  expect(await found(id, stranger)).toEqual([]);
  expect(await findObjects(deps, "every", id)).toMatchObject([{ id, organizationId: owner.organizationId }]);
});

test("an engine is found by id, slug and a part of its name; by words in one organization only (CON-58)", async () => {
  const id = randomUUID();
  await deps.db.pool.query(
    `insert into engines (id, organization_id, slug, label, description, engine_type, draft, draft_config_hash,
       draft_updated_by) values ($1, $2, 'quotes', '100 % of Quotes_', '', 'comparison', '{}', 'h', 'k')`,
    [id, owner.organizationId],
  );
  for (const text of [id, "QUOTES", "100 % of", "quotes_"]) expect(await found(text)).toEqual([["engine", id, null]]);
  expect(await found("quotes", stranger)).toEqual([]);
  expect(await found("quotes", "every")).toEqual([]);
  expect(await found("100_%")).toEqual([]);
});

test("endpoints, deliveries and events are found, a delivery with its endpoint (CON-58)", async () => {
  const endpointId = await seedEndpoint(deps.db, owner);
  await seedDeliveries(deps.db, { owner, endpointId, count: 1, state: "delivered" });
  const [deliveryId, eventId] = [await firstId("webhook_deliveries"), await firstId("webhook_events")];
  expect(await found("hooks.example")).toEqual([["endpoint", endpointId, "live"]]);
  expect(await findObjects(deps, owner, deliveryId)).toMatchObject([{ kind: "delivery", ofId: endpointId }]);
  expect(await found(eventId)).toEqual([["event", eventId, "live"]]);
});

test("keys are found by what lists show of them, also when the whole key is pasted (CON-58)", async () => {
  const { organizationId } = owner;
  const made = await createOrganizationKey(deps, testOperator, {
    organizationId,
    environmentSlug: "live",
    label: "Vendor",
  });
  const ours = [["organization_key", made.keyId, "live"]];
  for (const text of [made.apiKey, made.apiKey.slice(0, 17), made.keyId, "vendor"])
    expect(await found(text)).toEqual(ours);
  const scoped = await createScopedKey(deps, testOperator, {
    organizationId,
    environmentSlug: "live",
    capabilities: ["runs:read"],
    engineSlugs: [],
  });
  for (const text of [scoped.apiKey, scoped.keyId, `svcsk_v1_${scoped.keyId}`])
    expect(await found(text)).toEqual([["scoped_key", scoped.keyId, "live"]]);
});

test("members and environments are found by name, organizations by theirs (CON-58)", async () => {
  const personId = randomUUID();
  await deps.db.pool.query(
    "insert into people (id, email, name, created_at) values ($1, 'dana@harborline.example', 'Dana Moss', now())",
    [personId],
  );
  await deps.db.pool.query(
    "insert into organization_members (organization_id, person_id, role, created_at) values ($1, $2, 'reader', now())",
    [owner.organizationId, personId],
  );
  expect(await found("dana")).toEqual([["member", personId, null]]);
  expect(await found("live")).toEqual([["environment", owner.environmentId, "live"]]);
  expect(await findOrganizations(deps, owner.organizationId)).toMatchObject([{ id: owner.organizationId }]);
  expect(await findOrganizations(deps, "harborLINE")).toHaveLength(2);
});

test.each(["", "x", "\0", "%", "' or 1=1", "x".repeat(10_000)])(
  "nothing is found by %j, and nothing fails (CON-58)",
  async (text) => {
    expect([await found(text), await findOrganizations(deps, text)]).toEqual([[], []]);
  },
);
