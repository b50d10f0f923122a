import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Json } from "@service/json";
import { familyOf, type FamilyName, lineCodes } from "@service/record-families";
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
import { defaultOrder, type ListOrder } from "./page-order.ts";
import { modelKeys } from "./testing/model-page.ts";
import { seededRandom } from "./testing/seeded-random.ts";

const organizationId = randomUUID();
const signal = new AbortController().signal;
const { chance, pick, whole } = seededRandom(20_261_122);
let deps: TestDeps;
let book: TestBook;

const seats = ["S-1", "S-2", "S-3", "S-4"];
const day = (): string => new Date(Date.UTC(2026, 0, 1) + whole(700) * 86_400_000).toISOString().slice(0, 10);
const maybe = (value: Json): { [name: string]: Json } => (chance(0.85) ? { value } : {});
const some = (name: string, value: Json) => {
  const { value: given } = maybe(value);
  return given === undefined ? {} : { [name]: given };
};

const clients = Array.from({ length: 60 }, (_, index) => `A${index}`);
const policies = Array.from({ length: 160 }, (_, index) => ({ id: `P${index}`, client: pick(clients) }));

function account(sourceId: string): TestRow {
  return {
    family: "accounts",
    sourceId,
    fields: {
      name: pick(["Ärzte Haus", "arzte", "Blue Harbor Cafe", "Zeta", "cafe Nord", `Client ${whole(20)}`]),
      ...some("segment", pick(["commercial", "personal"])),
      ...some("office_key", pick(["O-1", "O-2"])),
      ...some("producer_seat", pick(seats)),
      ...(chance(0.3) ? { servicer_seats: [pick(seats), pick(seats)] } : {}),
      ...some("naics", pick(["238160", "2381", "44", "722511"])),
      ...(chance(0.5) ? { states: [pick(["OH", "PA"])] } : { mailing_address: { state: pick(["OH", "NY"]) } }),
      ...some("total_premium", whole(50) * 100),
      ...some("next_expiration", day()),
    },
  };
}

function policy({ id, client }: { id: string; client: string }): TestRow {
  return {
    family: "policies",
    sourceId: id,
    fields: {
      client_key: book.keyOf("accounts", client),
      policy_number: `N-${id}`,
      effective_on: day(),
      ...some("line", pick(lineCodes.slice(0, 4))),
      ...some("status", pick(["active", "expired"])),
      ...some("expires_on", day()),
      ...some("premium", whole(30) * 50),
      ...(chance(0.3) ? { producer_seat: pick(seats) } : {}),
    },
  };
}

function others(): TestRow[] {
  return policies.flatMap(({ id, client }): TestRow[] => {
    const owner = { client_key: book.keyOf("accounts", client), policy_key: book.keyOf("policies", id) };
    const { policy_key, ...ofClient } = owner;
    return [
      { family: "coverages", sourceId: id, fields: { ...owner, line: "cyber", coverage: "limit", included: true } },
      { family: "vehicles", sourceId: id, fields: { ...ofClient, policy_keys: [policy_key] } },
      { family: "contacts", sourceId: id, fields: { ...ofClient, ...some("name", `Person ${whole(9)}`) } },
      {
        family: "activities",
        sourceId: id,
        fields: {
          ...(chance(0.7) ? owner : ofClient),
          ...some("occurred_at", `${day()}T10:00:00.000Z`),
          ...some("code", pick(["CALL", "MAIL"])),
          ...(chance(0.4) ? { closed_at: `${day()}T11:00:00.000Z` } : {}),
        },
      },
      {
        family: "invoices",
        sourceId: id,
        fields: {
          ...owner,
          ...some("due_on", day()),
          ...some("status", pick(["active", "expired"])),
          ...some("balance", whole(3) * 10),
          amount: whole(3) * 10,
          ...(chance(0.4) ? { paid_on: day() } : {}),
        },
      },
    ];
  });
}

beforeAll(async () => {
  deps = await openTestDeps();
  book = await createTestBook(deps.db, { organizationId });
  await book.write({ puts: [...clients.map(account), ...policies.map(policy), ...others()] });
  await book.serve();
});
afterAll(async () => {
  await deps.close();
});

/** Writes some versions of the next snapshot. */
async function writeSome(): Promise<void> {
  const changed = new Set(Array.from({ length: 12 }, () => pick(policies)));
  await book.write({ puts: [...new Set([pick(clients), pick(clients)])].map(account) });
  await book.write({ puts: [...changed].map(policy) });
}

const families = ["accounts", "policies", "coverages", "vehicles", "contacts", "activities", "invoices"] as const;

function randomRequest(): Pick<ListRequest, "family" | "filters" | "order" | "limit"> {
  const family: FamilyName = pick(families);
  const { sorts, filters } = familyOf(family);
  const chosen = Object.entries(filters).filter(() => chance(0.25));
  const order: ListOrder | undefined = chance(0.2)
    ? undefined
    : { field: pick([undefined, ...sorts]), direction: pick(["asc", "desc"] as const) };
  return {
    family,
    order,
    limit: 1 + whole(30),
    filters: Object.fromEntries(chosen.map(([name]) => [name, valueFor(name)])),
  };
}

function valueFor(parameter: string): string | number | boolean {
  const values: { [parameter: string]: () => string | number | boolean } = {
    segment: () => pick(["commercial", "personal"]),
    kind: () => "insured",
    status: () => pick(["active", "expired"]),
    office_key: () => pick(["O-1", "O-2"]),
    producer_seat: () => pick(seats),
    naics: () => pick(["23", "2381", "7"]),
    state: () => pick(["OH", "PA", "NY"]),
    expiring_within_days: () => whole(400),
    line: () => pick(lineCodes.slice(0, 4)),
    carrier_key: () => "ca_none",
    code: () => pick(["CALL", "MAIL"]),
    seat_key: () => "S-1",
    open: () => chance(0.5),
    overdue: () => chance(0.5),
  };
  return (values[parameter] ?? day)();
}

function randomReader(): BookView {
  if (chance(0.3)) return testView(organizationId);
  const grants = [...seats.map((seat) => `seat:${seat}`), "office:O-1"].filter(() => chance(0.35));
  return testView(organizationId, { posture: "lit", grants });
}

const large = { entriesMax: 40, pageMs: 250, smallSeatClients: 0, mediumSeatClients: 0, firstEntries: 40 };
const withLimits = (limits: typeof large) => ({ ...deps, book: openBookReads(deps.db, { limits }) });

/** Reads of every size of seat, whose statements look at few entries each. */
const readings = () => [
  deps,
  withLimits({ ...large, entriesMax: 9, pageMs: 1 }),
  withLimits({ ...large, entriesMax: 40 }),
  // Read along the index for a few entries, and from its clients after that.
  withLimits({ ...large, mediumSeatClients: 1_000, firstEntries: 5 }),
  withLimits({ ...large, mediumSeatClients: 1_000, firstEntries: 30, pageMs: 1 }),
];

async function allKeys(
  viewer: BookView,
  request: Pick<ListRequest, "family" | "filters" | "order" | "limit">,
  between: () => Promise<void>,
): Promise<string[]> {
  const keys: string[] = [];
  const reading = pick(readings());
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const listed = {
      route: "test",
      connectionId: undefined,
      q: undefined,
      updatedSince: undefined,
      fields: undefined,
      hasCount: false,
      ...request,
      cursor,
    };
    const { rows, nextCursor } = await listRows(reading, { viewer, signal }, listed);
    keys.push(...rows.map(({ key }) => key));
    if (nextCursor === null) return keys;
    if (page === 0) await between();
    cursor = nextCursor;
  }
}

describe("pages of a list (REC-20, REC-24, REC-32)", () => {
  test("equal an independent model over random filters, orders and readers", async () => {
    for (let round = 0; round < 100; round += 1) {
      const request = randomRequest();
      const viewer = randomReader();
      const today = new Date().toISOString().slice(0, 10);
      const keys = await allKeys(viewer, request, async () => undefined);
      const order = request.order ?? defaultOrder(request.family);
      expect({ request, keys }).toEqual({
        request,
        keys: modelKeys(book, { ...request, order, viewer, today, seq: 1 }),
      });
    }
  });

  test("show the snapshot of the first page while the next ones are written and served: no row twice, none missing (REC-33)", async () => {
    for (let seq = 1; seq <= 8; seq += 1) {
      const request = { ...randomRequest(), limit: 7 };
      const viewer = randomReader();
      const order = request.order ?? defaultOrder(request.family);
      const today = new Date().toISOString().slice(0, 10);
      const expected = modelKeys(book, { ...request, order, viewer, today, seq });
      await writeSome();
      const keys = await allKeys(viewer, request, async () => {
        await book.serve();
      });
      expect({ request, keys }).toEqual({ request, keys: expected });
      // The list had one page.
      if (book.servedSeq() === seq) await book.serve();
    }
  });

  test("active policies by expiry are found without passing those that have expired (REC-80)", async () => {
    const owner = randomUUID();
    const other = await createTestBook(deps.db, { organizationId: owner, name: "Expired" });
    const statuses = [...Array.from({ length: 60 }, () => "expired"), ...Array.from({ length: 5 }, () => "active")];
    await other.write({
      puts: [
        { family: "accounts", sourceId: "A", fields: { name: "Same" } },
        ...statuses.map((status, index): TestRow => {
          const expires_on = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
          const fields = { client_key: other.keyOf("accounts", "A"), effective_on: "2025-01-01", expires_on, status };
          return { family: "policies", sourceId: `P${index}`, fields };
        }),
      ],
    });
    await other.serve();
    // A statement of 40 entries, and no time for another.
    const hurried = withLimits({ ...large, pageMs: 0 });
    for (const direction of ["asc", "desc"] as const) {
      const request: ListRequest = {
        route: "test",
        family: "policies",
        connectionId: undefined,
        filters: { status: direction === "asc" ? "active" : "expired" },
        order: { field: "expires_on", direction },
        q: undefined,
        updatedSince: undefined,
        fields: undefined,
        limit: 5,
        cursor: undefined,
        hasCount: false,
      };
      const { rows } = await listRows(hurried, { viewer: testView(owner), signal }, request);
      const expected = direction === "asc" ? [60, 61, 62, 63, 64] : [59, 58, 57, 56, 55];
      expect(rows.map(({ key }) => key)).toEqual(expected.map((index) => other.keyOf("policies", `P${index}`)));
    }
  });

  test("a page that ends with the last row that has a value goes on with those that have none (REC-20)", async () => {
    const other = await createTestBook(deps.db, { organizationId: randomUUID(), name: "Other" });
    const { rows } = await deps.db.pool.query<{ id: string }>(
      "select organization_id as id from record_connections where id = $1",
      [other.connectionId],
    );
    const premiums = [30, 20, null, null, null];
    await other.write({
      puts: premiums.map((total_premium, index) => ({
        family: "accounts",
        sourceId: `A${index}`,
        fields: { name: "Same", ...(total_premium === null ? {} : { total_premium }) },
      })),
    });
    await other.serve();
    const order: ListOrder = { field: "total_premium", direction: "desc" };
    for (const limit of [1, 2, 3, 4]) {
      const request = { family: "accounts" as const, filters: {}, order, limit };
      const keys = await allKeys(testView(rows[0]?.id ?? ""), request, async () => undefined);
      expect(new Set(keys).size).toBe(5);
      expect(keys.slice(0, 2)).toEqual([other.keyOf("accounts", "A0"), other.keyOf("accounts", "A1")]);
    }
  });
});
