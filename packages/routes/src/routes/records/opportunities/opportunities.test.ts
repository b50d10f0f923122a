import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { PinPolicy } from "@service/contract";
import { setEngineSettings } from "@service/domain/engines";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook, type TestRow } from "@service/domain/testing";
import { importSeats, setFieldPolicies, setSeat } from "@service/domain/seats";
import { type JsonObject, parseJsonObject } from "@service/json";
import { testOperator, waitFor } from "@service/testing";
import { randomUUID } from "node:crypto";
import type { Actor, Answer } from "../../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../../testing/test-api.ts";

let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;
/** Ids of engines by slug. */
const engines = new Map<string, string>();
const slugs = ["opps", "others", "documents"] as const;

const row = (family: TestRow["family"], sourceId: string, fields: JsonObject): TestRow => ({
  family,
  sourceId,
  fields,
});
const client = (id: string): string => book.keyOf("accounts", id);
const policy = (id: string): string => book.keyOf("policies", id);
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const codeOf = (answer: Answer): unknown => answer.body["code"];
const base = (slug: (typeof slugs)[number] = "opps"): string => `/engines/${engines.get(slug) ?? ""}/opportunities`;
const as = (email: string) => ({ headers: { "x-service-acting-email": email } });

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  for (const slug of slugs) {
    const engine_type = slug === "documents" ? "entity_analysis" : "opportunity";
    const made = await org.organization.post("/engines", { slug, label: slug, description: "", engine_type });
    engines.set(slug, String(made.body["id"]));
    if (slug === "opps") {
      const published = await org.organization.post(`/engines/${slug}/versions`, {});
      if (published.status !== 200) throw new Error(published.text);
    }
  }
  key = await org.scoped(["records:read", "records:opportunities:run"], ["opps"]);
  book = await createTestBook(api.deps.db, { organizationId: org.organizationId });
  await book.write({ puts: [...clientRows("A1"), ...clientRows("A2")] });
  await book.serve();
  await importSeats(api.deps, testOperator, {
    organizationId: org.organizationId,
    file: [
      { seat_key: "S-A1", emails: ["ana@example.com"], principal_ids: ["idp|ana"] },
      { seat_key: "S-A2", emails: ["bo@example.com"] },
      { seat_key: "S-ALL", emails: ["all@example.com"], scope: "All" },
    ],
  });
});
afterAll(() => api.stop());
beforeEach(() => set({ recordsPosture: "off", defaultFieldPolicy: "full" }));

/** A scoped key reads the organization's settings with every request. */
async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

/** A client whose one policy expires soon, which is a renewal to prepare. */
function clientRows(id: string, { expires = 60, premium = 8_400 } = {}): readonly TestRow[] {
  return [
    row("accounts", id, {
      name: `Harbor ${id}`,
      segment: "commercial",
      naics: "238160",
      states: ["OH"],
      employees: 14,
      producer_seat: `S-${id}`,
      office_key: "O-1",
    }),
    row("policies", `GL ${id}`, {
      client_key: client(id),
      policy_number: `N1 ${id}`,
      line: "general_liability",
      carrier_key: "meridian",
      status: "active",
      effective_on: day(expires - 365),
      expires_on: day(expires),
      premium,
    }),
  ];
}

async function submitOpportunityRun(
  body: JsonObject = {},
  options: Parameters<Actor["post"]>[2] = {},
): Promise<string> {
  const answer = await key.post(`${base()}/runs`, body, options);
  if (answer.status !== 202) throw new Error(answer.text);
  return String(answer.body["run_id"]);
}

/** Until the runs have ended and their results are visible. */
async function settled(): Promise<void> {
  await api.workOffRuns();
  await waitFor(
    async () => {
      const { rowCount } = await api.deps.db.pool.query("select from opportunity_projections where outcome is null");
      return rowCount === 0;
    },
    { what: "the projection of all runs" },
  );
}

async function projected(body: JsonObject = {}): Promise<string> {
  const runId = await submitOpportunityRun(body);
  await settled();
  return runId;
}

async function listed(query: Readonly<Record<string, string>> = {}, by: Actor = key): Promise<Answer> {
  const answer = await by.get(base(), { query });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

const rowsIn = (answer: Answer): Answer["body"][] => [...(answer.body["data"] ?? [])];

/** `change` by client of the renewals to prepare. */
function renewals(answer: Answer): Record<string, string> {
  const names = new Map(["A1", "A2", "A3"].map((id) => [client(id), id]));
  return Object.fromEntries(
    rowsIn(answer)
      .filter((one) => String(one["kind"]) === "renewal_prep")
      .map((one) => [names.get(String(one["client_key"])) ?? "", `${String(one["status"])} ${String(one["change"])}`]),
  );
}

async function renewalOf(id: string): Promise<Answer["body"]> {
  const [found] = rowsIn(await listed({ kind: "renewal_prep", client_key: client(id) }));
  if (found === undefined) throw new Error(`no renewal of ${id}`);
  return found;
}

/** Commands of a person, appended as they are. */
async function appended(commands: readonly JsonObject[], by: Actor = org.organization): Promise<Answer> {
  const answer = await by.post("/records/actions", {
    actor_principal: "idp|ana",
    actor_type: "producer",
    commands: commands.map((command) => ({ idempotency_key: randomUUID(), ...command })),
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer;
}

/** An open opportunity of A2 without an annotation. */
async function untouchedOfA2(): Promise<string> {
  const [found] = rowsIn(await listed({ client_key: client("A2"), status: "open" }));
  const id = String(found?.["opportunity_id"]);
  const annotation = await key.get(`${base()}/${id}/annotation`);
  if (annotation.status === 200)
    await key.delete(`${base()}/${id}/annotation`, { headers: { "if-match": String(annotation.headers["etag"]) } });
  return id;
}

test("without a run the list is empty and there is no projection", async () => {
  const answer = await listed();
  expect(answer.body["data"]).toEqual([]);
  expect(answer.body).toMatchObject({ projection: null, next_cursor: null, serving: { snapshot_seq: 1 } });
  expect(codeOf(await key.get(`${base()}/${randomUUID()}`))).toBe("opportunity_not_found");
  expect(codeOf(await key.get(`${base()}/nothing`))).toBe("opportunity_not_found");
});

describe("from run to run (OPPS-10, OPPS-20)", () => {
  test("a second run gives what is new, updated and resolved, and an annotation survives it", async () => {
    const first = await projected();
    const before = await listed();
    expect(renewals(before)).toEqual({ A1: "open new", A2: "open new" });
    expect(before.body).toMatchObject({ projection: { run_id: first, refreshed: false } });
    const ofA2 = await renewalOf("A2");
    expect(ofA2).toMatchObject({
      engine_id: engines.get("opps"),
      run_id: first,
      account_name: "Harbor A2",
      policy_key: policy("GL A2"),
      producer_seat: "S-A2",
    });
    const at = `${base()}/${String(ofA2["opportunity_id"])}`;
    const note = { status: "in_progress", note: "Called.", assignee_seat: "S-A2" };
    expect((await key.put(`${at}/annotation`, note)).status).toBe(201);

    await book.write({
      puts: [
        ...clientRows("A1", { expires: 700 }).slice(1),
        ...clientRows("A2", { premium: 9_900 }).slice(1),
        ...clientRows("A3"),
      ],
    });
    await book.serve();
    const second = await projected();
    const after = await listed();
    expect(renewals(after)).toEqual({ A1: "resolved resolved", A2: "in_progress updated", A3: "open new" });
    expect(after.body).toMatchObject({ projection: { run_id: second } });
    const still = await renewalOf("A2");
    expect(still).toMatchObject({
      opportunity_id: String(ofA2["opportunity_id"]),
      first_seen_at: String(ofA2["first_seen_at"]),
      annotation: { note: "Called.", revision: 1, status: "in_progress" },
    });
    const { rows } = await api.deps.db.pool.query<{ data: string }>(
      "select data from platform_events where type = 'opportunities.refreshed' order by seq",
    );
    expect(rows.map(({ data }) => parseJsonObject(data))).toMatchObject([
      { run_id: first, engine_id: engines.get("opps") },
      { run_id: second },
    ]);
  });

  test("a run over one client resolves nothing elsewhere, and a client that is gone is resolved by a run over all", async () => {
    await book.write({
      removes: [
        { family: "accounts", sourceId: "A3" },
        { family: "policies", sourceId: "GL A3" },
      ],
    });
    await book.serve();
    await projected({ client_keys: [client("A2")] });
    expect(renewals(await listed())).toMatchObject({ A2: "in_progress unchanged", A3: "open new" });
    await projected({ kinds: ["cross_sell"] });
    expect(renewals(await listed())).toMatchObject({ A3: "open new" });
    await projected();
    expect(renewals(await listed())).toMatchObject({ A3: "resolved resolved" });
  });

  test("parts of a book cover their clients, and together all of them (OPPS-11)", async () => {
    const scanned = [];
    for (const index of [0, 1]) {
      const runId = await projected({ partition: { index, of: 2 } });
      const { rows } = await api.deps.db.pool.query<{ n: number }>(
        `select (output::json -> 'summary' ->> 'accounts_scanned')::int as n from run_payloads where run_id = $1`,
        [runId],
      );
      scanned.push(rows[0]?.n ?? 0);
    }
    expect(scanned.reduce((sum, one) => sum + one, 0)).toBe(2);
    expect(codeOf(await key.post(`${base()}/runs`, { partition: { index: 2, of: 2 } }))).toBe("invalid_request");
  });

  test("runs with inline accounts feed nothing; runs with a records_ref do", async () => {
    const both = await org.scoped(["records:read", "runs:write", "records:opportunities:run"], ["opps"]);
    const count = async (): Promise<number | null> =>
      (await api.deps.db.pool.query("select from opportunity_projections")).rowCount;
    const before = (await count()) ?? 0;
    const inline = { accounts: [{ client_key: "x", name: "X" }] };
    expect((await both.post("/engines/opps/runs", { input: inline })).status).toBe(202);
    expect(await count()).toBe(before);
    const over = await both.post("/engines/opps/runs", { input: { records_ref: {} } });
    expect(await count()).toBe(before + 1);
    await settled();
    expect((await listed()).body).toMatchObject({ projection: { run_id: String(over.body["run_id"]) } });
    expect(rowsIn(await listed({ client_key: "x" }))).toEqual([]);
  });

  test("what was dismissed stays away from runs until its day", async () => {
    const { opportunity_id } = await renewalOf("A2");
    const at = `${base()}/${String(opportunity_id)}/annotation`;
    const { body } = await key.get(at);
    const dismissed = await key.put(
      at,
      { status: "dismissed", reason_code: "timing", follow_up_on: day(30) },
      { headers: { "if-match": `"${String(body["data"]?.["revision"])}"` } },
    );
    expect(dismissed.status).toBe(200);
    const runId = await projected();
    expect(renewals(await listed())).toMatchObject({ A2: "dismissed unchanged" });
    const { rows } = await api.deps.db.pool.query<{ skipped: JsonObject[] }>(
      "select output::json -> 'skipped' as skipped from run_payloads where run_id = $1",
      [runId],
    );
    expect(rows[0]?.skipped).toContainEqual({ reason: "dismissed", client_key: client("A2"), count: 1 });
    await api.deps.db.pool.query("update opportunity_annotations set follow_up_on = current_date");
    await projected();
    expect(renewals(await listed())).toMatchObject({ A2: "open new" });
  });

  test("what has an open task of the key's environment stays away from runs until the task ends (LEDGER-70)", async () => {
    const { opportunity_id } = await renewalOf("A2");
    const created = async (entity: JsonObject, by: Actor, payload: JsonObject = {}): Promise<string> => {
      const task = { title: "Prepare", ...payload };
      const made = await appended([{ type: "create_task", entity, payload: task }], by);
      return String(made.body["results"]?.[0]?.["created"]?.["key"]);
    };
    const skipped = async (runId: string): Promise<readonly JsonObject[]> => {
      const { rows } = await api.deps.db.pool.query<{ skipped: JsonObject[] }>(
        "select output::json -> 'skipped' as skipped from run_payloads where run_id = $1",
        [runId],
      );
      return (rows[0]?.skipped ?? []).filter(({ reason }) => reason === "open_task");
    };
    const source = { opportunity_id: String(opportunity_id) };
    const account = { kind: "account", key: client("A2") };
    await created(account, await org.scoped(["actions:write"], [], "sandbox"), { source });
    expect(await skipped(await projected())).toEqual([]);
    const tasks = [
      await created(account, org.organization, { source }),
      await created({ kind: "opportunity", key: source.opportunity_id }, org.organization),
    ];
    for (const key of tasks) {
      const withTask = await projected();
      expect(await skipped(withTask)).toEqual([{ reason: "open_task", client_key: client("A2"), count: 1 }]);
      await appended([{ type: "complete_task", entity: { kind: "task", key }, payload: {} }]);
    }
    expect(await skipped(await projected())).toEqual([]);
  });

  test("an opportunity outlives its run", async () => {
    const { run_id: runId, opportunity_id } = await renewalOf("A2");
    await api.deps.db.pool.query("delete from runs where id = $1", [String(runId)]);
    const { body } = await key.get(`${base()}/${String(opportunity_id)}`);
    expect(body["data"]).toMatchObject({ run_id: null, status: "open" });
  });
});

describe("lists (OPPS-4, OPPS-5)", () => {
  test("filters and sorts", async () => {
    await projected();
    const all = rowsIn(await listed());
    expect(all.length).toBeGreaterThan(3);
    const scores = all.map((one) => Number(one["score"]));
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const idsBy = async (sort: string) => rowsIn(await listed({ sort })).map((one) => String(one["opportunity_id"]));
    for (const sort of ["score", "due_on", "expected_value", "first_seen_at"]) {
      const ids = await idsBy(sort);
      expect(ids.toSorted()).toEqual(all.map((one) => String(one["opportunity_id"])).toSorted());
    }
    const counts = async (query: Readonly<Record<string, string>>) => rowsIn(await listed(query)).length;
    expect(await counts({ status: "open,resolved" })).toBe(all.length);
    expect(await counts({ kind: "renewal_prep", q: "harb a2" })).toBe(1);
    expect(await counts({ q: "nobody" })).toBe(0);
    expect(await counts({ annotated: "true" })).toBe(1);
    expect(await counts({ annotated: "false" })).toBe(all.length - 1);
    expect(await counts({ producer_seat: "S-A2", office_key: "O-1", client_key: client("A1") })).toBe(0);
    expect(await counts({ min_score: "100" })).toBe(0);
    expect(await counts({ due_before: day(-400) })).toBe(0);
    expect(await counts({ line: "surety", change: "new" })).toBe(0);
    for (const query of [
      { kind: "nothing" },
      { min_score: "101" },
      { sort: "title" },
      { due_before: "soon" },
      { limit: "0" },
      { unknown: "x" },
      { q: "-" },
    ] as const)
      expect([query, codeOf(await key.get(base(), { query }))]).toEqual([query, "invalid_request"]);
  });

  test("pages show every row once, and say when a run has changed the list since", async () => {
    const all = rowsIn(await listed({ sort: "due_on" })).map((one) => String(one["opportunity_id"]));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query: Record<string, string> = { sort: "due_on", limit: "2", ...(cursor && { cursor }) };
      const page = await listed(query);
      expect(page.body).toMatchObject({ projection: { refreshed: false } });
      seen.push(...rowsIn(page).map((one) => String(one["opportunity_id"])));
      const next: unknown = page.body["next_cursor"];
      cursor = typeof next === "string" ? next : undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    const first = await listed({ limit: "1" });
    const next = String(first.body["next_cursor"]);
    await projected();
    expect((await listed({ limit: "1", cursor: next })).body).toMatchObject({ projection: { refreshed: true } });
    const elsewhere = { limit: "1", cursor: next, kind: "renewal_prep" };
    expect(codeOf(await key.get(base(), { query: elsewhere }))).toBe("invalid_cursor");
  });

  test("the summary counts by kind, status and producer", async () => {
    const all = rowsIn(await listed());
    const { body } = await key.get(`${base()}/summary`);
    expect(body["data"]).toMatchObject({
      totals: { count: all.length },
      by_kind: { remarket: { count: expect.any(Number) } },
      by_producer: { "S-A2": { count: all.filter((one) => String(one["producer_seat"]) === "S-A2").length } },
    });
    const sum = all.reduce((total, one) => total + Math.round(Number(one["expected_value"] ?? 0) * 100), 0) / 100;
    expect(Number(body["data"]?.["totals"]?.["expected_value"])).toBeCloseTo(sum, 2);
    const open = await key.get(`${base()}/summary`, { query: { status: "open" } });
    expect(Number(open.body["data"]?.["by_status"]?.["resolved"]?.["count"])).toBe(0);
  });

  test("of one account over all engines that the key is bound to (REC-125)", async () => {
    const path = `/records/accounts/${client("A2")}/opportunities`;
    const ofA2 = rowsIn(await listed({ client_key: client("A2") }));
    const answer = await key.get(path);
    expect(rowsIn(answer).map((one) => String(one["opportunity_id"]))).toEqual(
      ofA2.map((one) => String(one["opportunity_id"])),
    );
    expect(rowsIn(await org.organization.get(path))).toHaveLength(ofA2.length);
    expect(rowsIn(await (await org.scoped(["records:read"], ["others"])).get(path))).toEqual([]);
    expect(codeOf(await key.get("/records/accounts/nobody/opportunities"))).toBe("not_found");
    expect(codeOf(await key.get(path, { query: { cursor: "x" } }))).toBe("invalid_cursor");
  });
});

describe("annotations (OPPS-40, OPPS-41)", () => {
  test("a revision for every change, named to change or remove it", async () => {
    const found = rowsIn(await listed({ annotated: "false", status: "open" }))[0];
    const at = `${base()}/${String(found?.["opportunity_id"])}`;
    const path = `${at}/annotation`;
    expect(codeOf(await key.get(path))).toBe("annotation_not_found");
    expect(codeOf(await key.delete(path))).toBe("annotation_not_found");
    const match = (revision: string) => ({ headers: { "if-match": revision } });
    expect(codeOf(await key.put(path, { status: "won" }, match('"1"')))).toBe("revision_conflict");
    const made = await key.put(path, { status: "won" }, { headers: { "x-service-acting-principal": "idp|ana" } });
    expect([made.status, made.headers["etag"]]).toEqual([201, '"1"']);
    expect(made.body["data"]).toMatchObject({ status: "won", revision: 1, note: null, assignee_seat: null });
    expect((await key.get(at)).body["data"]).toMatchObject({ status: "won" });

    expect(codeOf(await key.put(path, { status: "lost" }))).toBe("precondition_required");
    expect((await key.put(path, { status: "lost" })).status).toBe(428);
    expect(codeOf(await key.put(path, { status: "lost" }, match('"7"')))).toBe("revision_conflict");
    for (const unread of ["*", "1", "one", '"1", "2"', '"one"', 'w/"1"']) {
      const refused = await key.put(path, { status: "lost" }, match(unread));
      expect([refused.status, codeOf(refused), refused.body["message"]]).toEqual([
        400,
        "invalid_request",
        expect.stringContaining("in quotes"),
      ]);
      expect(codeOf(await key.delete(path, match(unread)))).toBe("invalid_request");
    }
    const changed = await key.put(path, { status: "lost", note: "Too dear." }, match('W/"1"'));
    expect([changed.status, changed.body["data"]?.["revision"]]).toEqual([200, 2]);
    expect((await key.get(path)).body["data"]).toMatchObject({ status: "lost", note: "Too dear.", revision: 2 });

    expect(codeOf(await key.delete(path))).toBe("precondition_required");
    expect(codeOf(await key.delete(path, match('"1"')))).toBe("revision_conflict");
    expect((await key.delete(path, match('"2"'))).status).toBe(204);
    expect((await key.get(at)).body["data"]).toMatchObject({ status: "open" });
    const again = await key.put(path, { status: "open" });
    expect([again.status, again.body["data"]?.["revision"]]).toEqual([201, 3]);
  });

  test("of two changes at once one is refused", async () => {
    const found = rowsIn(await listed({ annotated: "false", status: "open" }))[0];
    const path = `${base()}/${String(found?.["opportunity_id"])}/annotation`;
    const first = await Promise.all([1, 2, 3, 4].map(() => key.put(path, { status: "in_progress" })));
    expect(first.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const later = await Promise.all(
      [1, 2, 3].map(() => key.put(path, { status: "won" }, { headers: { "if-match": '"1"' } })),
    );
    expect(later.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409, 409]);
  });

  test("bad ones are refused", async () => {
    const { opportunity_id } = await renewalOf("A2");
    const path = `${base()}/${String(opportunity_id)}/annotation`;
    for (const body of [
      { status: "resolved" },
      { status: "won", follow_up_on: day(-1) },
      { status: "won", reason_code: "because" },
      { status: "won", note: "x".repeat(2_001) },
      { status: "won", other: 1 },
      {},
    ])
      expect(codeOf(await key.put(path, body))).toBe("invalid_request");
    expect(codeOf(await key.put(`${base()}/${randomUUID()}/annotation`, { status: "won" }))).toBe(
      "opportunity_not_found",
    );
    expect(codeOf(await key.get(`${base()}/${randomUUID()}/annotation`))).toBe("opportunity_not_found");
    expect(codeOf(await key.delete(`${base()}/${randomUUID()}/annotation`))).toBe("opportunity_not_found");
  });
});

describe("what an annotation says", () => {
  test("its note is internal text: withheld from a reader who is denied it (OPPS-43)", async () => {
    await setFieldPolicies(api.deps, testOperator, {
      organizationId: org.organizationId,
      file: { policy_key: "no-texts", denied: ["internal"], masks: {} },
    });
    const id = await untouchedOfA2();
    const path = `${base()}/${id}/annotation`;
    const made = await key.put(path, { status: "in_progress", note: "Planted Words" });
    expect(made.body["data"]).toMatchObject({ note: "Planted Words" });
    const etag = { headers: { "if-match": String(made.headers["etag"]) } };
    const routes = [path, `${base()}/${id}`, base(), `/records/accounts/${client("A2")}/opportunities`];
    for (const [policy, isShown] of [
      ["no-texts", false],
      ["full", true],
    ] as const) {
      await set({ defaultFieldPolicy: policy });
      for (const route of routes) {
        const answer = await key.get(route);
        expect([route, answer.status, answer.text.includes("Planted Words")]).toEqual([route, 200, isShown]);
        const { masked_fields: masked } = Object(answer.body["scope"]);
        expect([masked].flat().includes("opportunities.annotation.note")).toBe(!isShown);
      }
    }
    await set({ defaultFieldPolicy: "no-texts" });
    const changed = await key.put(path, { status: "in_progress", note: "Planted Words" }, etag);
    expect([changed.status, changed.body["data"]?.["note"]]).toEqual([200, null]);
    const last = { headers: { "if-match": String(changed.headers["etag"]) } };
    expect((await key.delete(path, last)).status).toBe(204);
  });

  test("its seat must be an active one of the organization (SEAT-43)", async () => {
    const id = await untouchedOfA2();
    const path = `${base()}/${id}/annotation`;
    const refused = await key.put(path, { status: "in_progress", assignee_seat: "S-NONE" });
    expect([refused.status, refused.body["details"]]).toEqual([
      400,
      [{ field: "assignee_seat", message: "is no active seat of the organization" }],
    ]);
    const made = await key.put(path, { status: "in_progress", assignee_seat: "S-ALL" });
    expect(made.status).toBe(201);
    const { organizationId } = org;
    await setSeat(api.deps, testOperator, { organizationId, seatKey: "S-ALL", changes: { active: false } });
    const kept = await key.put(
      path,
      { status: "in_progress", assignee_seat: "S-ALL", note: "Still with them." },
      { headers: { "if-match": String(made.headers["etag"]) } },
    );
    expect(kept.status).toBe(200);
    await setSeat(api.deps, testOperator, { organizationId, seatKey: "S-ALL", changes: { active: true } });
    const task = (payload: JsonObject): JsonObject => ({
      idempotency_key: randomUUID(),
      type: "create_task",
      entity: { kind: "account", key: client("A2") },
      payload: { title: "Call", ...payload },
    });
    const append = (command: JsonObject) =>
      org.organization.post("/records/actions", {
        actor_principal: "idp|ana",
        actor_type: "agent",
        commands: [command],
      });
    const unknown = await append(task({ assignee_seat: "S-NONE" }));
    expect([unknown.status, codeOf(unknown), unknown.body["details"]]).toEqual([
      400,
      "action_payload_invalid",
      [{ index: 0, path: "/payload/assignee_seat", message: "is no active seat of the organization" }],
    ]);
    const steps = [
      { step_key: "a", title: "A", assignee_seat: "S-A1" },
      { step_key: "b", title: "B", assignee_seat: "x" },
    ];
    const workflow = await append({
      ...task({}),
      type: "start_workflow",
      payload: { workflow_type: "custom", title: "Walk", steps },
    });
    expect(workflow.body["details"]).toMatchObject([{ path: "/payload/steps/1/assignee_seat" }]);
    expect((await append(task({ assignee_seat: "S-A1" }))).status).toBe(200);
    const etag = { headers: { "if-match": String(kept.headers["etag"]) } };
    expect((await key.delete(path, etag)).status).toBe(204);
  });
});

describe("decisions by the ledger (OPPS-42)", () => {
  const decide = (
    id: string,
    payload: JsonObject,
    { by = org.organization, person = "idp|ana", type = "agent" } = {},
  ) =>
    by.post("/records/actions", {
      actor_principal: person,
      actor_type: type,
      commands: [
        {
          idempotency_key: randomUUID(),
          type: "set_opportunity_status",
          entity: { kind: "opportunity", key: id },
          payload,
        },
      ],
    });

  test("an agent's command writes status, note and annotation with it", async () => {
    const id = await untouchedOfA2();
    const made = await decide(id, { status: "in_progress", reason: "Quotes are out." });
    expect([made.status, made.body["results"]?.[0]?.["type"]]).toEqual([200, "set_opportunity_status"]);
    const shown = await key.get(`${base()}/${id}`);
    expect(shown.body["data"]).toMatchObject({ status: "in_progress" });
    const annotation = await key.get(`${base()}/${id}/annotation`);
    expect(annotation.body["data"]).toMatchObject({
      status: "in_progress",
      note: "Quotes are out.",
      updated_by: "idp|ana",
    });
    const revision = Number(annotation.body["data"]?.["revision"]);
    // What else the annotation says stays, and its revision goes on.
    const changed = await key.put(
      `${base()}/${id}/annotation`,
      { status: "in_progress", assignee_seat: "S-A2", note: "Two quotes." },
      { headers: { "if-match": String(annotation.headers["etag"]) } },
    );
    expect(changed.status).toBe(200);
    expect((await decide(id, { status: "won" }, { type: "producer" })).status).toBe(200);
    const won = await key.get(`${base()}/${id}/annotation`);
    expect(won.body["data"]).toMatchObject({
      status: "won",
      assignee_seat: "S-A2",
      note: "Two quotes.",
      revision: revision + 2,
    });
    expect((await decide(id, { status: "open" })).status).toBe(200);
  });

  test("nothing is decided when another command of the request is refused", async () => {
    const id = await untouchedOfA2();
    const answer = await org.organization.post("/records/actions", {
      actor_principal: "idp|ana",
      actor_type: "agent",
      commands: [
        {
          idempotency_key: randomUUID(),
          type: "set_opportunity_status",
          entity: { kind: "opportunity", key: id },
          payload: { status: "lost" },
        },
        {
          idempotency_key: randomUUID(),
          type: "create_task",
          entity: { kind: "account", key: "c_none" },
          payload: { title: "x" },
        },
      ],
    });
    expect(codeOf(answer)).toBe("not_found");
    expect(codeOf(await key.get(`${base()}/${id}/annotation`))).toBe("annotation_not_found");
    expect((await key.get(`${base()}/${id}`)).body["data"]).toMatchObject({ status: "open" });
  });

  test("an opportunity of another environment, out of scope, or none is not there", async () => {
    const id = await untouchedOfA2();
    const trial = await org.scoped(["actions:write"], [], "sandbox");
    const others = await api.organization();
    await createTestBook(api.deps.db, { organizationId: others.organizationId });
    await set({ recordsPosture: "lit" });
    for (const refused of [
      await decide(id, { status: "won" }, { by: trial, person: "idp|ana" }),
      await decide(id, { status: "won" }, { by: await org.scoped(["actions:write"], []), person: "idp|ana" }),
      await decide(id, { status: "won" }, { by: others.organization }),
      await decide(randomUUID(), { status: "won" }),
      await decide("none", { status: "won" }),
    ])
      expect([refused.status, codeOf(refused)]).toEqual([404, "not_found"]);
    await set({ recordsPosture: "off" });
    expect(codeOf(await key.get(`${base()}/${id}/annotation`))).toBe("annotation_not_found");
  });
});

test("the summary of an account counts what is open for the key and the person (OPPS-60)", async () => {
  const openIn = async (by: Actor, options: Parameters<Actor["get"]>[1] = {}): Promise<unknown> => {
    const summary = await by.get(`/records/accounts/${client("A2")}/summary`, options);
    const listed = await by.get("/records/accounts", { ...options, query: { include: "summary" } });
    expect([summary.status, codeOf(summary), listed.status]).toEqual([200, undefined, 200]);
    const row = rowsIn(listed).find((one) => String(one["key"]) === client("A2"));
    expect(row?.["summary"]).toEqual(summary.body["data"]);
    return summary.body["data"]?.["open_opportunities"];
  };
  // A process knows an organization key with its posture for some seconds.
  await waitFor(async () => (await org.organization.get("/records/accounts")).status === 200, { what: "posture off" });
  const open = rowsIn(await listed({ client_key: client("A2"), status: "open,in_progress" })).length;
  expect(open).toBeGreaterThan(1);
  expect(await openIn(org.organization)).toBe(open);
  expect(await openIn(key)).toBe(open);
  expect(await openIn(await org.scoped(["records:read"], ["others"]))).toBe(0);
  const path = `${base()}/${await untouchedOfA2()}/annotation`;
  const annotated = await key.put(path, { status: "won" });
  expect(annotated.status).toBe(201);
  expect(await openIn(key)).toBe(open - 1);
  const match = { headers: { "if-match": String(annotated.headers["etag"]) } };
  expect((await key.delete(path, match)).status).toBe(204);
  await set({ recordsPosture: "lit" });
  expect(await openIn(key, as("bo@example.com"))).toBe(open);
});

describe("asking for a run (OPPS-12)", () => {
  test("one may be unfinished for each part of a book; a repeated key gets its own run", async () => {
    await api.stopWorker();
    const headers = { "idempotency-key": randomUUID() };
    const runId = await submitOpportunityRun({}, { headers });
    const second = await key.post(`${base()}/runs`, {});
    expect([second.status, codeOf(second), second.body["details"]]).toMatchObject([
      409,
      "opportunity_run_in_progress",
      { run_id: runId },
    ]);
    expect(await submitOpportunityRun({}, { headers })).toBe(runId);
    const reused = await key.post(`${base()}/runs`, { horizon_days: 90 }, { headers });
    expect([codeOf(reused), reused.body["details"]]).toMatchObject(["idempotency_key_reused", { run_id: runId }]);
    const part = await submitOpportunityRun({ partition: { index: 0, of: 2 } });
    expect(part).not.toBe(runId);
    const many = await Promise.all(
      [1, 2, 3, 4, 5].map(() => key.post(`${base()}/runs`, { partition: { index: 1, of: 2 } })),
    );
    expect(many.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([202, 409, 409, 409, 409]);
    await settled();
    expect(await submitOpportunityRun()).not.toBe(runId);
    await settled();
    expect(await submitOpportunityRun({}, { headers })).toBe(runId);
  });

  test("its body, its engine and its release are checked as those of a submission", async () => {
    const submit = async (body: unknown, slug: (typeof slugs)[number] = "opps", by: Actor = key) =>
      codeOf(await by.post(`${base(slug)}/runs`, body));
    for (const body of [{ kinds: [] }, { horizon_days: 1 }, { client_keys: [] }, { filter: { state: "OH" } }, { x: 1 }])
      expect(await submit(body)).toBe("invalid_request");
    expect(await submit({ filter: { lines: ["no such line"] } })).toBe("invalid_input");
    expect(await submit({ engine_version: "one" })).toBe("engine_version_invalid_format");
    expect(await submit({ engine_version: "9.9" })).toBe("engine_version_not_found");
    expect(await submit({ engine_version: "draft" })).toBe("engine_version_draft_requires_sandbox_key");
    expect(await submit({}, "others", org.organization)).toBe("engine_version_none_released");
    expect(await submit({ connection_id: randomUUID() })).toBe("not_found");
    const long = { headers: { "idempotency-key": "k".repeat(256) } };
    expect(codeOf(await key.post(`${base()}/runs`, {}, long))).toBe("invalid_idempotency_key");
    const pins = (pinPolicy: PinPolicy) =>
      setEngineSettings(api.deps, testOperator, org.organizationId, "opps", { pinPolicy });
    await pins("exact_required");
    expect(await submit({})).toBe("engine_version_required");
    expect(await submit({ engine_version: "1.x" })).toBe("engine_version_exact_required");
    await pins("latest_allowed");
    await org.organization.patch("/engines/others", { status: "archived" });
    expect(await submit({}, "others", org.organization)).toBe("engine_archived");
    await org.organization.patch("/engines/others", { status: "active" });
  });

  test("the segment of runs is a route of its own", async () => {
    // Not through the checked client, which takes the path for that of an opportunity.
    const headers = { authorization: `Bearer ${key.apiKey ?? ""}` };
    expect((await fetch(`${api.url}/api/v1${base()}/runs`, { headers })).status).toBe(405);
  });
});

describe("who may call (OPPS-2, OPPS-3)", () => {
  test("an engine by its id: first whether it exists, then whether the key is bound to it", async () => {
    const unbound = await org.scoped(["records:read", "records:opportunities:run"]);
    const id = randomUUID();
    for (const [actor, engine, code] of [
      [key, randomUUID(), "engine_not_found"],
      [key, "opps", "engine_not_found"],
      [key, engines.get("documents") ?? "", "engine_not_found"],
      [key, engines.get("others") ?? "", "engine_binding_forbidden"],
      [unbound, engines.get("opps") ?? "", "engine_binding_forbidden"],
      [unbound, randomUUID(), "engine_not_found"],
    ] as const) {
      const at = `/engines/${engine}/opportunities`;
      const answers = [
        await actor.get(at),
        await actor.get(`${at}/summary`),
        await actor.get(`${at}/${id}`),
        await actor.get(`${at}/${id}/annotation`),
        await actor.put(`${at}/${id}/annotation`, { status: "won" }),
        await actor.delete(`${at}/${id}/annotation`),
        await actor.post(`${at}/runs`, {}),
      ];
      expect(answers.map(codeOf)).toEqual(answers.map(() => code));
    }
  });

  test("keys of live, with their capabilities", async () => {
    expect(codeOf(await org.sandbox.get(base()))).toBe("scoped_key_required");
    expect(codeOf(await (await org.scoped(["records:opportunities:run"], ["opps"])).get(base()))).toBe(
      "insufficient_capability",
    );
    expect(codeOf(await (await org.scoped(["records:read"], ["opps"])).post(`${base()}/runs`, {}))).toBe(
      "insufficient_capability",
    );
    const runner = await org.scoped(["records:opportunities:run"], ["opps"]);
    expect((await runner.post(`${base()}/runs`, {})).status).toBe(202);
    await settled();
    const sandbox = await org.scoped(["records:read"], ["opps"], "sandbox");
    expect(rowsIn(await listed({}, sandbox))).toEqual([]);
  });

  test("several connections: one must be named", async () => {
    const other = await createTestBook(api.deps.db, { organizationId: org.organizationId, name: "Second" });
    await other.serve();
    const { opportunity_id } = { opportunity_id: randomUUID() };
    const at = `${base()}/${opportunity_id}`;
    const answers = [
      await key.get(base()),
      await key.get(`${base()}/summary`),
      await key.get(at),
      await key.get(`${at}/annotation`),
      await key.put(`${at}/annotation`, { status: "won" }),
      await key.delete(`${at}/annotation`),
      await key.post(`${base()}/runs`, {}),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => "book_connection_ambiguous"));
    const query = { connection_id: book.connectionId };
    expect(rowsIn(await listed(query)).length).toBeGreaterThan(0);
    expect(rowsIn(await listed({ connection_id: other.connectionId }))).toEqual([]);
    const unknown = { query: { connection_id: randomUUID() } };
    expect(codeOf(await key.put(`${at}/annotation`, { status: "won" }, unknown))).toBe("not_found");
    expect(codeOf(await key.delete(`${at}/annotation`, unknown))).toBe("not_found");
    await api.deps.db.pool.query("update record_connections set state = 'disabled' where id = $1", [
      other.connectionId,
    ]);
  });

  test("under lit a seat sees the opportunities of its clients, and no lens writes (OPPS-3)", async () => {
    await projected();
    await set({ recordsPosture: "lit" });
    expect(codeOf(await key.get(base()))).toBe("identity_unmapped");
    const ofBo = await key.get(base(), as("bo@example.com"));
    expect(new Set(rowsIn(ofBo).map((one) => String(one["client_key"])))).toEqual(new Set([client("A2")]));
    expect(ofBo.text).not.toContain(client("A1"));
    expect(ofBo.body["scope"]).toMatchObject({ posture: "lit", scope: "Own", seat_key: "S-A2", enforced: true });
    const all = await key.get(base(), as("all@example.com"));
    expect(rowsIn(all).length).toBeGreaterThan(rowsIn(ofBo).length);
    const ofA1 = rowsIn(all).find((one) => String(one["client_key"]) === client("A1"));
    const at = `${base()}/${String(ofA1?.["opportunity_id"])}`;
    expect(codeOf(await key.get(at, as("bo@example.com")))).toBe("opportunity_not_found");
    expect(codeOf(await key.put(`${at}/annotation`, { status: "won" }, as("bo@example.com")))).toBe(
      "opportunity_not_found",
    );
    const summary = await key.get(`${base()}/summary`, as("bo@example.com"));
    expect(Number(summary.body["data"]?.["totals"]?.["count"])).toBe(rowsIn(ofBo).length);
    const account = `/records/accounts/${client("A1")}/opportunities`;
    expect(codeOf(await key.get(account, as("bo@example.com")))).toBe("not_found");

    const lens = {
      headers: { "x-service-acting-email": "all@example.com", "x-service-records-lens": "principal:idp|ana" },
    };
    const through = rowsIn(await key.get(base(), lens));
    expect(new Set(through.map((one) => String(one["client_key"])))).toEqual(new Set([client("A1")]));
    const refused = [
      await key.put(`${at}/annotation`, { status: "won" }, lens),
      await key.delete(`${at}/annotation`, lens),
      await key.post(`${base()}/runs`, {}, lens),
    ];
    expect(refused.map(codeOf)).toEqual(refused.map(() => "book_lens_read_only"));
    const unknown = { headers: { ...lens.headers, "x-service-records-lens": "principal:nobody" } };
    expect(codeOf(await key.get(base(), unknown))).toBe("lens_target_unknown");
  });

  test("a run for a seat covers its clients only", async () => {
    await set({ recordsPosture: "lit" });
    expect((await key.post(`${base()}/runs`, {}, as("bo@example.com"))).status).toBe(202);
    await settled();
    await set({ recordsPosture: "off" });
    const ofA1 = rowsIn(await listed({ client_key: client("A1"), status: "open" }));
    expect(ofA1.length).toBeGreaterThan(0);
  });

  test("under shadow rows are shown and counted", async () => {
    await set({ recordsPosture: "shadow" });
    const answer = await key.get(base(), as("bo@example.com"));
    const others = rowsIn(answer).filter((one) => String(one["client_key"]) !== client("A2"));
    expect(others.length).toBeGreaterThan(0);
    expect(answer.body["scope"]).toMatchObject({ enforced: false, would_hide: others.length });
    const summary = await key.get(`${base()}/summary`, as("bo@example.com"));
    expect(summary.body["scope"]).toMatchObject({ would_hide: others.length });
  });

  test("values that the field policy denies are null, and nobody sorts by them (OPPS-6)", async () => {
    const [shown] = rowsIn(await listed({ kind: "renewal_prep", status: "open" }));
    expect(shown?.["est_revenue"]).toEqual(expect.any(Number));
    await set({ defaultFieldPolicy: "service" });
    const answer = await listed({ kind: "renewal_prep", status: "open" });
    expect(rowsIn(answer)[0]).toMatchObject({
      est_revenue: null,
      expected_value: null,
      client_key: expect.any(String),
    });
    expect(answer.body["scope"]).toMatchObject({
      field_policy: "service",
      masked_fields: ["opportunities.est_revenue", "opportunities.expected_value"],
    });
    expect(codeOf(await key.get(base(), { query: { sort: "expected_value" } }))).toBe("invalid_request");
    const { body } = await key.get(`${base()}/summary`);
    expect(body["data"]?.["totals"]).toMatchObject({ expected_value: null });
    const account = await key.get(`/records/accounts/${client("A2")}/opportunities`);
    expect(rowsIn(account)[0]).toMatchObject({ expected_value: null });
    await api.deps.db.pool.query("update opportunities set config_hash = null");
    expect(rowsIn(await listed({ status: "open" }))[0]).toMatchObject({ title: null, est_premium: null });
  });
});
