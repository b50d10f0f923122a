import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTestBook, type TestBook, type TestRow } from "@service/domain/testing";
import type { FamilyName } from "@service/record-families";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;

const client = (name: string): string => book.keyOf("accounts", name);
const policy = (id: string): string => book.keyOf("policies", id);
const row = (family: FamilyName, sourceId: string, fields: TestRow["fields"]): TestRow => ({
  family,
  sourceId,
  fields,
});

beforeAll(async () => {
  api = await startTestApi({ hasGates: false, settings: { buildCommit: "abc123" } });
  org = await api.organization();
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  const harbor = { client_key: client("A1"), policy_key: policy("P1") };
  await book.write({
    puts: [
      row("accounts", "A1", { name: "Blue Harbor Cafe", fein: "12-3456789", naics: "722511", phone: "614 555 0142" }),
      row("accounts", "A2", { name: "Blue", segment: "commercial" }),
      row("accounts", "A3", { name: "Zeta Harbor", dba: "Blue Whale" }),
      row("contacts", "C1", { client_key: client("A1"), name: "Pat Moreno", birth_date: "1987-04-12" }),
      row("carriers", "K1", { name: "Meridian Mutual" }),
      row("policies", "P1", {
        client_key: client("A1"),
        policy_number: "BHC-204711",
        line: "general_liability",
        carrier_key: book.keyOf("carriers", "K1"),
        status: "active",
        effective_on: "2026-01-01",
        expires_on: "2099-01-01",
        premium: 8400,
      }),
      row("policies", "P2", {
        client_key: client("A1"),
        policy_number: "BHC-209999",
        writing_company: "Larkfield Casualty",
        effective_on: "2020-01-01",
        expires_on: "2021-01-01",
      }),
      row("coverages", "V1", { ...harbor, line: "general_liability", coverage: "each_occurrence", included: true }),
      row("claims", "L1", { ...harbor, claim_number: "CL 1", occurred_on: "2026-03-01", status: "open", paid: 100.5 }),
      row("activities", "X1", { ...harbor, subject: "Renewal call", occurred_at: "2026-11-01T10:00:00.000Z" }),
      row("documents", "D1", { ...harbor, title: "Certificate", dated_on: "2026-02-02" }),
      row("invoices", "I1", { ...harbor, number: "7", amount: 10, due_on: "2026-01-05" }),
      row("vehicles", "W1", { client_key: client("A1"), policy_keys: [policy("P1")], make: "Ford" }),
    ],
  });
  await book.serve();
});
afterAll(async () => {
  await api.stop();
});

const keysOf = (answer: { body: { [name: string]: unknown } }): unknown =>
  Array.isArray(answer.body["data"]) ? answer.body["data"].map((one: { key: string }) => one.key) : [];

describe("the envelope of a read (REC-47, REC-52)", () => {
  test("names snapshot, rights, build and times", async () => {
    const answer = await org.organization.get("/records/accounts", { query: { limit: "1", include_count: "true" } });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      count: { value: 3, is_exact: true },
      serving: { binding_id: book.connectionId, source_kind: "import", snapshot_seq: 1, freshness: "fresh" },
      scope: { posture: "off", scope: "All", enforced: false, field_policy: "full", masked_fields: [] },
    });
    expect(answer.headers["x-service-engine-build"]).toBe("abc123");
    expect(answer.headers["server-timing"]).toMatch(/^db;dur=[\d.]+, present;dur=[\d.]+, total;dur=[\d.]+$/);
  });

  test("a refusal names the build too, a bad key does not", async () => {
    const refused = await org.sandbox.get("/records/accounts");
    expect([refused.status, refused.body["code"], refused.headers["x-service-engine-build"]]).toEqual([
      403,
      "scoped_key_required",
      "abc123",
    ]);
    const scoped = await org.scoped(["engines:read"]);
    expect((await scoped.get("/book/accounts")).headers["x-service-engine-build"]).toBe("abc123");
    expect((await api.anonymous.get("/records/accounts")).headers["x-service-engine-build"]).toBeUndefined();
  });

  test("the earlier prefix serves the same", async () => {
    expect(keysOf(await org.organization.get("/book/policies"))).toEqual(
      keysOf(await org.organization.get("/records/policies")),
    );
  });
});

describe("lists (REC-25)", () => {
  test("accounts are by name, policies by end of the term, and references lead to their rows", async () => {
    expect(keysOf(await org.organization.get("/records/accounts"))).toEqual([client("A2"), client("A1"), client("A3")]);
    const policies = await org.organization.get("/records/policies");
    expect(keysOf(policies)).toEqual([policy("P2"), policy("P1")]);
    const carrier = await org.organization.get(`/records/carriers/${book.keyOf("carriers", "K1")}`);
    expect(carrier.body["data"]?.["name"]).toBe("Meridian Mutual");
  });

  test("pages follow each other by cursor; another list, other filters and an altered cursor are refused (REC-33)", async () => {
    const first = await org.organization.get("/records/accounts", { query: { limit: "2" } });
    const cursor = String(first.body["next_cursor"]);
    const second = await org.organization.get("/records/accounts", { query: { limit: "2", cursor } });
    expect([keysOf(second), second.body["next_cursor"]]).toEqual([[client("A3")], null]);
    for (const query of [
      { cursor, sort: "-name" },
      { cursor, segment: "commercial" },
      { cursor: `${cursor}A` },
      { cursor: "x" },
    ]) {
      const refused = await org.organization.get("/records/accounts", { query });
      expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_cursor"]);
    }
    expect((await org.organization.get("/records/contacts", { query: { cursor } })).body["code"]).toBe(
      "invalid_cursor",
    );
  });

  test.each([
    ["/records/accounts", { lmit: "5" }],
    ["/records/accounts", { sort: "fein" }],
    ["/records/accounts", { fields: "name,shoe_size" }],
    ["/records/accounts", { include: "claims" }],
    ["/records/policies", { expires_from: "2026-02-30" }],
    ["/records/policies", { expires_from: "0000-01-01" }],
    ["/records/claims", { occurred_to: "0000-01-01" }],
    ["/catalog/documents", { dated_from: "0000-01-01" }],
    ["/records/policies", { status: "sleeping" }],
    ["/records/accounts", { q: "a" }],
    ["/records/accounts", { limit: "201" }],
    ["/records/accounts", { updated_since: "1", sort: "name" }],
    ["/records/accounts", { updated_since: "007" }],
    ["/records/search", {}],
  ])("%s refuses %j", async (path, query: Record<string, string>) => {
    const refused = await org.organization.get(path, { query });
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_request"]);
  });

  test("a page that is too long or too short says what is allowed", async () => {
    const messageOf = async (limit: string): Promise<unknown> => {
      const refused = await org.organization.get("/records/accounts", { query: { limit } });
      return refused.body["details"]?.[0]?.["message"];
    };
    expect(await messageOf("201")).toBe("must be at most 200");
    expect(await messageOf("0")).toBe("must be at least 1");
    expect(await messageOf("1e2")).toBe("must be a whole number, in digits alone");
  });

  test("a second value of a parameter is refused", async () => {
    const refused = await org.organization.get("/records/accounts?segment=commercial&segment=personal");
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_request"]);
  });

  test("fields may name what a row always has: its key, under both names, and its origin", async () => {
    const query = { fields: "key,client_key,source_id,change_seq,name" };
    const answer = await org.organization.get(`/records/accounts/${client("A1")}`, { query });
    const narrow = await org.organization.get(`/records/accounts/${client("A1")}`, { query: { fields: "name" } });
    expect([answer.status, answer.body["data"]]).toEqual([200, narrow.body["data"]]);
  });

  test("fields narrows a row, and the origin stays", async () => {
    const answer = await org.organization.get(`/records/accounts/${client("A1")}`, { query: { fields: "name,naics" } });
    expect(Object.keys(answer.body["data"] ?? {}).toSorted()).toEqual(
      [
        "change_seq",
        "client_key",
        "connection_id",
        "key",
        "naics",
        "name",
        "source_id",
        "source_updated_at",
      ].toSorted(),
    );
  });

  test.each([
    ["contacts", ["C1"]],
    ["policies", ["P2", "P1"]],
    ["claims", ["L1"]],
    ["activities", ["X1"]],
    ["documents", ["D1"]],
    ["invoices", ["I1"]],
    ["vehicles", ["W1"]],
    ["locations", []],
  ] as const)("the %s of an account", async (family, ids) => {
    const answer = await org.organization.get(`/records/accounts/${client("A1")}/${family}`);
    expect(keysOf(answer)).toEqual(ids.map((id) => book.keyOf(family, id)));
    expect((await org.organization.get(`/records/accounts/none/${family}`)).body["code"]).toBe("not_found");
  });

  test.each([
    ["coverages", "V1"],
    ["claims", "L1"],
    ["invoices", "I1"],
    ["documents", "D1"],
    ["vehicles", "W1"],
    ["activities", "X1"],
  ] as const)("the %s of a policy", async (family, id) => {
    expect(keysOf(await org.organization.get(`/records/policies/${policy("P1")}/${family}`))).toEqual([
      book.keyOf(family, id),
    ]);
    expect(keysOf(await org.organization.get(`/records/policies/${policy("P2")}/${family}`))).toEqual([]);
  });
});

describe("one client (REC-45, REC-46)", () => {
  test("an account with its contacts, policies and summary", async () => {
    const query = { include: "contacts,policies,summary" };
    const answer = await org.organization.get(`/records/accounts/${client("A1")}`, { query });
    expect(answer.body["data"]).toMatchObject({
      contacts: [{ contact_key: book.keyOf("contacts", "C1") }],
      policies: expect.arrayContaining([expect.objectContaining({ policy_key: policy("P1") })]),
      summary: { lines_held: ["general_liability"], premium_by_line: { general_liability: 8400 }, open_tasks: 0 },
    });
    const summary = await org.organization.get(`/records/accounts/${client("A1")}/summary`);
    expect(summary.body["data"]).toEqual(answer.body["data"]?.["summary"]);
    expect(summary.body["data"]).toMatchObject({
      loss_facts: { claims: 1, open_claims: 1, paid: 100.5, last_occurred_on: "2026-03-01" },
      last_touch: { subject: "Renewal call" },
      next_expirations: [{ policy_key: policy("P1"), expires_on: "2099-01-01" }],
    });
  });

  test("the timeline is newest first, page by page", async () => {
    const path = `/records/accounts/${client("A1")}/timeline`;
    const whole = await org.organization.get(path);
    expect(whole.body["data"]).toMatchObject([
      { kind: "activity", title: "Renewal call" },
      { kind: "claim", at: "2026-03-01" },
      { kind: "document" },
      { kind: "policy_term", at: "2026-01-01" },
      { kind: "policy_term", at: "2020-01-01" },
    ]);
    const first = await org.organization.get(path, { query: { limit: "2" } });
    const second = await org.organization.get(path, {
      query: { limit: "3", cursor: String(first.body["next_cursor"]) },
    });
    expect([keysOf(first), keysOf(second)].flat()).toEqual(keysOf(whole));
  });

  test("what expires next and the terms of a timeline name their carriers, whichever field gives them (REC-139)", async () => {
    const path = `/records/accounts/${client("A1")}`;
    const next = { next_expirations: [{ policy_key: policy("P1"), carrier_name: "Meridian Mutual" }] };
    expect((await org.organization.get(`${path}/summary`)).body["data"]).toMatchObject(next);
    const included = await org.organization.get(path, { query: { include: "summary" } });
    expect(included.body["data"]?.["summary"]).toMatchObject(next);
    const timeline = await org.organization.get(`${path}/timeline`);
    expect(timeline.body["data"]).toEqual([
      ...["activity", "claim", "document"].map((kind) =>
        expect.not.objectContaining({ carrier_name: expect.anything(), kind }),
      ),
      expect.objectContaining({ key: policy("P1"), carrier_name: "Meridian Mutual" }),
      expect.objectContaining({ key: policy("P2"), carrier_name: "Larkfield Casualty" }),
    ]);
  });

  test("a policy is found under its account only, and has a coverage record", async () => {
    const answer = await org.organization.get(`/records/accounts/${client("A1")}/policies/${policy("P1")}`);
    expect(answer.body["data"]?.["policy_number"]).toBe("BHC-204711");
    const other = await org.organization.get(`/records/accounts/${client("A2")}/policies/${policy("P1")}`);
    expect(other.body["code"]).toBe("not_found");
    const path = `/records/accounts/${client("A1")}/policies/${policy("P1")}/coverage-record`;
    expect((await org.organization.get(path)).body["data"]).toMatchObject({
      policy: { policy_key: policy("P1") },
      coverages: [{ coverage: "each_occurrence" }],
      overlay: [],
    });
    const lens = { "x-service-records-lens": "principal:x" };
    expect((await org.organization.put(path, { any: 1 })).body["code"]).toBe("overlay_read_only");
    expect((await org.organization.put(path, undefined, { headers: lens })).body["code"]).toBe("book_lens_read_only");
    expect((await org.sandbox.put(path)).body["code"]).toBe("scoped_key_required");
    expect((await org.organization.post("/records/edit-intents/e-1/cancel")).body["code"]).toBe("overlay_read_only");
    expect(keysOf(await org.organization.get("/records/edit-intents"))).toEqual([]);
    expect((await org.organization.get("/records/edit-intents/e-1")).body["code"]).toBe("not_found");
  });
});

describe("search (REC-30, REC-31)", () => {
  const found = async (q: string): Promise<unknown> =>
    keysOf(await org.organization.get("/records/search", { query: { q } }));

  test("the name itself, then names that begin with it, then all others by name", async () => {
    expect(await found("blue")).toEqual([client("A2"), client("A1"), client("A3")]);
    expect(await found("harbor bl")).toEqual([client("A1"), client("A3")]);
  });

  test("by contact, policy number and phone", async () => {
    for (const q of ["moreno", "BHC 204711", "bhc204711", "6145550142"]) expect(await found(q)).toEqual([client("A1")]);
    const answer = await org.organization.get("/records/search", { query: { q: "204711" } });
    expect(answer.body["data"]).toMatchObject([{ matched: [{ family: "policies", field: "policy_number" }] }]);
    expect(await found("nobody")).toEqual([]);
  });

  test("in lists: a policy by its own number or by the client's name", async () => {
    const listed = async (q: string): Promise<unknown> =>
      keysOf(await org.organization.get("/records/policies", { query: { q } }));
    expect(await listed("BHC-209999")).toEqual([policy("P2")]);
    expect(await listed("harbor bhc")).toEqual([policy("P2"), policy("P1")]);
  });
});

describe("connections (REC-41, REC-44)", () => {
  test("none is not_found and an empty status; two are ambiguous", async () => {
    const other = await api.organization();
    expect((await other.organization.get("/records/accounts")).body["code"]).toBe("not_found");
    expect((await other.organization.get("/records/status")).body["connections"]).toEqual([]);
    for (const connection_id of ["2f1f5c1a-0000-4000-8000-000000000000", book.connectionId]) {
      const unknown = await other.organization.get("/records/status", { query: { connection_id } });
      expect([unknown.status, unknown.body["code"]]).toEqual([404, "not_found"]);
    }
    const one = await createTestBook(api.deps.db, { organizationId: other.organizationId, name: "One" });
    await createTestBook(api.deps.db, { organizationId: other.organizationId, name: "Two" });
    const ambiguous = await other.organization.get("/records/accounts");
    expect([ambiguous.body["code"], ambiguous.body["details"]]).toEqual([
      "book_connection_ambiguous",
      {
        connections: [
          expect.objectContaining({ connection_id: one.connectionId, name: "One" }),
          expect.objectContaining({ name: "Two" }),
        ],
      },
    ]);
    const named = await other.organization.get("/records/accounts", { query: { connection_id: one.connectionId } });
    expect([named.status, named.body["serving"]?.["freshness"]]).toEqual([200, "unknown"]);
    const foreign = await other.organization.get("/records/accounts", { query: { connection_id: book.connectionId } });
    expect(foreign.body["code"]).toBe("not_found");
    expect((await other.organization.get("/records/status")).body["connections"]).toHaveLength(2);
  });

  test("a connection that never had a snapshot stands beside none that serves one", async () => {
    const other = await api.organization();
    await createTestBook(api.deps.db, { organizationId: other.organizationId, name: "A new one" });
    const serving = await createTestBook(api.deps.db, { organizationId: other.organizationId, name: "Serving" });
    await serving.serve();
    const answer = await other.organization.get("/records/accounts");
    expect([answer.status, answer.body["serving"]?.["binding_id"]]).toEqual([200, serving.connectionId]);
    const second = await createTestBook(api.deps.db, { organizationId: other.organizationId, name: "Second" });
    await second.serve();
    expect((await other.organization.get("/records/accounts")).body["code"]).toBe("book_connection_ambiguous");
  });

  test("the status counts the rows of each family", async () => {
    const { body } = await org.organization.get("/records/status");
    expect(body).toMatchObject({
      connections: [{ connection_id: book.connectionId, state: "active", freshness: "fresh" }],
      scope: { posture: "off", scope: "All", connections: [book.connectionId] },
    });
    expect(body["connections"]?.[0]?.["families"]).toContainEqual({ family: "policies", rows: 2, quarantined: 0 });
  });

  test("planes tell what this reader may filter and sort by", async () => {
    const { body } = await org.organization.get("/records/planes");
    const planes: unknown = body["data"];
    expect(planes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          plane: "claims",
          families: [
            expect.objectContaining({
              family: "claims",
              sorts: ["key", "-key", "occurred_on", "-occurred_on"],
              default_sort: "key",
            }),
          ],
        }),
      ]),
    );
  });
});

describe("the order of refusals (REC-55)", () => {
  test("key and budget, rights of the key, the person, the request, the connection, a place, the row", async () => {
    const lit = await api.organization();
    await api.deps.db.pool.query("update organizations set records_posture = 'lit' where id = $1", [
      lit.organizationId,
    ]);
    const bad = { query: { sort: "nothing" } };
    const codes = [
      await api.anonymous.get("/records/accounts", bad),
      await lit.sandbox.get("/records/accounts", bad),
      await lit.organization.get("/records/accounts", bad),
      await org.organization.get("/records/accounts/none/claims", bad),
      await org.organization.get("/records/accounts", { query: { cursor: "x", connection_id: org.organizationId } }),
      await org.organization.get("/records/accounts/none", { query: { connection_id: org.organizationId } }),
      await org.organization.get("/records/accounts/none"),
    ].map(({ body }) => body["code"]);
    expect(codes).toEqual([
      "unauthorized",
      "scoped_key_required",
      "identity_unmapped",
      "invalid_request",
      "invalid_cursor",
      "not_found",
      "not_found",
    ]);
  });
});
