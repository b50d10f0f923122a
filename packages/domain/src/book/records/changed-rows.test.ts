import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { randomUUID } from "node:crypto";
import type { BookView } from "../seats/index.ts";
import {
  createTestBook,
  openTestDeps,
  type TestBook,
  type TestDeps,
  type TestRow,
  testView,
} from "../../testing/index.ts";
import { openBookReads } from "./book-reads.ts";
import { listRows, type ListRequest } from "./list-rows.ts";

const organizationId = randomUUID();
const signal = new AbortController().signal;
const everything = testView(organizationId);
const hour = 3_600_000;
const firstAt = Date.UTC(2026, 5, 1);
let deps: TestDeps;
let book: TestBook;

const account = (id: string, name: string, seat = "S-1"): TestRow => ({
  family: "accounts",
  sourceId: id,
  fields: { name, producer_seat: seat },
});
const key = (id: string): string => book.keyOf("accounts", id);

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createTestBook(deps.db, { organizationId });
  await book.write({ puts: ["A1", "A2", "A3", "A4"].map((id) => account(id, id)) });
  await book.serve(new Date(firstAt));
  await book.write({ puts: [account("A2", "changed", "S-2")], removes: [{ family: "accounts", sourceId: "A3" }] });
  await book.serve(new Date(firstAt + hour));
  await book.write({ puts: [account("A5", "new"), account("A2", "changed again", "S-2")] });
  await book.serve(new Date(firstAt + 2 * hour));
});
afterAll(async () => {
  await deps.close();
});

async function changes(since: number | Date, viewer: BookView = everything, limit = 200) {
  const seen: (readonly [key: string, seq: number, isRemoved: boolean])[] = [];
  let cursor: string | undefined;
  const small = {
    ...deps,
    book: openBookReads(deps.db, {
      limits: { entriesMax: 2, pageMs: 1, smallSeatClients: 0, mediumSeatClients: 0, firstEntries: 2 },
    }),
  };
  do {
    const request: ListRequest = {
      route: "test",
      family: "accounts",
      connectionId: undefined,
      filters: {},
      order: undefined,
      q: undefined,
      updatedSince: since,
      fields: undefined,
      limit,
      cursor,
      hasCount: false,
    };
    const { rows, nextCursor } = await listRows(limit === 1 ? small : deps, { viewer, signal }, request);
    for (const row of rows) seen.push([row.key, row.changeSeq, "isRemoved" in row]);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return seen;
}

test("with a time the count is of what changed since; with a change_seq it is refused (REC-37)", async () => {
  const request: ListRequest = {
    route: "test",
    family: "accounts",
    connectionId: undefined,
    filters: {},
    order: undefined,
    q: undefined,
    updatedSince: new Date(firstAt),
    fields: undefined,
    limit: 1,
    cursor: undefined,
    hasCount: true,
  };
  const counted = await listRows(deps, { viewer: everything, signal }, request);
  const all = await changes(new Date(firstAt));
  expect(counted).toMatchObject({ rows: { length: 1 }, count: { value: all.length, isExact: true } });
  expect(all.length).toBeGreaterThan(1);
  await expect(listRows(deps, { viewer: everything, signal }, { ...request, updatedSince: 1 })).rejects.toMatchObject({
    code: "invalid_request",
    details: [{ field: "include_count" }],
  });
});

test("with a change_seq a list has what later snapshots brought and removed, oldest first, each row once (REC-34)", async () => {
  const later = [
    [key("A3"), 2, true],
    ...[
      [key("A2"), 3, false],
      [key("A5"), 3, false],
    ].toSorted((left, right) => (String(left[0]) < String(right[0]) ? -1 : 1)),
  ];
  expect(await changes(1)).toEqual(later);
  expect(await changes(1, everything, 1)).toEqual(later);
  expect(await changes(2)).toEqual(later.slice(1));
  expect(await changes(3)).toEqual([]);
  expect((await changes(0)).length).toBe(5);
});

test("with a time it has what was served after it, without removed rows (REC-34)", async () => {
  const brought = await changes(new Date(firstAt));
  expect(brought.map(([changed]) => changed).toSorted()).toEqual([key("A2"), key("A5")].toSorted());
  expect(await changes(new Date(firstAt + 2 * hour))).toEqual([]);
});

test("a removed row is named to readers who could see its last version (REC-34)", async () => {
  const first = testView(organizationId, { posture: "lit", grants: ["seat:S-1"] });
  const second = testView(organizationId, { posture: "lit", grants: ["seat:S-2"] });
  expect(await changes(1, first)).toEqual([
    [key("A3"), 2, true],
    [key("A5"), 3, false],
  ]);
  expect(await changes(1, second)).toEqual([[key("A2"), 3, false]]);
});

test("a cursor whose snapshot is no longer kept has expired (REC-33)", async () => {
  const other = await createTestBook(deps.db, { organizationId: randomUUID(), name: "Other" });
  const { rows } = await deps.db.pool.query<{ organization_id: string }>(
    "select organization_id from record_connections where id = $1",
    [other.connectionId],
  );
  const viewer = testView(rows[0]?.organization_id ?? "");
  await other.write({ puts: [account("A1", "a"), account("A2", "b")] });
  await other.serve();
  const request: ListRequest = {
    route: "test",
    family: "accounts",
    connectionId: undefined,
    filters: {},
    order: undefined,
    q: undefined,
    updatedSince: undefined,
    fields: undefined,
    limit: 1,
    cursor: undefined,
    hasCount: false,
  };
  const { nextCursor } = await listRows(deps, { viewer, signal }, request);
  await other.serve();
  const cursor = nextCursor ?? "";
  expect((await listRows(deps, { viewer, signal }, { ...request, cursor })).rows).toHaveLength(1);
  await other.forget(1);
  await expect(listRows(deps, { viewer, signal }, { ...request, cursor })).rejects.toMatchObject({
    code: "invalid_cursor",
    details: { reason: "expired" },
  });
});
