import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { testOperator } from "@service/testing";
import { actions } from "../access/index.ts";
import { createEnvironment, updateEnvironment } from "../environments/index.ts";
import { createOrganizationKey, revokeKey } from "../keys/index.ts";
import { createOrganization, setOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { auditedActions } from "./audited-actions.ts";
import { listChanges, recordChange } from "./index.ts";

let deps: TestDeps;
let organizationId: string;

beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());
beforeEach(async () => {
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
});

const actor = () => ({ ...testOperator, organizationId });
const all = async (request: Partial<Parameters<typeof listChanges>[1]> = {}) =>
  (await listChanges(deps, { organizationId, ...request })).changes;

describe("a change", () => {
  test("is recorded with who made it and the fields before and after (AUD-1)", async () => {
    await createEnvironment(deps, actor(), { slug: "trial", name: "Trial" });
    await updateEnvironment(deps, actor(), "trial", { name: "Trials" });
    const [changed, created, first] = await all();
    expect(changed).toMatchObject({
      principalKind: "operator",
      principalId: "test",
      action: "environments.update",
      resourceKind: "environment",
      resourceId: "trial",
      organizationId,
      environment: "trial",
      before: { name: "Trial" },
      after: { name: "Trials" },
    });
    expect(created).toMatchObject({ action: "environments.create", before: null, after: { name: "Trial" } });
    expect(first).toMatchObject({ action: "organizations.create", after: { name: "Harborline" } });
  });

  test("that is refused, or rolled back, leaves no row (AUD-1)", async () => {
    await createEnvironment(deps, actor(), { slug: "trial" });
    const before = await all();
    await expect(createEnvironment(deps, actor(), { slug: "trial" })).rejects.toMatchObject({
      code: "environment_slug_taken",
    });
    await expect(
      deps.db.inTransaction(async (tx) => {
        const of = { kind: "engine", id: "e", organizationId, before: null, after: {} } as const;
        await recordChange(tx, testOperator, { action: "engines.set", ...of });
        throw new Error("it went wrong");
      }),
    ).rejects.toThrow("it went wrong");
    expect(await all()).toEqual(before);
  });

  test("that changes nothing leaves no row: a key revoked twice, settings set to their values (AUD-3)", async () => {
    const { keyId } = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "live" });
    await revokeKey(deps, testOperator, "every", keyId);
    await setOrganization(deps, testOperator, organizationId, { maxRunning: 3 });
    const recorded = await all();
    await revokeKey(deps, testOperator, "every", keyId);
    await setOrganization(deps, testOperator, organizationId, { maxRunning: 3 });
    await setOrganization(deps, testOperator, organizationId, {});
    expect(await all()).toEqual(recorded);
    expect(recorded.map(({ action }) => action)).toEqual([
      "organizations.set",
      "keys.revoke",
      "keys.create",
      "organizations.create",
    ]);
  });

  test("of a secret records that it was set, never its value (AUD-4)", async () => {
    await setOrganization(deps, testOperator, organizationId, { assertionSecret: "a-secret-of-theirs-".repeat(2) });
    await setOrganization(deps, testOperator, organizationId, { assertionSecret: "another-one-".repeat(3) });
    const [second, first] = await all();
    expect(first).toMatchObject({
      before: { verifies_assertions: false },
      after: { verifies_assertions: true, assertion_secret: "changed" },
    });
    expect(second).toMatchObject({
      before: { verifies_assertions: true },
      after: { verifies_assertions: true, assertion_secret: "changed" },
    });
  });

  test("of more than 16 KiB is recorded by its size (AUD-5)", async () => {
    const large = { text: "x".repeat(20_000) };
    await deps.db.inTransaction((tx) =>
      recordChange(tx, testOperator, {
        action: "engines.set",
        kind: "engine",
        id: "e",
        organizationId,
        before: { text: "small" },
        after: large,
      }),
    );
    expect((await all())[0]).toMatchObject({
      before: { text: "small" },
      after: { truncated: true, bytes: JSON.stringify(large).length + 1 },
    });
  });
});

test.each(["update audit_log set action = 'x'", "delete from audit_log", "truncate audit_log"])(
  "the log refuses %s (AUD-2)",
  async (statement) => {
    const before = await all();
    await expect(deps.db.pool.query(statement)).rejects.toThrow("append-only");
    expect(await all()).toEqual(before);
  },
);

describe("the list (AUD-6)", () => {
  test("is of one organization, newest first, in pages without repeats or gaps", async () => {
    const other = (await createOrganization(deps, testOperator, { name: "Other" })).id;
    for (const slug of ["a", "b", "c", "d"]) await createEnvironment(deps, actor(), { slug });
    const whole = await all();
    expect(whole.map(({ resourceId }) => resourceId)).toEqual(["d", "c", "b", "a", organizationId]);
    const pages: string[][] = [];
    for (let before: number | undefined, more = true; more;) {
      const { changes, next } = await listChanges(deps, { organizationId, before, limit: 2 });
      pages.push(changes.map(({ resourceId }) => resourceId));
      if (before === undefined) await createEnvironment(deps, actor(), { slug: "meanwhile" });
      before = next ?? undefined;
      more = next !== null;
    }
    expect(pages).toEqual([["d", "c"], ["b", "a"], [organizationId]]);
    expect((await listChanges(deps, { organizationId: other })).changes).toHaveLength(1);
    expect((await listChanges(deps, { organizationId: randomUUID() })).changes).toEqual([]);
  });

  test("is filtered by time, action and resource", async () => {
    await createEnvironment(deps, actor(), { slug: "a" });
    await updateEnvironment(deps, actor(), "a", { name: "A" });
    const ids = async (request: Parameters<typeof all>[0]) => (await all(request)).map(({ action }) => action);
    expect(await ids({ action: "environments.update" })).toEqual(["environments.update"]);
    expect(await ids({ resource: { kind: "environment" } })).toEqual(["environments.update", "environments.create"]);
    expect(await ids({ resource: { kind: "environment", id: "b" } })).toEqual([]);
    const { rows } = await deps.db.pool.query<{ later: Date }>("select now() + interval '1 second' as later");
    expect(await ids({ since: rows[0]?.later })).toEqual([]);
    expect(await ids({ since: new Date(0) })).toHaveLength(3);
  });

  test("refuses an unknown change as its cursor", async () => {
    await expect(listChanges(deps, { organizationId, before: 999_999_999 })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });
});

test("every action that is audited is a row of the access table (AUD-6)", () => {
  expect(auditedActions.filter((action) => !Object.hasOwn(actions, action))).toEqual([]);
});
