import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats, setFieldPolicies, setSeat } from "@service/domain/seats";
import { isJsonArray, isJsonObject, type JsonObject } from "@service/json";
import { testOperator, waitFor } from "@service/testing";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;

beforeAll(async () => {
  api = await startTestApi({ hasGates: false });
  org = await api.organization();
  key = await org.scoped(["records:analyze"]);
  const { organizationId } = org;
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: { policy_key: "no-money", denied: ["financial"], masks: {} },
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: [
      { seat_key: "all", emails: ["all@example.com"], principal_ids: ["idp|all"], scope: "All" },
      { seat_key: "all2", emails: ["all2@example.com"], scope: "All" },
      { seat_key: "ana", emails: ["ana@example.com"], principal_ids: ["idp|ana"], office_key: "O1" },
      { seat_key: "poor", emails: ["poor@example.com"], scope: "All", field_policy_key: "no-money" },
      { seat_key: "whole", emails: ["whole@example.com"], scope: "All" },
      { seat_key: "busy", emails: ["busy@example.com"], scope: "All" },
    ],
  });
  book = await createTestBook(api.deps.db, { organizationId });
  const sizes = { commercial: 12, personal: 9, benefits: 3 };
  await book.write({
    puts: Object.entries(sizes).flatMap(([segment, count]) =>
      Array.from({ length: count }, (_, index) => ({
        family: "accounts" as const,
        sourceId: `${segment} ${index}`,
        fields: { name: `${segment} ${index}`, segment, producer_seat: "ana", total_premium: 100.1, revenue: 5 },
      })),
    ),
  });
  await book.serve();
  await set({ recordsPosture: "lit", analysesEnabled: true });
});
afterAll(() => api.stop());

async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

const as = (name: string, more: Record<string, string> = {}) => ({
  headers: { "x-service-acting-email": `${name}@example.com`, ...more },
});
const count = { key: "accounts", op: "count" };
const bySegment = { family: "accounts", group_by: ["segment"], measures: [count] };
const ask = (who: string, body: JsonObject = bySegment, by = key): Promise<Answer> =>
  by.post("/records/analyses", body, as(who));
const read = (who: string, id: unknown): Promise<Answer> => key.get(`/records/analyses/${String(id)}`, as(who));
const outcome = ({ status, body }: Answer) => [status, body["code"]];

test("an analysis answers counts and sums, with a scope block of its own (ANA-1, ANA-2)", async () => {
  const sum = { key: "premium", op: "sum", path: "total_premium" };
  const answer = await ask("all", { ...bySegment, measures: [count, sum], order: ["-premium"], limit: 2 });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    analysis_id: expect.any(String),
    status: "completed",
    rows: [
      { segment: "commercial", accounts: 12, premium: 1201.2 },
      { segment: "personal", accounts: 9, premium: 900.9 },
    ],
    suppressed_groups: 0,
    truncated: true,
    serving: { binding_id: book.connectionId, snapshot_seq: 1 },
  });
  expect(answer.body["scope"]).toEqual({ posture: "lit", scope: "All", families: ["accounts"], suppressed_below: 5 });
});

test("a narrow scope is shown no group of fewer than five, and none that would tell it (ANA-10, ANA-11)", async () => {
  const answer = await ask("ana");
  // 3 of benefits alone would leave a rest of 3.
  expect(answer.body).toMatchObject({ rows: [{ segment: "commercial", accounts: 12 }], suppressed_groups: 2 });
});

/** A condition so many `not` deep. */
function nested(depth: number): JsonObject {
  let condition: JsonObject = { fact: "segment", op: "exists" };
  for (let level = 0; level < depth; level += 1) condition = { not: condition };
  return condition;
}

test("an invalid question is 400 with its place (ANA-3, ANA-13)", async () => {
  const wrong: [JsonObject, string][] = [
    [{ ...bySegment, family: "nothing" }, "family"],
    [{ ...bySegment, group_by: ["a", "b", "c", "d"] }, "group_by"],
    [{ ...bySegment, group_by: ["nothing"] }, "group_by[0]"],
    [{ ...bySegment, measures: [] }, "measures"],
    [
      { ...bySegment, measures: Array.from({ length: 11 }, (_, index) => ({ key: `m${index}`, op: "count" })) },
      "measures",
    ],
    [{ ...bySegment, measures: [{ key: "segment", op: "count" }] }, "measures[0].key"],
    [{ ...bySegment, order: ["nothing"] }, "order[0]"],
    [{ ...bySegment, limit: 1_001 }, "limit"],
    [{ ...bySegment, where: { fact: "segment", op: "equals", value: 1 } }, "where.op"],
    [{ ...bySegment, where: { fact: "accounts.segment", op: "exists" } }, "where.fact"],
    [{ ...bySegment, where: nested(2_000) }, ""],
    [{ ...bySegment, extra: 1 }, ""],
  ];
  for (const [body, field] of wrong) {
    const answer = await ask("all", body);
    expect([field, ...outcome(answer)]).toEqual([field, 400, "invalid_request"]);
    if (field !== "") expect(answer.body["details"]).toEqual([expect.objectContaining({ field })]);
  }
  for (const body of [
    { ...bySegment, group_by: ["revenue"] },
    { ...bySegment, measures: [{ key: "sum", op: "sum", path: "revenue" }] },
    { ...bySegment, where: { fact: "revenue", op: "gt", value: 1 } },
  ])
    expect(outcome(await ask("poor", body))).toEqual([400, "invalid_request"]);
});

test("what people wrote may repeat a hidden value: who has something hidden cannot ask about it (ANA-13, PRIV-25)", async () => {
  const counted = { measures: [count] };
  for (const query of [
    { family: "accounts", group_by: ["description"], ...counted },
    { family: "claims", group_by: ["description"], ...counted },
    { family: "claims", group_by: [], measures: [{ key: "last", op: "max", path: "cause" }] },
    { family: "activities", group_by: [], where: { fact: "subject", op: "contains", value: "5" }, ...counted },
    { family: "activities", group_by: [], where: { fact: "body", op: "exists" }, ...counted },
    { family: "documents", group_by: [], measures: [{ key: "titles", op: "count_distinct", path: "title" }] },
    { family: "submissions", group_by: ["decline_reason"], ...counted },
    { family: "submissions", group_by: [], where: { not: { fact: "lost_reason", op: "eq", value: "x" } }, ...counted },
  ]) {
    const refused = await ask("poor", query);
    expect([query, ...outcome(refused)]).toEqual([query, 400, "invalid_request"]);
    expect(refused.body["message"]).toContain("may repeat a value that the field policy hides");
    expect((await ask("whole", query)).status).toBe(200);
  }
});

test("a question of more than 32 KiB is refused (PLAT-48)", async () => {
  const sized = (bytes: number): JsonObject => {
    const withNames = (names: readonly string[]): JsonObject => ({
      ...bySegment,
      where: { fact: "name", op: "not_in", value: [...names] },
    });
    const names = Array.from({ length: 310 }, () => "x".repeat(100));
    const rest = bytes - JSON.stringify(withNames([...names, ""])).length;
    const more = Array.from({ length: Math.floor(rest / 103) }, () => "x".repeat(100));
    return withNames([...names, ...more, "x".repeat(rest % 103)]);
  };
  for (const bytes of [32 * 1024, 32 * 1024 + 1]) expect(JSON.stringify(sized(bytes))).toHaveLength(bytes);
  const [least, most] = [await ask("all", sized(32 * 1024 + 1)), await ask("all", sized(32 * 1024))];
  expect([outcome(least), outcome(most)]).toEqual([
    [400, "invalid_request"],
    [200, undefined],
  ]);
});

describe("stored answers (ANA-20, ANA-21)", () => {
  test("are read again by rights as wide, and are not found by narrower ones", async () => {
    const { body } = await ask("all", { ...bySegment, where: { fact: "revenue", op: "gt", value: 1 } });
    const id = body["analysis_id"];
    const again = await read("all", id);
    expect(again.status).toBe(200);
    for (const member of ["rows", "suppressed_groups", "query", "created_at", "scope"])
      expect(again.body[member]).toEqual(body[member]);
    expect((await read("all2", id)).status).toBe(200);
    for (const who of ["ana", "poor"]) expect(outcome(await read(who, id))).toEqual([404, "not_found"]);
    for (const unknown of ["x", "7b0b1a5e-51b6-4a53-9f7b-6f4a6f1e8a55"])
      expect(outcome(await read("all", unknown))).toEqual([404, "not_found"]);
    const elsewhere = await api.organization();
    await setOrganization(api.deps, testOperator, elsewhere.organizationId, { analysesEnabled: true });
    expect(outcome(await elsewhere.organization.get(`/records/analyses/${String(id)}`))).toEqual([404, "not_found"]);
  });

  test("of a seat whose scope was narrowed are not found", async () => {
    const change = async (scope: "Own" | "Office"): Promise<void> => {
      await setSeat(api.deps, testOperator, { organizationId: org.organizationId, seatKey: "ana", changes: { scope } });
    };
    await change("Office");
    const reads = await org.scoped(["records:read"]);
    // Not by asking: a person may ask 60 analyses an hour.
    await waitFor(async () => {
      const accounts = await reads.get("/records/accounts?limit=1", as("ana"));
      return JSON.stringify(accounts.body["scope"]).includes("Office");
    });
    const wider = await ask("ana");
    expect(wider.body).toMatchObject({ scope: { scope: "Office" } });
    const id = wider.body["analysis_id"];
    expect((await read("ana", id)).status).toBe(200);
    await change("Own");
    await waitFor(async () => (await read("ana", id)).status === 404);
    const list = await key.get("/records/analyses", as("ana"));
    expect(JSON.stringify(list.body)).not.toContain(String(id));
  });

  test("are listed for their own person, newest first, page by page", async () => {
    const ids: unknown[] = [];
    for (const limit of [1, 2, 3]) ids.unshift((await ask("all2", { ...bySegment, limit })).body["analysis_id"]);
    const first = await key.get("/records/analyses?limit=2", as("all2"));
    const second = await key.get(`/records/analyses?limit=2&cursor=${String(first.body["next_cursor"])}`, as("all2"));
    const listed = [first, second].flatMap(({ body }) => (isJsonArray(body["data"]) ? body["data"] : []));
    expect(listed.map((one) => (isJsonObject(one) ? one["analysis_id"] : null))).toEqual(ids);
    expect(second.body["next_cursor"]).toBeNull();
    expect(listed[0]).toMatchObject({ query: { family: "accounts", limit: 3 }, status: "completed" });
    expect(JSON.stringify(listed)).not.toContain("rows");
    expect(outcome(await key.get("/records/analyses?cursor=x", as("all2")))).toEqual([400, "invalid_cursor"]);
    const foreign = `/records/analyses?cursor=${String(first.body["next_cursor"])}`;
    expect(outcome(await key.get(foreign, as("all")))).toEqual([400, "invalid_cursor"]);
  });

  test("are those of the key under posture off", async () => {
    await set({ recordsPosture: "off" });
    const answer = await key.post("/records/analyses", bySegment);
    expect(answer.body).toMatchObject({ suppressed_groups: 0, scope: { posture: "off", scope: "All" } });
    const list = await key.get("/records/analyses");
    expect(list.body["data"]).toMatchObject([{ analysis_id: answer.body["analysis_id"] }]);
    await set({ recordsPosture: "lit" });
  });
});

test("a person may ask 60 analyses an hour; the refusal says how long to wait (ANA-14)", async () => {
  await api.deps.db.pool.query(
    `insert into analyses (id, organization_id, owner, connection_id, snapshot_seq, family, query, fields, grants, is_whole,
       is_suppressed, created_at)
     select gen_random_uuid(), $1, 'seat:busy', $2, 1, 'accounts', '{}', '{}', '{}', true, false, now() - interval '59 minutes'
     from generate_series(1, 59)`,
    [org.organizationId, book.connectionId],
  );
  expect((await ask("busy")).status).toBe(200);
  const refused = await ask("busy");
  expect(outcome(refused)).toEqual([429, "rate_limited"]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(60);
});

describe("order of refusals (ANA-5)", () => {
  test("rights, person, question, connection, then the switch", async () => {
    const reads = await org.scoped(["records:read"]);
    expect(outcome(await ask("nobody", {}, reads))).toEqual([403, "insufficient_capability"]);
    expect(outcome(await ask("nobody", {}, org.sandbox))).toEqual([403, "scoped_key_required"]);
    expect(outcome(await ask("nobody", {}))).toEqual([403, "identity_unmapped"]);
    await set({ analysesEnabled: false });
    expect(outcome(await ask("all", {}))).toEqual([400, "invalid_request"]);
    const foreign = "/records/analyses?connection_id=7b0b1a5e-51b6-4a53-9f7b-6f4a6f1e8a55";
    expect(outcome(await key.post(foreign, bySegment, as("all")))).toEqual([404, "not_found"]);
    expect(outcome(await ask("all"))).toEqual([503, "analyses_not_enabled"]);
    expect(outcome(await read("all", "x"))).toEqual([503, "analyses_not_enabled"]);
    expect(outcome(await key.get("/records/analyses", as("all")))).toEqual([503, "analyses_not_enabled"]);
    await set({ analysesEnabled: true });
  });
});
