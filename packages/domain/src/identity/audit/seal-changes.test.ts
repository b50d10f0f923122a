import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { testOperator, waitFor } from "@service/testing";
import { createEnvironment } from "../environments/index.ts";
import { createOrganization } from "../organizations/index.ts";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { listChanges, listSealedChains, sealChanges, verifyChanges } from "./index.ts";

let deps: TestDeps;
let organizationId: string;
/** Of the organization, oldest first. */
let ids: readonly number[];

beforeAll(async () => {
  deps = await openTestDeps();
  organizationId = (await createOrganization(deps, testOperator, { name: "Harborline" })).id;
  for (const slug of ["one", "two", "three"])
    await createEnvironment(deps, { ...testOperator, organizationId }, { slug });
  await createOrganization(deps, testOperator, { name: "Elsewhere" });
  const { changes } = await listChanges(deps, { organizationId });
  ids = changes.map(({ id }) => id).toReversed();
});
afterAll(() => deps.close());

/** Seals what there is, without waiting until the mark is old enough. */
async function sealAll(): Promise<number> {
  let sealed = await sealChanges(deps);
  await deps.db.pool.query("update audit_seal_mark set noted_at = now() - interval '31 seconds'");
  // Transactions of other tests on this server may have begun before the mark.
  await waitFor(async () => (sealed += await sealChanges(deps)) > 0);
  return sealed;
}

/** As the owner of the tables may who switches their triggers off. */
async function tampered(sql: string, values: readonly unknown[] = []): Promise<string | null> {
  return deps.db
    .inTransaction(async (tx) => {
      for (const table of ["audit_log", "audit_seals"]) await tx.query(`alter table ${table} disable trigger user`);
      await tx.query(sql, [...values]);
      const { verified, misfit } = await verifyChanges({ db: { pool: tx } }, organizationId);
      expect(verified).toBe(misfit === null);
      throw new Undone(misfit);
    })
    .catch((error: unknown) => {
      if (error instanceof Undone) return error.misfit;
      throw error;
    });
}
class Undone extends Error {
  readonly misfit: string | null;
  constructor(misfit: string | null) {
    super("undone");
    this.misfit = misfit;
  }
}

test("changes are sealed a while after their commit, a chain for each organization (CON-98)", async () => {
  await sealChanges(deps);
  expect(await sealChanges(deps)).toBe(0);
  expect(await verifyChanges(deps, organizationId)).toEqual({
    verified: true,
    changes: 0,
    unsealed: ids.length,
    head: null,
    misfit: null,
  });
  expect(await sealAll()).toBeGreaterThan(ids.length);
  const first = await verifyChanges(deps, organizationId);
  expect(first).toMatchObject({ verified: true, changes: ids.length, unsealed: 0 });
  expect(await listSealedChains(deps)).toHaveLength(2);
  await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "four" });
  expect(await verifyChanges(deps, organizationId)).toMatchObject({ verified: true, unsealed: 1, head: first.head });
  expect(await sealAll()).toBe(1);
  expect(await verifyChanges(deps, organizationId)).toMatchObject({ verified: true, changes: ids.length + 1 });
});

test("a transaction that is still under way keeps the log from being sealed past it", async () => {
  const slow = await deps.db.pool.connect();
  try {
    await slow.query("begin");
    await slow.query(
      `insert into audit_log (principal_kind, principal_id, action, resource_kind, resource_id, organization_id)
       values ('operator', 'slow', 'environments.create', 'environment', 'slow', $1)`,
      [organizationId],
    );
    await createEnvironment(deps, { ...testOperator, organizationId }, { slug: "five" });
    await sealChanges(deps);
    await deps.db.pool.query("update audit_seal_mark set noted_at = now() - interval '31 seconds'");
    expect(await sealChanges(deps)).toBe(0);
    await slow.query("commit");
  } finally {
    slow.release();
  }
  expect(await sealAll()).toBe(2);
  expect(await verifyChanges(deps, organizationId)).toMatchObject({ verified: true, changes: ids.length + 3 });
});

test("the first change that was altered, removed or added is named, and so is a missing seal (CON-98)", async () => {
  const [, second] = ids;
  expect(await tampered("update audit_log set reason = 'x' where id = $1", [second])).toBe(
    `The change ${second} is not what was recorded.`,
  );
  expect(await tampered("delete from audit_log where id = $1", [second])).toMatch(/^A change was removed at or before/);
  expect(
    await tampered(
      `insert into audit_log (id, principal_kind, principal_id, action, resource_kind, resource_id, organization_id)
       values (-1, 'operator', 'x', 'keys.create', 'organization_key', 'x', $1)`,
      [organizationId],
    ),
  ).toMatch(/a change was added, or a seal removed/);
  expect(
    await tampered("delete from audit_seals where id = (select min(id) from audit_seals where chain_id = $1)", [
      organizationId,
    ]),
  ).toMatch(/does not follow from the one before/);
  expect(
    await tampered("delete from audit_seals where id = (select max(id) from audit_seals where chain_id = $1)", [
      organizationId,
    ]),
  ).toMatch(/a change was added, or a seal removed/);
  expect(await tampered("update audit_seals set hash = '\\x00' where chain_id = $1", [organizationId])).toMatch(
    /is not what was sealed|does not follow/,
  );
  expect(await tampered("select 1")).toBeNull();
});
