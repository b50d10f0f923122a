import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { recordKey } from "@service/record-families";
import { openTestDeps, type TestDeps } from "../../testing/index.ts";
import { explainRow } from "./index.ts";
import { importRows, newConnection, servedRows, tablesOf } from "./test-kit.ts";
import { account, gone, policy, row } from "./testing/delivered-rows.ts";

let deps: TestDeps;
beforeAll(async () => {
  deps = await openTestDeps();
});
afterAll(() => deps.close());

const asOf = new Date("2026-06-01T00:00:00Z");
const active = { status: "active", premium: 100.1, expires_on: "2026-09-01" };
const book = [
  account("A1"),
  account("A2", { total_premium: 7, policy_count: 7 }),
  account("A3"),
  policy("P1", "A1", active),
  policy("P2", "A1", { ...active, premium: 200.2, expires_on: "2026-07-01" }),
  policy("P3", "A1", { ...active, status: "future" }),
  policy("P4", "A1", { premium: 1, expires_on: "2026-05-31" }),
  policy("P5", "A1", { premium: 3, expires_on: "2027-01-01" }),
  policy("P6", "A2", { status: "active", expires_on: "2026-09-01" }),
  account("A4"),
  policy("P7", "A4", { status: "active" }),
];

describe("sums on clients (IMP-290)", () => {
  test("are made of policies in force where the source gives none; its own value wins", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, book, { asOf });
    const served = await servedRows(deps, connectionId, "accounts");
    expect(served["A1"]).toMatchObject({ total_premium: 303.3, policy_count: 3, next_expiration: "2026-07-01" });
    expect(served["A2"]).toMatchObject({ total_premium: 7, policy_count: 7, next_expiration: "2026-09-01" });
    expect(served["A3"]).toEqual({ name: "Client A3", total_premium: 0, policy_count: 0 });
    // What nobody knows of a premium or an end is not zero.
    expect(served["A4"]).toEqual({ name: "Client A4", policy_count: 1 });
    const { "book.accounts": rows } = await tablesOf(deps, connectionId);
    expect(rows).toContainEqual(
      expect.objectContaining({ source_id: "A1", total_premium: 303.3, next_expiration: "2026-07-01" }),
    );
    const key = recordKey(connectionId, "accounts", "A2");
    expect(await explainRow(deps, "every", { connectionId, family: "accounts", key })).toMatchObject([
      { derived: ["next_expiration"] },
    ]);
  });

  test("leave rows of an equal delivery unchanged, and the snapshot too", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, book, { asOf });
    const before = await tablesOf(deps, connectionId);
    const again = await importRows(deps, connectionId, book.toReversed(), {
      asOf: new Date("2026-08-01T00:00:00Z"),
    });
    expect(again).toMatchObject({ state: "unchanged", snapshotSeq: 1, counts: { accounts: { unchanged: 4 } } });
    const lines = (tables: Record<string, unknown[]>): string =>
      JSON.stringify(tables).replaceAll(/"source_line": ?\d+/g, "");
    expect(lines(await tablesOf(deps, connectionId))).toBe(lines(before));
  });

  test("follow the policies: the client has a new version and a new head, and counts as unchanged", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, book, { asOf });
    const changed = await importRows(
      deps,
      connectionId,
      [policy("P1", "A3", active), gone("policies", "P2"), account("A2", { name: "Two", total_premium: 8 })],
      { asOf, mode: "delta" },
    );
    expect(changed.counts.accounts).toMatchObject({ read: 1, changed: 1, unchanged: 0 });
    const served = await servedRows(deps, connectionId, "accounts");
    expect(served["A1"]).toMatchObject({ total_premium: 3, policy_count: 1, next_expiration: "2027-01-01" });
    expect(served["A2"]).toMatchObject({ total_premium: 8, policy_count: 1, next_expiration: "2026-09-01" });
    expect(served["A3"]).toMatchObject({ total_premium: 100.1, policy_count: 1, next_expiration: "2026-09-01" });
    const { "book.accounts": rows, "book.heads": heads } = await tablesOf(deps, connectionId);
    for (const id of ["A1", "A2", "A3"]) {
      expect(rows).toContainEqual(expect.objectContaining({ source_id: id, from_seq: 1, to_seq: 2 }));
      expect(rows).toContainEqual(expect.objectContaining({ source_id: id, from_seq: 2, to_seq: null }));
      expect(heads).toContainEqual(
        expect.objectContaining({ client_key: recordKey(connectionId, "accounts", id), from_seq: 2, to_seq: null }),
      );
    }
  });

  test("leave a term behind that has ended, with the next delivery that changes something", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, book, { asOf });
    await importRows(deps, connectionId, [account("A3", { dba: "Three" })], {
      asOf: new Date("2026-08-01T00:00:00Z"),
      mode: "delta",
    });
    expect((await servedRows(deps, connectionId, "accounts"))["A1"]).toMatchObject({ next_expiration: "2026-09-01" });
  });

  test("are unknown in a book without policies, and made for every client once the first policies come", async () => {
    const { connectionId } = await newConnection(deps);
    await importRows(deps, connectionId, [account("A1"), account("A2"), row("staff", "ana", { name: "Ana" })]);
    expect((await servedRows(deps, connectionId, "accounts"))["A1"]).toEqual({ name: "Client A1" });
    await importRows(deps, connectionId, [policy("P1", "A1", active)], { asOf, mode: "delta" });
    const served = await servedRows(deps, connectionId, "accounts");
    expect(served["A1"]).toMatchObject({ policy_count: 1 });
    expect(served["A2"]).toMatchObject({ policy_count: 0, total_premium: 0 });
  });
});
