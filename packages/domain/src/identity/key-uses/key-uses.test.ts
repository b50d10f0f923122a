import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { fakeClock, type FakeClock, seedOwner, type SeededOwner, testOperator } from "@service/testing";
import { openTestDeps, type TestDeps } from "../../testing/open-test-deps.ts";
import { createOrganizationKey, createScopedKey, revokeKey } from "../keys/index.ts";
import {
  hoursOfKey,
  type KeyUses,
  listRefusals,
  openKeyUses,
  type RefusedRequest,
  removeOldKeyUses,
  removeOldRefusals,
  usesOfKeys,
} from "./index.ts";

let deps: TestDeps;
let clock: FakeClock;
let owner: SeededOwner;
let uses: KeyUses;

beforeAll(async () => {
  clock = fakeClock(new Date("2026-11-20T12:10:00.000Z"));
  deps = await openTestDeps({ clock });
});
afterAll(() => deps.close());
beforeEach(async () => {
  clock.set(new Date("2026-11-20T12:10:00.000Z"));
  await deps.db.pool.query("truncate key_uses, refused_calls");
  owner = await seedOwner(deps.db);
  uses = openKeyUses(deps);
});
afterEach(() => uses.flush());

const caller = (id: string) => ({ ...owner, id });
const refusal = (changes: Partial<RefusedRequest> = {}): RefusedRequest => ({
  method: "POST",
  path: "/api/v1/engines/{engine_slug}/runs",
  status: 400,
  code: "invalid_input",
  field: "items[1].expires_on",
  requestId: "request-1",
  ...changes,
});
const refusals = async (filters = {}, limit = 100) => (await listRefusals(deps, owner, { filters, limit })).rows;

describe("uses of keys (CON-70, CON-71)", () => {
  test("are counted by the hour, with the last use, and add up over writes and processes", async () => {
    for (const each of [uses, openKeyUses(deps)]) {
      each.called(caller("a"));
      each.called(caller("a"));
      each.refused(caller("a"), refusal());
      each.called(caller("b"));
      await each.flush();
    }
    clock.advance(3_600_000);
    uses.called(caller("a"));
    await uses.flush();
    expect(await hoursOfKey(deps, owner, "a")).toEqual([
      { hour: new Date("2026-11-20T13:00:00.000Z"), calls: 1, refusals: 0 },
      { hour: new Date("2026-11-20T12:00:00.000Z"), calls: 4, refusals: 2 },
    ]);
    expect(await usesOfKeys(deps, owner)).toEqual([
      { keyId: "a", usedAt: new Date("2026-11-20T13:10:00.000Z"), calls: 5, refusals: 2 },
      { keyId: "b", usedAt: new Date("2026-11-20T12:10:00.000Z"), calls: 2, refusals: 0 },
    ]);
    clock.advance(24 * 3_600_000);
    expect(await usesOfKeys(deps, owner)).toMatchObject([{ calls: 0 }, { calls: 0 }]);
    expect(await usesOfKeys(deps, await seedOwner(deps.db))).toEqual([]);
  });

  test("that are too many at a time, or meet no database, are dropped and counted", async () => {
    for (let call = 0; call < 60; call += 1) uses.refused(caller("a"), refusal());
    expect(uses.dropped).toBe(10);
    await uses.flush();
    expect(await refusals()).toHaveLength(50);
    expect(await usesOfKeys(deps, owner)).toMatchObject([{ refusals: 60 }]);
    for (let key = 0; key < 10_001; key += 1) uses.called(caller(`k${key}`));
    expect(uses.dropped).toBe(11);
    const away = openKeyUses({
      ...deps,
      db: {
        ...deps.db,
        pool: Object.assign(Object.create(deps.db.pool), { query: () => Promise.reject(new Error("away")) }),
      },
    });
    away.called(caller("a"));
    await away.flush();
    expect(away.dropped).toBe(1);
  });

  test("count for a revoked key that is presented, found by its hash or id; an unknown key is nobody's", async () => {
    const { organizationId } = owner;
    const made = await createOrganizationKey(deps, testOperator, { organizationId, environmentSlug: "live" });
    await revokeKey(deps, testOperator, "every", made.keyId);
    const scoped = await createScopedKey(deps, testOperator, {
      organizationId,
      environmentSlug: "live",
      capabilities: [],
      engineSlugs: [],
    });
    const refused = refusal({ status: 401, code: "unauthorized", field: null });
    uses.refusedKey(made.apiKey, refused);
    uses.refusedKey(`${scoped.apiKey.slice(0, -3)}AAA`, refused);
    uses.refusedKey(`svc_live_${"0".repeat(64)}`, refused);
    uses.refusedKey("no key at all", refused);
    uses.refusedKey(undefined, refused);
    await uses.flush();
    const found = await refusals();
    expect(new Set(found.map(({ keyId }) => keyId))).toEqual(new Set([made.keyId, scoped.keyId]));
    expect(found).toMatchObject([{ status: 401, field: null }, { status: 401 }]);
    expect(await usesOfKeys(deps, owner)).toHaveLength(2);
  });
});

describe("refused calls (CON-72)", () => {
  test("are listed newest first, in pages, by filters, of their environment only", async () => {
    const other = { ...owner, environmentId: (await seedOwner(deps.db)).environmentId };
    uses.refused({ ...other, id: "c" }, refusal());
    for (const [index, code] of ["invalid_input", "rate_limited", "run_not_found"].entries()) {
      clock.advance(1_000);
      uses.refused(
        caller(index === 1 ? "b" : "a"),
        refusal({ code, status: index === 1 ? 429 : 404, requestId: `r${index}` }),
      );
    }
    await uses.flush();
    expect((await refusals()).map(({ code }) => code)).toEqual(["run_not_found", "rate_limited", "invalid_input"]);
    const first = await listRefusals(deps, owner, { filters: {}, limit: 2 });
    const second = await listRefusals(deps, owner, { filters: {}, limit: 2, cursor: first.nextCursor ?? "" });
    expect([first.rows.length, second.rows.map(({ requestId }) => requestId), second.nextCursor]).toEqual([
      2,
      ["r0"],
      null,
    ]);
    expect(await refusals({ keyId: "b" })).toMatchObject([{ code: "rate_limited", status: 429 }]);
    expect(await refusals({ code: "run_not_found", keyId: "a" })).toHaveLength(1);
    expect(await refusals({ refusedFrom: clock.now() })).toMatchObject([{ requestId: "r2" }]);
    await expect(
      listRefusals(deps, other, { filters: {}, limit: 2, cursor: first.nextCursor ?? "" }),
    ).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test("keep a field that a caller named as far as it can be stored", async () => {
    uses.refused(caller("a"), refusal({ field: `a\0\ud800${"x".repeat(1_000)}` }));
    await uses.flush();
    const [row] = await refusals();
    expect(row?.field).toMatch(/^a\uFFFD\uFFFDx+$/u);
    expect(row?.field?.length).toBeLessThanOrEqual(200);
  });

  test("go after 7 days, as hours of keys do but the last one of each", async () => {
    for (const days of [9, 8, 1]) {
      clock.set(new Date(Date.now() - days * 86_400_000));
      uses.called(caller("a"));
      if (days > 7) uses.called(caller("b"));
      uses.refused(caller("a"), refusal());
      await uses.flush();
    }
    expect(await removeOldRefusals(deps.db, { rowsMax: 100 })).toBe(2);
    expect(await refusals()).toHaveLength(1);
    expect(await removeOldKeyUses(deps.db, { rowsMax: 100 })).toBe(3);
    expect([await hoursOfKey(deps, owner, "a"), await hoursOfKey(deps, owner, "b")]).toMatchObject([
      [{ calls: 1 }],
      [{ calls: 1 }],
    ]);
  });
});
