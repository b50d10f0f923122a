import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { setEngineSettings } from "@service/domain/engines";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook } from "@service/domain/testing";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import type { JsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;

const slugs = ["account-review", "market-finder", "quotes"] as const;
const typeOf = { "account-review": "entity_analysis", "market-finder": "matching", quotes: "comparison" } as const;
const client = (id: string): string => book.keyOf("accounts", id);
const put = (family: "accounts" | "policies" | "coverages", sourceId: string, fields: JsonObject) => ({
  family,
  sourceId,
  fields,
});

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const slug of slugs) {
    await org.organization.post("/engines", { slug, label: slug, description: "", engine_type: typeOf[slug] });
    const published = await org.organization.post(`/engines/${slug}/versions`, {});
    if (published.status !== 200) throw new Error(published.text);
  }
  key = await org.scoped(["runs:write", "records:read"], slugs);
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  await book.write({
    puts: ["A1", "A2"].flatMap((id) => [
      put("accounts", id, { name: `Harbor ${id}`, states: ["OH"], producer_seat: `S-${id}` }),
      ...(id === "A2"
        ? []
        : [
            put("policies", "GL", {
              client_key: client(id),
              line: "general_liability",
              status: "active",
              effective_on: "2025-06-01",
              expires_on: "2099-06-01",
              premium: 8_400,
            }),
            put("coverages", "GL occurrence", {
              client_key: client(id),
              policy_key: book.keyOf("policies", "GL"),
              line: "general_liability",
              coverage: "each_occurrence",
              included: true,
              limit: 1_000_000,
              deductible: 2_500,
            }),
          ]),
    ]),
  });
  await book.serve(new Date("2026-03-01T12:00:00Z"));
  await setFieldPolicies(api.deps, testOperator, {
    organizationId: org.organizationId,
    file: { policy_key: "no-limits", denied: [], masks: { limit: "null", deductible: "null" } },
  });
  await importSeats(api.deps, testOperator, {
    organizationId: org.organizationId,
    file: [
      { seat_key: "S-A1", emails: ["ana@example.com"], principal_ids: ["idp|ana"] },
      { seat_key: "S-A2", emails: ["bo@example.com"], principal_ids: ["idp|bo"] },
      { seat_key: "S-ALL", emails: ["all@example.com"], principal_ids: ["idp|all"], scope: "All" },
    ],
  });
});
afterAll(() => api.stop());
beforeEach(() => set({ recordsPosture: "off" }));

/** A scoped key reads the organization's settings with every request. */
async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

type Kind = "risk" | "program";
const path = (kind: Kind, id = "A1"): string => `/records/accounts/${client(id)}/${kind}-runs`;
const as = (principal: string, more: Record<string, string> = {}) => ({
  headers: { "x-service-acting-principal": principal, ...more },
});
function submit(
  kind: Kind,
  body: JsonObject = {},
  options: Parameters<Actor["post"]>[2] = as("idp|ana"),
  id = "A1",
  by = key,
): Promise<Answer> {
  return by.post(path(kind, id), body, options);
}
const outcome = ({ status, body }: Answer) => [status, body["code"]];
const engine = { risk: "account-review", program: "market-finder" } as const;

async function inputOf(answer: Answer): Promise<unknown> {
  const { rows } = await api.deps.db.pool.query<{ input: string }>("select input from run_payloads where run_id = $1", [
    answer.body["run_id"],
  ]);
  return JSON.parse(rows[0]?.input ?? "null");
}

describe("which engine (REC-135)", () => {
  test("without a designated engine the answer says that an operator has something to set up", async () => {
    expect(outcome(await submit("risk"))).toEqual([501, "risk_engine_not_configured"]);
    expect(outcome(await submit("program"))).toEqual([501, "program_engine_not_configured"]);
  });

  test("an engine of the wrong type is designated for nothing, and refused when it is named", async () => {
    const { organizationId } = org;
    const wrong = setEngineSettings(api.deps, testOperator, organizationId, "quotes", { designate: "risk" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
    expect(outcome(await submit("risk", { engine_slug: "quotes" }))).toEqual([400, "invalid_request"]);
    expect(outcome(await submit("program", { engine_slug: engine.risk }))).toEqual([400, "invalid_request"]);
  });

  test("the designated engine runs, one for each purpose; another is named by its slug", async () => {
    const { organizationId } = org;
    for (const kind of ["risk", "program"] as const) {
      const set = await setEngineSettings(api.deps, testOperator, organizationId, engine[kind], { designate: kind });
      expect(set.designatedFor).toEqual([kind]);
      const answer = await submit(kind);
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({
        run_id: expect.any(String),
        status: "queued",
        engine_slug: engine[kind],
      });
      expect((await submit(kind, { engine_slug: engine[kind] })).status).toBe(202);
    }
  });
});

describe("the input is written from the book (REC-136, REC-137)", () => {
  test("a risk run has the account as its subject and reads its records", async () => {
    const answer = await submit("risk", { overrides: { documents: [] } });
    expect(await inputOf(answer)).toEqual({
      subject: { key: client("A1"), client_key: client("A1"), kind: "account", label: "Harbor A1" },
      records_ref: { connection_id: book.connectionId, client_key: client("A1") },
      documents: [],
    });
  });

  test("a reader who does not see limits does not see them in the service's own requests (PRIV-23)", async () => {
    const { body } = await submit("program");
    const reader = await org.scoped(["runs:read"], slugs);
    const read = () => reader.get(`/runs/${String(body["run_id"])}`, as("idp|all"));
    expect((await read()).text).toContain('"min_limit":1000000');
    await set({ defaultFieldPolicy: "no-limits" });
    const { text } = await read();
    expect(text).toContain('"min_limit":null');
    expect(text).toContain('"max_deductible":null');
    await set({ defaultFieldPolicy: "full" });
  });

  test("a program run asks for what the policies in force hold", async () => {
    const answer = await submit("program", { overrides: { risk: { revenue: 100 } } });
    expect(await inputOf(answer)).toEqual({
      client: { key: client("A1"), client_key: client("A1"), label: "Harbor A1" },
      records_ref: { connection_id: book.connectionId, client_key: client("A1") },
      needs: [
        {
          need_key: "general_liability",
          line: "general_liability",
          effective_on: "2099-06-01",
          coverages: [{ coverage: "each_occurrence", must_have: true, min_limit: 1_000_000, max_deductible: 2_500 }],
        },
      ],
      risk: { revenue: 100 },
    });
    const focused = await submit("program", { focus: ["cyber"] });
    expect(await inputOf(focused)).toMatchObject({ needs: [{ need_key: "cyber", line: "cyber", coverages: [] }] });
  });

  test("the run is computed on the records of the account", async () => {
    const answer = await submit("risk");
    await api.workOffRuns();
    const { rows } = await api.deps.db.pool.query("select status from runs where id = $1", [answer.body["run_id"]]);
    expect(rows).toEqual([{ status: expect.stringMatching(/completed|degraded/) }]);
  });

  test("an account without policies needs lines: the answer names the member", async () => {
    const answer = await submit("program", {}, as("idp|bo"), "A2");
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_input"]);
    expect(answer.body["details"]).toEqual([expect.objectContaining({ field: "needs" })]);
    expect((await submit("program", { focus: ["cyber"] }, as("idp|bo"), "A2")).status).toBe(202);
  });

  test("a repeat with the same key returns the run, although the account has changed", async () => {
    const options = as("idp|ana", { "idempotency-key": "once" });
    const first = await submit("risk", { overrides: { documents: [] } }, options);
    const rename = put("accounts", "A1", { name: "Harbor renamed", states: ["OH"], producer_seat: "S-A1" });
    await book.write({ puts: [rename] });
    await book.serve(new Date("2026-03-02T12:00:00Z"));
    const again = await submit("risk", { overrides: { documents: [] } }, options);
    expect(again.body["run_id"]).toBe(first.body["run_id"]);
    expect(outcome(await submit("risk", {}, options))).toEqual([409, "idempotency_key_reused"]);
  });
});

describe("refusals in their order (REC-138)", () => {
  const lens = { "x-service-records-lens": "principal:idp|all" };

  test("rights of the key come first, then a lens, the person, the body, the engine, and the row last", async () => {
    await set({ recordsPosture: "lit" });
    const reads = await org.scoped(["records:read"], slugs);
    const writes = await org.scoped(["runs:write"], slugs);
    for (const by of [reads, writes])
      expect(outcome(await submit("risk", {}, as("nobody", lens), "A1", by))).toEqual([403, "insufficient_capability"]);
    const sandbox = await submit("risk", {}, as("nobody", lens), "A1", org.sandbox);
    expect(outcome(sandbox)).toEqual([403, "scoped_key_required"]);
    expect(outcome(await submit("risk", { bad: 1 }, as("nobody", lens)))).toEqual([403, "book_lens_read_only"]);
    expect(outcome(await submit("risk", { bad: 1 }, as("nobody")))).toEqual([403, "identity_unmapped"]);
    expect(outcome(await submit("risk", { bad: 1, engine_slug: "none" }))).toEqual([400, "invalid_request"]);
    expect(outcome(await submit("risk", { engine_slug: "none" }))).toEqual([404, "engine_not_found"]);
    const unbound = await org.scoped(["runs:write", "records:read"], ["quotes"]);
    expect(outcome(await submit("risk", {}, as("idp|ana"), "A1", unbound))).toEqual([403, "engine_binding_forbidden"]);
    const foreign = `${path("risk")}?connection_id=7b0b1a5e-51b6-4a53-9f7b-6f4a6f1e8a55`;
    expect(outcome(await key.post(foreign, {}, as("idp|ana")))).toEqual([404, "not_found"]);
    const pinned = await submit("risk", { engine_version: "9.9" }, as("idp|ana"), "A2");
    expect(pinned.body["code"]).toBe("engine_version_not_found");
    const wrong = await submit("risk", { overrides: { nonsense: true } }, as("idp|ana"), "A2");
    expect(outcome(wrong)).toEqual([400, "invalid_input"]);
    for (const kind of ["risk", "program"] as const) {
      const hidden = await submit(kind, {}, as("idp|ana"), "A2");
      const absent = await key.post(`/records/accounts/c_none/${kind}-runs`, {}, as("idp|ana"));
      for (const answer of [hidden, absent]) expect(outcome(answer)).toEqual([404, "not_found"]);
      expect((await submit(kind, {}, as("idp|ana"))).status).toBe(202);
    }
  });

  test("overrides may not say whom the run is about", async () => {
    for (const member of ["subject", "client", "records_ref", "focus"])
      expect(outcome(await submit("risk", { overrides: { [member]: {} } }))).toEqual([400, "invalid_request"]);
  });

  test("a program run without an acting principal is refused under every posture", async () => {
    for (const recordsPosture of ["off", "shadow", "lit"] as const) {
      await set({ recordsPosture });
      const nobody: Record<string, string> = {};
      for (const headers of [
        nobody,
        { "x-service-acting-email": "ana@example.com" },
        { "x-service-acting-email": "x@y.z" },
      ]) {
        const answer = await submit("program", {}, { headers });
        expect([recordsPosture, ...outcome(answer)]).toEqual([recordsPosture, 400, "run_requires_acting_principal"]);
      }
    }
    expect(outcome(await submit("risk", {}, { headers: {} }))).toEqual([403, "identity_unmapped"]);
    await set({ recordsPosture: "off" });
    expect((await submit("risk", {}, { headers: {} })).status).toBe(202);
  });

  test("the engine's own budget is spent (PLAT-56)", async () => {
    const draft = (await org.organization.get(`/engines/${engine.risk}/config`)).body["config"];
    const quota = (requests_per_minute: number) =>
      org.organization.put(`/engines/${engine.risk}/config`, {
        config: { ...Object(draft), quotas: { requests_per_minute } },
      });
    expect((await quota(1)).status).toBe(200);
    const answers = [await submit("risk"), await submit("risk")];
    expect(answers.map(outcome)).toContainEqual([429, "rate_limited"]);
    await quota(10_000);
  });
});
