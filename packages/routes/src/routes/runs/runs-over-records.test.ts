import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook, type TestRow } from "@service/domain/testing";
import { importSeats } from "@service/domain/seats";
import { type JsonObject, parseJson, parseJsonObject } from "@service/json";
import { testOperator } from "@service/testing";
import { createHmac, randomUUID } from "node:crypto";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { routes } from "../index.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;

/** Slugs of the engines, named after their types. */
const types = ["entity-analysis", "matching", "comparison", "opportunity"] as const;
const as_of = "2026-03-01T12:00:00Z";
const row = (family: TestRow["family"], sourceId: string, fields: JsonObject): TestRow => ({
  family,
  sourceId,
  fields,
});
const client = (id: string): string => book.keyOf("accounts", id);
const policy = (id: string): string => book.keyOf("policies", id);

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const type of types) {
    await org.organization.post("/engines", {
      slug: type,
      label: type,
      description: "",
      engine_type: type.replace("-", "_"),
    });
    const published = await org.organization.post(`/engines/${type}/versions`, {});
    if (published.status !== 200) throw new Error(published.text);
  }
  key = await org.scoped(["runs:write", "runs:read", "runs:defensibility:read", "records:read"], types);
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  await book.write({ puts: ["A1", "A2"].flatMap(rowsOfClient) });
  await serve();
  await importSeats(api.deps, testOperator, {
    organizationId: org.organizationId,
    file: [
      { seat_key: "S-A1", emails: ["ana@example.com"], principal_ids: ["idp|ana"] },
      { seat_key: "S-A2", emails: ["bo@example.com"] },
      { seat_key: "S-P", emails: ["pia@example.com"] },
      { seat_key: "S-ALL", emails: ["all@example.com"], principal_ids: ["idp|all"], scope: "All" },
    ],
  });
});
afterAll(() => api.stop());
beforeEach(() => set({ recordsPosture: "off", assertionSecret: null }));

/** A scoped key reads the organization's settings with every request. */
async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

function rowsOfClient(id: string): readonly TestRow[] {
  const ofClient = { client_key: client(id) };
  const harbor = { ...ofClient, policy_key: policy(`GL ${id}`) };
  return [
    row("accounts", id, {
      name: `Harbor ${id}`,
      segment: "commercial",
      naics: "238160",
      states: ["OH"],
      revenue: 2_400_000,
      payroll: 600_000,
      employees: 14,
      years_in_business: 9,
      dba: null,
      producer_seat: `S-${id}`,
    }),
    row("policies", `GL ${id}`, {
      ...ofClient,
      policy_number: `N1 ${id}`,
      line: "general_liability",
      carrier_key: book.keyOf("carriers", "K1"),
      status: "active",
      effective_on: "2025-06-01",
      expires_on: "2026-06-01",
      premium: 8_400,
      producer_seat: "S-P",
    }),
    row("policies", `AU ${id}`, {
      ...ofClient,
      policy_number: `N2 ${id}`,
      line: "commercial_auto",
      carrier_name: "Second Mutual",
      status: "active",
      effective_on: "2025-06-01",
      expires_on: "2026-06-01",
      premium: 3_100,
    }),
    row("coverages", `GL ${id}`, {
      ...harbor,
      line: "general_liability",
      coverage: "each_occurrence",
      included: true,
      limit: 1_000_000,
    }),
    row("coverages", `AU ${id}`, {
      ...ofClient,
      policy_key: policy(`AU ${id}`),
      line: "commercial_auto",
      coverage: "combined_single_limit",
      included: true,
      limit: 500_000,
    }),
    row("claims", id, { ...harbor, line: "general_liability", occurred_on: "2025-08-01", status: "open", paid: 1_200 }),
    ...(id === "A1" ? [row("carriers", "K1", { name: "Meridian Mutual", rating: "A" })] : []),
  ];
}

const serve = (): Promise<number> => book.serve(new Date(as_of));

/** The rows of a family that serve, as a caller would send them. */
function inline(family: TestRow["family"], keyName: string, id?: string): JsonObject[] {
  return book.versions
    .filter((one) => one.family === family && one.to === null)
    .filter(({ key: rowKey, fields }) => id === undefined || [rowKey, fields["client_key"]].includes(client(id)))
    .map(({ key: rowKey, fields }) => ({
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
      [keyName]: rowKey,
    }));
}

const subject = { key: "s", kind: "account", label: "Harbor A1" };
const families = ["policies", "coverages", "claims"];
const ofClient = (id = "A1"): JsonObject => ({
  as_of,
  subject,
  records_ref: { client_key: client(id), families },
});
const as = (email: string) => ({ headers: { "x-service-acting-email": email } });

async function submitted(engine: string, input: JsonObject, options: Parameters<Actor["post"]>[2] = {}) {
  const answer = await key.post(`/engines/${engine}/runs`, { input }, options);
  if (answer.status !== 202) throw new Error(answer.text);
  return String(answer.body["run_id"]);
}

async function finished(engine: string, input: JsonObject, options: Parameters<Actor["post"]>[2] = {}) {
  const runId = await submitted(engine, input, options);
  await api.workOffRuns();
  return runId;
}

const codeOf = (answer: Answer): unknown => answer.body["code"];

describe("the answer is that of the same rows sent inline (REC-70, REC-73)", () => {
  const mode = { headers: { "x-service-acting-principal": "idp|all" } };

  async function resultOf(engine: string, input: JsonObject, offerings?: readonly JsonObject[]) {
    const answer = await key.post(`/engines/${engine}/runs`, { input, ...(offerings && { offerings }) }, mode);
    if (answer.status !== 202) throw new Error(answer.text);
    await api.workOffRuns();
    const { rows } = await api.deps.db.pool.query<{ status: string; output: string; solutions: string | null }>(
      `select r.status, p.output, p.solutions from runs r join run_payloads p on p.run_id = r.id where r.id = $1`,
      [answer.body["run_id"]],
    );
    const [{ status, output, solutions } = { status: "none", output: "{}", solutions: null }] = rows;
    const { provenance = null, ...rest } = parseJsonObject(output);
    return { provenance, result: { status, output: rest, solutions: parseJson(solutions ?? "null") } };
  }

  async function expectEqual(
    engine: string,
    fromRecords: JsonObject,
    sentInline: JsonObject,
    offerings?: readonly JsonObject[],
  ) {
    const read = await resultOf(engine, fromRecords, offerings);
    expect(read.result).toEqual((await resultOf(engine, sentInline, offerings)).result);
    expect(["completed", "degraded"]).toContain(read.result.status);
    expect(read.provenance).toMatchObject({ heads: { records: { connection_id: book.connectionId } } });
  }

  test("entity-analysis", async () => {
    const records = {
      policies: inline("policies", "policy_key", "A1"),
      coverages: inline("coverages", "coverage_key", "A1"),
      claims: inline("claims", "claim_key", "A1"),
    };
    await expectEqual("entity-analysis", ofClient(), { as_of, subject, records });
  });

  test("matching", async () => {
    const coverages = [{ coverage: "each_occurrence", must_have: true, min_limit: 1_000_000 }];
    const needs = [{ need_key: "gl", line: "general_liability", effective_on: "2026-06-01", coverages }];
    const shared = { as_of, client: { key: "s", label: "Harbor A1" }, needs };
    const risk = {
      naics: "238160",
      states: ["OH"],
      revenue: 2_400_000,
      payroll: 600_000,
      employees: 14,
      years_in_business: 9,
    };
    const offering = {
      offering_key: "o1",
      carrier_key: "acme",
      carrier_name: "Acme",
      product: "Artisan",
      lines: ["general_liability"],
      status: "active",
      market: "admitted",
      appointed: true,
      states: { include: ["*"] },
      appetite: [{ prefix: "2381", level: "preferred" }],
      default_appetite: "standard",
      bounds: [{ fact: "risk.employees", min: 1, max: 20, effect: "knockout" }],
      coverages: [{ coverage: "each_occurrence", included: true, max_limit: 2_000_000 }],
    };
    const incumbents = [
      {
        line: "general_liability",
        carrier_key: book.keyOf("carriers", "K1"),
        premium: 8_400,
        expires_on: "2026-06-01",
      },
    ];
    const claim = { line: "general_liability", occurred_on: "2025-08-01", status: "open", paid: 1_200, reserved: 0 };
    const sent = { ...shared, risk, incumbents, loss_history: { claims: [claim], years: 5 } };
    const reference = { ...shared, risk: {}, records_ref: { client_key: client("A1") } };
    await expectEqual("matching", reference, sent, [offering]);
  });

  test("comparison", async () => {
    const [gl] = inline("coverages", "coverage_key", "A1");
    const { client_key: _client, policy_key: _policy, coverage_key: _key, ...line } = gl ?? {};
    const quote = {
      key: "q",
      kind: "quote",
      label: "Offer",
      carrier: { name: "Third Mutual" },
      effective_on: "2026-06-01",
      expires_on: "2027-06-01",
      premium: { base: 7_000 },
      coverages: [{ ...line, limit: 500_000 }],
    };
    const onFile = {
      key: "exp",
      kind: "policy",
      label: "Meridian Mutual policy N1 A1",
      carrier: { key: book.keyOf("carriers", "K1"), name: "Meridian Mutual", rating: "A" },
      effective_on: "2025-06-01",
      expires_on: "2026-06-01",
      premium: { base: 8_400 },
      coverages: [line],
    };
    const of = (baseline: JsonObject): JsonObject => ({
      as_of,
      subject: { key: "s", label: "Harbor A1" },
      baseline_key: "exp",
      items: [baseline, quote],
    });
    await expectEqual("comparison", of({ key: "exp", records_ref: { policy_key: policy("GL A1") } }), of(onFile));
  });

  test("opportunity", async () => {
    const accounts = inline("accounts", "client_key").map((account) => ({
      ...account,
      policies: inline("policies", "policy_key")
        .filter((one) => one["client_key"] === account["client_key"])
        // A policy of the book comes with the name behind its carrier's key (REC-139).
        .map((one) => ({ carrier_name: "Meridian Mutual", ...one })),
      coverages: inline("coverages", "coverage_key").filter((one) => one["client_key"] === account["client_key"]),
      claims: inline("claims", "claim_key").filter((one) => one["client_key"] === account["client_key"]),
    }));
    await expectEqual("opportunity", { as_of, records_ref: {} }, { as_of, accounts });
  });
});

describe("a submission (REC-71)", () => {
  const submit = (by: Actor, input: JsonObject = ofClient(), headers: { [name: string]: string } = {}) =>
    by.post("/engines/entity-analysis/runs", { input }, { headers });

  test("needs records:read, and an organization key of live, before anything else of the book", async () => {
    await set({ recordsPosture: "lit", assertionSecret: "a secret of some length" });
    expect(codeOf(await submit(await org.scoped(["runs:write"], types)))).toBe("insufficient_capability");
    const sandbox = await org.scoped(["runs:write", "records:read"], types, "sandbox");
    expect(codeOf(await submit(sandbox))).toBe("assertion_invalid");
    expect(codeOf(await submit(org.sandbox))).toBe("scoped_key_required");
  });

  test("must be vouched for under every posture once there is a secret, then names a person (REC-71)", async () => {
    const secret = "a secret of some length";
    await set({ recordsPosture: "off", assertionSecret: secret });
    expect(codeOf(await submit(key))).toBe("assertion_invalid");
    await set({ recordsPosture: "shadow", assertionSecret: secret });
    const now = Math.floor(Date.now() / 1000);
    const signed = (text: string, seconds = now) =>
      `v1.${seconds}.${createHmac("sha256", secret).update(`${text}||${seconds}`).digest("hex")}`;
    const yesterday = { "x-service-records-assertion": signed("|", now - 86_400) };
    expect(codeOf(await submit(key, ofClient(), yesterday))).toBe("assertion_stale");
    const nobody = { "x-service-records-assertion": signed("|") };
    expect(codeOf(await submit(key, ofClient(), nobody))).toBe("identity_unmapped");
    const ana = {
      "x-service-acting-email": "ana@example.com",
      "x-service-records-assertion": signed("|ana@example.com"),
    };
    expect((await submit(key, ofClient(), ana)).status).toBe(202);
  });

  test("names a connection that is there, and one of several", async () => {
    const elsewhere = (connection_id: string): JsonObject => ({
      as_of,
      subject,
      records_ref: { client_key: "c_x", connection_id },
    });
    expect(codeOf(await submit(key, elsewhere("nowhere")))).toBe("not_found");
    expect(codeOf(await submit(key, elsewhere("01890000-0000-7000-8000-000000000000")))).toBe("not_found");
    const other = await createTestBook(api.deps.db, { organizationId: org.organizationId, name: "Other" });
    await other.serve();
    expect(codeOf(await submit(key))).toBe("book_connection_ambiguous");
    expect((await submit(key, elsewhere(other.connectionId))).status).toBe(202);
    await api.deps.db.pool.query("update record_connections set state = 'disabled' where id = $1", [
      other.connectionId,
    ]);
  });

  test("that repeats another is answered with its run, whoever may read by now (RUN-25)", async () => {
    const headers = { "idempotency-key": "again" };
    const first = await submit(key, ofClient(), headers);
    await set({ recordsPosture: "lit" });
    expect((await submit(key, ofClient(), headers)).body).toMatchObject({ run_id: first.body["run_id"] });
  });
});

describe("a run reads what its person sees (REC-72, REC-73)", () => {
  beforeEach(() => set({ recordsPosture: "lit" }));

  test("a client of somebody else is not read", async () => {
    const own = await finished("entity-analysis", ofClient("A1"), as("ana@example.com"));
    const foreign = await finished("entity-analysis", ofClient("A2"), as("ana@example.com"));
    expect((await key.get(`/runs/${own}`, as("ana@example.com"))).body).toMatchObject({
      computed_at_head: { connection_id: book.connectionId, snapshot_seq: 1, subject_seq: 1 },
    });
    const { rows } = await api.deps.db.pool.query<{ output: string | null }>(
      "select output from run_payloads where run_id = $1",
      [foreign],
    );
    expect(rows[0]?.output ?? "").not.toContain("GL A2");
    expect((await key.get(`/runs/${foreign}`)).body).toMatchObject({ computed_at_head: null });
  });

  test("the book of a person has that person's clients, with peers of all (REC-75)", async () => {
    const runId = await finished("opportunity", { as_of, records_ref: {} }, as("ana@example.com"));
    const { body } = await key.get(`/runs/${runId}`, as("ana@example.com"));
    expect(body["output"]).toMatchObject({ summary: { accounts_scanned: 1 } });
    expect(JSON.stringify(body["output"])).not.toContain("Harbor A2");
    const keys = JSON.stringify(body["output"]?.["provenance"]?.["datasets"]);
    expect(keys).toContain("records:accounts");
    expect(keys).toContain("peers:policies");
    const all = await finished("opportunity", { as_of, records_ref: {} }, as("all@example.com"));
    const whole = (await key.get(`/runs/${all}`)).body["output"];
    expect(whole).toMatchObject({ summary: { accounts_scanned: 2 } });
    expect(JSON.stringify(whole)).not.toContain("peers:");
  });

  test("through a lens it reads what that person sees (SEAT-30)", async () => {
    const lens = { headers: { ...as("all@example.com").headers, "x-service-records-lens": "principal:idp|ana" } };
    const runId = await finished("opportunity", { as_of, records_ref: {} }, lens);
    expect((await key.get(`/runs/${runId}`)).body["output"]).toMatchObject({ summary: { accounts_scanned: 1 } });
    expect((await key.get(`/runs/${runId}`, as("ana@example.com"))).status).toBe(200);
    const nobody = { ...lens.headers, "x-service-records-lens": "principal:nobody" };
    const refused = await key.post("/engines/opportunity/runs", { input: { records_ref: {} } }, { headers: nobody });
    expect(codeOf(refused)).toBe("lens_target_unknown");
  });

  test("a book is compared with the opportunities that stand, and what a seat does not see is not gone (DATA-32, OPPS-30)", async () => {
    const input = { as_of, records_ref: { filter: { segment: "commercial" } } };
    const changesOf = async (email: string) => {
      const runId = await finished("opportunity", input, as(email));
      const text = JSON.stringify((await key.get(`/runs/${runId}`)).body["output"]);
      return new Set([...text.matchAll(/"change":"(\w+)"/g)].map(([, change]) => change));
    };
    for (const email of ["ana@example.com", "bo@example.com"]) expect(await changesOf(email)).not.toContain("resolved");
    expect(await changesOf("ana@example.com")).toEqual(new Set(["unchanged"]));
    expect(await changesOf("bo@example.com")).toEqual(new Set(["unchanged"]));
  });

  test("without the connection, the type's status rule decides (REC-73)", async () => {
    await api.stopWorker();
    const runId = await submitted("entity-analysis", ofClient("A1"), as("ana@example.com"));
    const setState = (state: string) =>
      api.deps.db.pool.query("update record_connections set state = $2::connection_state where id = $1", [
        book.connectionId,
        state,
      ]);
    await setState("disabled");
    await api.workOffRuns();
    await setState("active");
    expect((await key.get(`/runs/${runId}`)).body).toMatchObject({
      status: "failed",
      error_details: { type: "pipeline_error", code: "no_facts" },
      computed_at_head: null,
    });
  });

  test("who owns one policy reads that policy of the client, and no claim that there is nothing else (REC-79)", async () => {
    const input = { as_of, subject, records_ref: { client_key: client("A1") } };
    const runId = await finished("entity-analysis", input, as("pia@example.com"));
    const { body } = await key.get(`/runs/${runId}`, as("pia@example.com"));
    const keys = JSON.stringify(body["output"]?.["provenance"]?.["datasets"]);
    expect(keys).toContain("records:policies");
    expect(keys).not.toContain("records:contracts");
    expect(JSON.stringify(body["output"])).not.toContain(policy("AU A1"));
    const ofBook = await finished("opportunity", { as_of, records_ref: {} }, as("pia@example.com"));
    expect((await key.get(`/runs/${ofBook}`)).body).toMatchObject({
      status: "failed",
      error_details: { code: "no_readable_account" },
    });
  });

  test("a seat that was switched off meanwhile fails the run (REC-72)", async () => {
    await api.stopWorker();
    const runId = await submitted("entity-analysis", ofClient("A1"), as("ana@example.com"));
    const switchSeat = (active: boolean) =>
      api.deps.db.pool.query("update seats set active = $2 where organization_id = $1 and seat_key = 'S-A1'", [
        org.organizationId,
        active,
      ]);
    await switchSeat(false);
    await api.workOffRuns();
    await switchSeat(true);
    // The next worker has not read the seat yet.
    await api.stopWorker();
    expect((await key.get(`/runs/${runId}`)).body).toMatchObject({
      status: "failed",
      error_details: { type: "pipeline_error", code: "identity_unmapped", stage: "load" },
    });
  });
});

describe("who may read such a run (REC-78)", () => {
  beforeEach(() => set({ recordsPosture: "lit" }));
  const note = (more: JsonObject) => ({ event_id: randomUUID(), ...more });
  /** Every route that has a run in its path. */
  const routesOf = (runId: string): ReadonlyMap<string, (options?: Parameters<Actor["get"]>[1]) => Promise<Answer>> =>
    new Map([
      ["runs.read", (options) => key.get(`/runs/${runId}`, options)],
      ["defensibility.read", (options) => key.get(`/runs/${runId}/defensibility-packet`, options)],
      ["runs.cancel", (options) => key.post(`/runs/${runId}/cancel`, undefined, options)],
      ["outcomes.list", (options) => key.get(`/runs/${runId}/outcomes`, options)],
      ["outcomes.record", (options) => key.post(`/runs/${runId}/outcomes`, note({ event_type: "bound" }), options)],
      ["outcomes.annotations.list", (options) => key.get(`/runs/${runId}/annotations`, options)],
      [
        "outcomes.annotations.record",
        (options) => key.post(`/runs/${runId}/annotations`, note({ label: "useful" }), options),
      ],
    ]);

  test("whoever sees the client, on every route of a run; without a person the key decides", async () => {
    const runId = await finished("entity-analysis", ofClient("A1"), as("ana@example.com"));
    const ofRuns = routesOf(runId);
    const declared = routes.filter(({ path }) => path.includes("{run_id}")).map(({ id }) => id);
    expect([...ofRuns.keys()].toSorted()).toEqual(declared.toSorted());
    for (const [id, ask] of ofRuns) {
      for (const email of ["ana@example.com", "all@example.com"])
        expect([id, email, (await ask(as(email))).status]).toEqual([id, email, 200]);
      for (const email of ["bo@example.com", "pia@example.com", "nobody@example.com"])
        expect([id, email, codeOf(await ask(as(email)))]).toEqual([id, email, "run_not_found"]);
      expect([id, (await ask()).status]).toEqual([id, 200]);
    }
    await set({ recordsPosture: "shadow" });
    expect((await key.get(`/runs/${runId}`, as("bo@example.com"))).status).toBe(200);
  });

  test("nobody cancels a run that is hidden from them, and a named person must be vouched for (SEAT-24)", async () => {
    await api.stopWorker();
    const runId = await submitted("entity-analysis", ofClient("A1"), as("ana@example.com"));
    const cancel = (email: string) => key.post(`/runs/${runId}/cancel`, undefined, as(email));
    expect(codeOf(await cancel("bo@example.com"))).toBe("run_not_found");
    expect((await key.get(`/runs/${runId}`)).body).toMatchObject({ status: "queued" });
    await set({ recordsPosture: "lit", assertionSecret: "a secret of some length" });
    for (const [id, ask] of routesOf(runId))
      expect([id, codeOf(await ask(as("ana@example.com")))]).toEqual([id, "assertion_invalid"]);
    await set({ recordsPosture: "lit", assertionSecret: null });
    expect((await cancel("ana@example.com")).body).toMatchObject({ status: "cancelled" });
  });

  test("a run over several clients is shown to its person and to who sees all", async () => {
    const runId = await finished("opportunity", { as_of, records_ref: {} }, as("ana@example.com"));
    const statuses = await Promise.all(
      ["ana@example.com", "all@example.com", "bo@example.com"].map(
        async (email) => (await key.get(`/runs/${runId}`, as(email))).status,
      ),
    );
    expect(statuses).toEqual([200, 200, 404]);
  });

  test("a run over several clients is hidden from persons without a seat, and one of nobody from every seat but All", async () => {
    const ofAna = await finished("opportunity", { as_of, records_ref: {} }, as("ana@example.com"));
    await set({ recordsPosture: "off" });
    const ofNobody = await finished("opportunity", { as_of, records_ref: {} });
    await set({ recordsPosture: "lit" });
    const seen = async (email: string) => {
      const one = await Promise.all(
        [ofAna, ofNobody].map(async (runId) => (await key.get(`/runs/${runId}`, as(email))).status),
      );
      const cancels = await Promise.all(
        [ofAna, ofNobody].map(async (runId) => (await key.post(`/runs/${runId}/cancel`, undefined, as(email))).status),
      );
      return [...one, ...cancels];
    };
    expect(await seen("nobody@example.com")).toEqual([404, 404, 404, 404]);
    expect(await seen("bo@example.com")).toEqual([404, 404, 404, 404]);
    expect(await seen("ana@example.com")).toEqual([200, 404, 200, 404]);
    expect(await seen("all@example.com")).toEqual([200, 200, 200, 200]);
  });

  test("a comparison belongs to the client of its policies", async () => {
    const input = {
      as_of,
      subject: { key: "s", label: "Harbor A2" },
      items: [
        { key: "a", records_ref: { policy_key: policy("GL A2") } },
        { key: "b", records_ref: { policy_key: policy("AU A2") } },
      ],
    };
    const runId = await finished("comparison", input, as("all@example.com"));
    expect((await key.get(`/runs/${runId}`, as("bo@example.com"))).body).toMatchObject({
      computed_at_head: { subject_seq: 1 },
    });
    expect(codeOf(await key.get(`/runs/${runId}`, as("ana@example.com")))).toBe("run_not_found");
  });

  test("latest reads pass over it", async () => {
    const label = { ...ofClient("A2"), subject: { ...subject, client_key: "shared" } };
    await set({ recordsPosture: "off" });
    const open = await finished("entity-analysis", { as_of, subject: label.subject, profile: { employees: 3 } });
    await set({ recordsPosture: "lit" });
    const closed = await finished("entity-analysis", label, as("bo@example.com"));
    const latest = async (email: string) => {
      const one = await key.get("/engines/entity-analysis/runs/latest?subject_key=shared", as(email));
      const many = await key.post(
        "/engines/entity-analysis/runs/latest/batch",
        { subjects: [{ subject_key: "shared" }] },
        as(email),
      );
      return [one.body["run_id"], many.body["results"]?.[0]?.["run"]?.["run_id"]];
    };
    expect(await latest("bo@example.com")).toEqual([closed, closed]);
    expect(await latest("ana@example.com")).toEqual([open, open]);
  });
});

test("a later snapshot makes a run stale when it changes the run's client (REC-76, REC-77)", async () => {
  const [first, second] = [
    await finished("entity-analysis", ofClient("A1")),
    await finished("entity-analysis", ofClient("A2")),
  ];
  const book1 = await finished("opportunity", { as_of, records_ref: {} });
  const read = async (runId: string) => {
    const { computed_at_head, served_head, stale } = (await key.get(`/runs/${runId}`)).body;
    return { computed_at_head, served_head, stale };
  };
  const head = { connection_id: book.connectionId, snapshot_seq: 1, subject_seq: 1 };
  expect(await read(first)).toEqual({ computed_at_head: head, served_head: head, stale: false });
  await book.write({ removes: [{ family: "claims", sourceId: "A1" }] });
  expect(await read(first)).toMatchObject({ served_head: head, stale: false });
  await serve();
  const served = { ...head, snapshot_seq: 2 };
  expect(await read(first)).toEqual({
    computed_at_head: head,
    served_head: { ...served, subject_seq: 2 },
    stale: true,
  });
  expect(await read(second)).toEqual({ computed_at_head: head, served_head: served, stale: false });
  expect(await read(book1)).toMatchObject({ computed_at_head: head, served_head: { subject_seq: 2 }, stale: true });
  const batch = { subjects: [{ subject_key: client("A1") }] };
  expect((await key.post("/engines/entity-analysis/runs/latest/batch", batch)).body).toMatchObject({
    results: [{ run: { run_id: first, stale: true } }],
  });
  expect((await key.get(`/runs/${first}/defensibility-packet`)).body).toMatchObject({
    data: { heads: { records: head } },
  });
  const inlineRun = await finished("entity-analysis", { as_of, subject, profile: { employees: 3 } });
  expect(await read(inlineRun)).toEqual({ computed_at_head: null, served_head: null, stale: false });
});
