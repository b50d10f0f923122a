import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { dropLeftStaged, removeOldQuarantine, removeOldVersions } from "./index.ts";
import { importRows, newConnection, servedRows, tablesOf } from "./test-kit.ts";
import { account, policy } from "./testing/delivered-rows.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

async function snapshotsOf(connectionId: string): Promise<readonly number[]> {
  const { rows } = await deps.db.pool.query<{ seq: number }>(
    "select seq from record_snapshots where connection_id = $1 order by seq",
    [connectionId],
  );
  return rows.map(({ seq }) => seq);
}

test("snapshots are kept for a day after they were replaced, and the last three; then versions of no kept one go (IMP-76)", async () => {
  const { connectionId } = await newConnection(deps);
  for (let day = 1; day <= 5; day += 1) {
    await importRows(
      deps,
      connectionId,
      [
        account("A1", { dba: `Day ${day}`, producer_seat: `s${day}` }),
        account("A2"),
        policy("P1", "A1", { premium: day }),
        policy(`of day ${day}`, "A2"),
      ],
      { accept: ["policies"] },
    );
  }
  const keep = { snapshotHours: 24, snapshotsKept: 3, rowsMax: 1_000 };
  expect(await removeOldVersions(deps.db, keep)).toBe(0);
  expect(await snapshotsOf(connectionId)).toEqual([1, 2, 3, 4, 5]);

  await deps.db.pool.query(
    "update record_snapshots set served_at = served_at - make_interval(hours => 25) where connection_id = $1 and seq <= 2",
    [connectionId],
  );
  // The second was replaced just now, so pages of it go on.
  expect(await removeOldVersions(deps.db, keep)).toBeGreaterThan(0);
  expect(await snapshotsOf(connectionId)).toEqual([2, 3, 4, 5]);

  await deps.db.pool.query(
    "update record_snapshots set served_at = served_at - make_interval(hours => 25) where connection_id = $1 and seq > 2",
    [connectionId],
  );
  const served = await servedRows(deps, connectionId, "policies");
  let removed = 0;
  for (let batch = -1; batch !== 0; removed += batch) batch = await removeOldVersions(deps.db, { ...keep, rowsMax: 2 });
  expect(await snapshotsOf(connectionId)).toEqual([3, 4, 5]);
  expect(removed).toBeGreaterThan(5);
  const tables = await tablesOf(deps, connectionId);
  for (const rows of Object.values(tables)) {
    for (const ended of [2, 3]) expect(rows).not.toContainEqual(expect.objectContaining({ to_seq: ended }));
  }
  expect(tables["book.accounts"]).toHaveLength(4);
  expect(await servedRows(deps, connectionId, "policies")).toEqual(served);
});

test("rows are quarantined for ninety days (IMP-76)", async () => {
  const { connectionId } = await newConnection(deps);
  const bad = { kind: "quarantined", family: "accounts", reasons: [{ message: "is broken" }] } as const;
  await importRows(deps, connectionId, [...Array.from({ length: 9 }, (_, index) => account(`A${index}`)), bad]);
  expect(await removeOldQuarantine(deps.db, { rowsMax: 10 })).toBe(0);
  await deps.db.pool.query("update record_quarantine set recorded_at = now() - make_interval(days => 91)");
  expect(await removeOldQuarantine(deps.db, { rowsMax: 10 })).toBe(1);
});

test("staged rows that no import needs are dropped (IMP-76)", async () => {
  await deps.db.pool.query("create unlogged table book.staged_0123456789abcdef0123456789abcdef (fields text)");
  expect(await dropLeftStaged(deps.db)).toBe(1);
  expect(await dropLeftStaged(deps.db)).toBe(0);
});
