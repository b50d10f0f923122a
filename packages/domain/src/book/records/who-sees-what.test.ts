import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { sensitivities } from "@service/privacy";
import { randomUUID } from "node:crypto";
import type { BookView } from "../seats/index.ts";
import { createTestBook, openTestDeps, type TestBook, type TestDeps, testView } from "../../testing/index.ts";
import { summarizeClients } from "./account-summary.ts";
import { searchClients } from "./find-clients.ts";
import { listRows, type ListRequest } from "./list-rows.ts";
import { presentRow } from "./present-row.ts";
import { readBook } from "./read-book.ts";
import { readRow } from "./read-row.ts";
import { readSearchWords } from "./search-words.ts";

const organizationId = randomUUID();
const signal = new AbortController().signal;
let deps: TestDeps;
let book: TestBook;

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createTestBook(deps.db, { organizationId });
  const client_key = book.keyOf("accounts", "A1");
  await book.write({
    puts: [
      {
        family: "accounts",
        sourceId: "A1",
        fields: { name: "Owned", phone: "614 555 0142", producer_seat: "S-1", revenue: 7_654_321 },
      },
      { family: "accounts", sourceId: "A2", fields: { name: "Foreign", producer_seat: "S-9" } },
      {
        family: "policies",
        sourceId: "P1",
        fields: {
          client_key,
          policy_number: "X-1",
          effective_on: "2026-01-01",
          premium: 50,
          producer_seat: "S-2",
          status: "active",
          line: "cyber",
        },
      },
      {
        family: "policies",
        sourceId: "P2",
        fields: {
          client_key,
          policy_number: "X-2",
          effective_on: "2026-01-01",
          premium: 70,
          status: "active",
          line: "cyber",
        },
      },
      { family: "contacts", sourceId: "C1", fields: { client_key, name: "Pat Moreno", phone: "614 555 0199" } },
      { family: "claims", sourceId: "L1", fields: { client_key, policy_key: book.keyOf("policies", "P1"), paid: 5 } },
      { family: "claims", sourceId: "L2", fields: { client_key, policy_key: book.keyOf("policies", "P2"), paid: 7 } },
    ],
  });
  await book.serve();
});
afterAll(async () => {
  await deps.close();
});

const ofSeat = (seat: string): BookView => testView(organizationId, { posture: "lit", grants: [`seat:${seat}`] });
const list = (family: ListRequest["family"], given: Partial<ListRequest> = {}): ListRequest => ({
  route: "test",
  family,
  connectionId: undefined,
  filters: {},
  order: undefined,
  q: undefined,
  updatedSince: undefined,
  fields: undefined,
  limit: 50,
  cursor: undefined,
  hasCount: false,
  ...given,
});
async function keysFor(viewer: BookView, request: ListRequest): Promise<string[]> {
  const { rows } = await listRows(deps, { viewer, signal }, request);
  return rows.map(({ key }) => key).toSorted();
}
const read = async <T>(viewer: BookView, work: Parameters<typeof readBook<T>>[2]): Promise<T> =>
  (await readBook(deps, { viewer, signal, connectionId: undefined }, work)).result;
async function find(viewer: BookView, q: string): Promise<string[]> {
  const words = readSearchWords(q, viewer);
  const rows = await read(viewer, (at) => searchClients(deps, at, { q, words, limit: 10, today: "2026-06-01" }));
  return rows.map(({ key }) => key);
}

describe("rows outside the reader's scope", () => {
  test("are the same refusal as rows that do not exist (REC-43)", async () => {
    const refusals = [];
    for (const key of [book.keyOf("accounts", "A2"), "c_none"]) {
      const refusal: unknown = await read(ofSeat("S-1"), (at) => readRow(deps, at, "accounts", key)).catch(
        (error: unknown) => error,
      );
      refusals.push(
        JSON.stringify(
          refusal,
          Object.getOwnPropertyNames(refusal).filter((name) => name !== "stack"),
        ),
      );
    }
    expect(refusals[0]).toBe(refusals[1]);
    expect(refusals[0]).toContain("not_found");
    await expect(
      keysFor(ofSeat("S-1"), list("policies", { clientKey: book.keyOf("accounts", "A2") })),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("the owner of one policy sees it, its claims and the account, and finds the client by name and that policy (SEAT-12)", async () => {
    const owner = ofSeat("S-2");
    const account = book.keyOf("accounts", "A1");
    expect(await keysFor(owner, list("accounts"))).toEqual([account]);
    expect(await keysFor(owner, list("policies"))).toEqual([book.keyOf("policies", "P1")]);
    expect(await keysFor(owner, list("claims"))).toEqual([book.keyOf("claims", "L1")]);
    expect(await keysFor(owner, list("contacts", { clientKey: account }))).toEqual([]);
    expect([
      await find(owner, "owned"),
      await find(owner, "x1"),
      await find(owner, "x2"),
      await find(owner, "moreno"),
    ]).toEqual([[account], [account], [], []]);
    const summaries = await read(owner, (at) =>
      summarizeClients(deps, at, { clients: [account], today: "2026-06-01" }),
    );
    expect(summaries.get(account)).toMatchObject({ premiumByLine: { cyber: 50 }, lossFacts: { claims: 1, paid: 5 } });
  });

  test("are counted under shadow, exactly those that lit withholds", async () => {
    for (const family of ["accounts", "policies", "claims", "contacts"] as const) {
      const grants = ["seat:S-2"];
      const shadow = testView(organizationId, { posture: "shadow", grants });
      const { rows } = await listRows(deps, { viewer: shadow, signal }, list(family));
      const seen = rows.filter((row) => "isSeen" in row && row.isSeen).map(({ key }) => key);
      expect(seen.toSorted()).toEqual(await keysFor(ofSeat("S-2"), list(family)));
      expect(rows.map(({ key }) => key).toSorted()).toEqual(await keysFor(testView(organizationId), list(family)));
    }
  });
});

test("a cursor ends when the rights of its reader change, and is no other reader's (REC-33)", async () => {
  const first = testView(organizationId, { posture: "lit", grants: ["seat:S-1", "seat:S-9"] });
  const { nextCursor } = await listRows(deps, { viewer: first, signal }, list("accounts", { limit: 1 }));
  const cursor = nextCursor ?? "";
  const next = await listRows(deps, { viewer: first, signal }, list("accounts", { limit: 9, cursor }));
  expect(next.rows).toHaveLength(1);
  const others = [
    ofSeat("S-1"),
    testView(organizationId, { posture: "shadow", grants: ["seat:S-1", "seat:S-9"] }),
    { ...first, lens: "principal:other" },
    { ...first, organizationId: randomUUID() },
  ];
  for (const viewer of others)
    await expect(listRows(deps, { viewer, signal }, list("accounts", { limit: 1, cursor }))).rejects.toMatchObject({
      code: "invalid_cursor",
    });
});

describe("fields that the policy hides (REC-35, REC-40)", () => {
  const policy = {
    policy_key: "narrow",
    denied: [...sensitivities],
    masks: { name: "initials", premium: "null", status: "last4" },
  } as const;
  const narrow = testView(organizationId, { posture: "lit", grants: null, policy });

  test("are null or masked in a row", async () => {
    const row = await read(narrow, (at) => readRow(deps, at, "accounts", book.keyOf("accounts", "A1")));
    expect(
      presentRow("accounts", row, { connectionId: book.connectionId, policy, attributeClasses: new Map() }),
    ).toMatchObject({
      name: "O.",
      phone: null,
      revenue: null,
      attributes: null,
    });
  });

  test("take no filter and no sort, and a default sort by one is by key", async () => {
    await expect(keysFor(narrow, list("policies", { filters: { status: "active" } }))).rejects.toMatchObject({
      code: "invalid_request",
    });
    await expect(
      keysFor(narrow, list("policies", { order: { field: "premium", direction: "asc" } })),
    ).rejects.toMatchObject({ code: "invalid_request" });
    const { rows } = await listRows(deps, { viewer: narrow, signal }, list("accounts"));
    expect(rows.map(({ key }) => key)).toEqual([book.keyOf("accounts", "A1"), book.keyOf("accounts", "A2")].toSorted());
  });

  test("are not found by", async () => {
    const everything = testView(organizationId);
    expect([await find(everything, "6145550142"), await find(narrow, "6145550142")]).toEqual([
      [book.keyOf("accounts", "A1")],
      [],
    ]);
    expect([await find(everything, "owned"), await find(narrow, "owned")]).toEqual([
      [book.keyOf("accounts", "A1")],
      [],
    ]);
  });

  test("are left out of a summary", async () => {
    const account = book.keyOf("accounts", "A1");
    const summaries = await read(narrow, (at) =>
      summarizeClients(deps, at, { clients: [account], today: "2026-06-01" }),
    );
    expect(summaries.get(account)).toMatchObject({ premiumByLine: null, linesHeld: null });
  });
});
