import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { seedOwner, testOperator } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { createOrganizationKey, createScopedKey, reachOf, reachOfKey } from "./index.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

test("a scoped key reaches what its capabilities open, on its engines, and nothing of the book without them (CON-73)", () => {
  const reach = reachOf({
    kind: "scoped_key",
    isLive: true,
    capabilities: ["runs:write", "runs:read"],
    engineIds: ["e"],
  });
  const names = reach.actions.map(({ action }) => action);
  expect(reach.actions).toContainEqual({ action: "runs.submit", on: "engine" });
  expect(reach.actions).toContainEqual({ action: "runs.read", on: "run" });
  expect(names).not.toContain("engines.create");
  expect(names).not.toContain("runs.test");
  expect(names.filter((name) => name.startsWith("people.") || name.startsWith("platform."))).toEqual([]);
  expect([reach.engineIds, reach.writes]).toEqual([["e"], []]);
  expect(reachOf({ kind: "scoped_key", isLive: true, capabilities: [], engineIds: [] }).actions).toEqual([]);
  // Refused before its engines are looked at (KEY-15).
  const unbound = reachOf({ kind: "scoped_key", isLive: true, capabilities: ["runs:write"], engineIds: [] });
  expect(unbound.actions.some(({ on }) => on !== null)).toBe(false);
});

test("an organization key reaches every engine, and live-only data in live only (CON-73)", () => {
  const [live, sandbox] = [true, false].map((isLive) => reachOf({ kind: "organization_key", isLive }));
  expect([live?.engineIds, sandbox?.engineIds]).toEqual([null, null]);
  expect([live?.reads, live?.writes]).toEqual([
    ["book", "conversations", "documents", "runs"],
    ["book", "ledger", "overlay"],
  ]);
  const names = sandbox?.actions.map(({ action }) => action);
  expect(names).toContain("engines.create");
  expect(names?.filter((name) => name.startsWith("records."))).toEqual([]);
});

test("a stored key reaches what one like it reaches; one of another organization is not found (CON-73)", async () => {
  const owner = await seedOwner(deps.db);
  const given = { organizationId: owner.organizationId, environmentSlug: "live" };
  const made = await createOrganizationKey(deps, testOperator, given);
  const scoped = await createScopedKey(deps, testOperator, { ...given, capabilities: ["graph:read"], engineSlugs: [] });
  expect(await reachOfKey(deps, owner, made.keyId)).toEqual(reachOf({ kind: "organization_key", isLive: true }));
  expect(await reachOfKey(deps, owner, scoped.keyId)).toEqual(
    reachOf({ kind: "scoped_key", isLive: true, capabilities: ["graph:read"], engineIds: [] }),
  );
  for (const [of, id] of [
    [await seedOwner(deps.db), made.keyId],
    [owner, randomUUID()],
  ] as const)
    await expect(reachOfKey(deps, of, id)).rejects.toMatchObject({ code: "not_found" });
});
