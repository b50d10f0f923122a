import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type OrganizationChanges, setOrganization } from "@service/domain/organizations";
import { createTestBook, type TestBook, type TestRow } from "@service/domain/testing";
import { importSeats, setFieldPolicies } from "@service/domain/seats";
import { dateInWords, type JsonObject } from "@service/json";
import { testOperator, waitFor } from "@service/testing";
import { randomUUID } from "node:crypto";
import type { Actor, Answer } from "../../testing/checked-client.ts";
import { startTestApi, type TestApi, type TestOrganization } from "../../testing/test-api.ts";

/**
 * What runs and opportunities copy of the book is hidden from a reader as it is in the rows (SEAT-40, PRIV-23): every read
 * path, under a policy for each kind of field.
 */
let api: TestApi;
let org: TestOrganization;
let book: TestBook;
let key: Actor;
/** Paths of everything that shows what a run made of the book. */
const reads = new Map<string, (headers?: Record<string, string>) => Promise<Answer>>();
let engineId = "";
let opportunityId = "";

const types = ["entity-analysis", "matching", "comparison", "opportunity"] as const;
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const as_of = new Date().toISOString();
const expires = day(61);
const client = (): string => book.keyOf("accounts", "Q");
const policy = (id: string): string => book.keyOf("policies", id);

/** Of the two policies of a full year, and what the third costs in one. */
const sumsOfPremiums = ["11556", "11,556", "4,422", "15978", "15,978"];

/** A policy for each kind of field, with the forms of the values that may stand nowhere. */
const policies: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  ["names as initials", { masks: { name: "initials", dba: "null" } }, ["Quillmere", "Zephyr Ovens"]],
  ["names as nothing", { masks: { name: "null" } }, ["Quillmere"]],
  ["tax numbers", { masks: { fein: "last4" } }, ["48-7391265", "487391265"]],
  [
    "premiums",
    { masks: { premium: "null", annualized_premium: "null", total_premium: "null" } },
    ["8437", "8,437", "3119", "3,119", "12001", "12,001", ...sumsOfPremiums],
  ],
  ["terms", { masks: { expires_on: "year", next_expiration: "year" } }, [expires, dateInWords(expires)]],
  [
    "sizes",
    { masks: { revenue: "null", payroll: "null", employees: "null" } },
    ["2417300", "2,417,300", "613900", "613,900"],
  ],
  ["producers", { masks: { producer_seat: "null" } }, ["seat-quorra"]],
  ["offices", { masks: { office_key: "last4" } }, ["office-veldt"]],
  [
    "carriers",
    { masks: { carrier_name: "null", name: "null", carrier_key: "null" } },
    ["Ostrava Mutual", "Tamarack Casualty", "Quillmere"],
  ],
  ["numbers of policies", { masks: { policy_number: "last4" } }, ["PX-7719-QQ", "AU-5513-QQ"]],
  ["limits", { masks: { limit: "null" } }, ["1350000", "1,350,000"]],
  ["bills", { masks: { amount: "null", balance: "null", number: "null" } }, ["1777.25", "1,777.25", "INV-90021"]],
  [
    "claims",
    { masks: { claim_number: "last4", paid: "null", reserved: "null" } },
    ["CLM-88012", "4321.5", "4,321.50", "13,421"],
  ],
  ["denied sizes", { denied: ["financial"] }, ["2417300", "2,417,300", "613900", "613,900"]],
  ["denied identity", { denied: ["pii_identity"] }, ["48-7391265"]],
  ["denied addresses", { denied: ["pii_contact"] }, ["ann@fenmouth.example", "614 555 0742"]],
  ["denied commission", { denied: ["commission"] }, ["1012.44", "1,012.44"]],
  [
    "denied sizes and names as initials",
    { denied: ["financial"], masks: { name: "initials" } },
    ["2417300", "2,417,300", "Quillmere"],
  ],
];

beforeAll(async () => {
  api = await startTestApi();
  org = await api.organization();
  const { organizationId } = org;
  for (const type of types) {
    const made = await org.organization.post("/engines", {
      slug: type,
      label: type,
      description: "",
      engine_type: type.replace("-", "_"),
    });
    if (type === "opportunity") engineId = String(made.body["id"]);
    const published = await org.organization.post(`/engines/${type}/versions`, {});
    if (published.status !== 200) throw new Error(published.text);
  }
  // One key reads everything many times.
  await api.deps.db.pool.query("update engines set requests_per_minute = 100000");
  key = await org.scoped(
    ["runs:write", "runs:read", "runs:defensibility:read", "records:read", "records:opportunities:run", "actions:read"],
    types,
  );
  book = await createTestBook(api.deps.db, { organizationId });
  await book.write({ puts: rowsOfBook() });
  await book.serve();
  await setFieldPolicies(api.deps, testOperator, {
    organizationId,
    file: policies.map(([name, policyOf]) => ({ policy_key: keyOf(name), ...policyOf })),
  });
  await importSeats(api.deps, testOperator, {
    organizationId,
    file: policies.map(([name]) => ({
      seat_key: keyOf(name),
      emails: [`${keyOf(name)}@example.com`],
      scope: "All",
      field_policy_key: keyOf(name),
    })),
  });
  await runAll();
});
afterAll(() => api.stop());

const keyOf = (name: string): string => name.replaceAll(" ", "-");

/** What somebody wrote in a field of a row, or about a run. */
const written =
  "Quillmere Bakeries (Zephyr Ovens, FEIN 48-7391265, ann@fenmouth.example, 614 555 0742) earns $2,417,300 and pays " +
  `$613,900 to 37 people. PX-7719-QQ of Tamarack Casualty costs $8,437, AU-5513-QQ of Ostrava Mutual $3,119, to ` +
  `${dateInWords(expires)}. CLM-88012 paid $4,321.50, INV-90021 is $1,777.25.`;

function rowsOfBook(): readonly TestRow[] {
  const client_key = client();
  const row = (family: TestRow["family"], sourceId: string, fields: JsonObject): TestRow => ({
    family,
    sourceId,
    fields,
  });
  const term = { effective_on: day(61 - 365), expires_on: expires, status: "active", client_key };
  return [
    row("accounts", "Q", {
      name: "Quillmere Bakeries",
      dba: "Zephyr Ovens",
      segment: "commercial",
      kind: "insured",
      naics: "311811",
      states: ["OH"],
      fein: "48-7391265",
      email: "ann@fenmouth.example",
      phone: "614 555 0742",
      revenue: 2_417_300,
      payroll: 613_900,
      employees: 37,
      years_in_business: 9,
      producer_seat: "seat-quorra",
      office_key: "office-veldt",
      total_premium: 12_001,
      description: written,
      next_expiration: expires,
    }),
    row("carriers", "K1", { name: "Tamarack Casualty", rating: "A" }),
    row("policies", "GL", {
      ...term,
      policy_number: "PX-7719-QQ",
      line: "general_liability",
      carrier_key: book.keyOf("carriers", "K1"),
      premium: 8_437,
      commission_rate: 0.12,
      commission_amount: 1_012.44,
    }),
    row("policies", "AU", {
      ...term,
      policy_number: "AU-5513-QQ",
      line: "commercial_auto",
      carrier_name: "Ostrava Mutual",
      premium: 3_119,
    }),
    // Half a year: a sentence tells what it costs in a year, which is no value of a row.
    row("policies", "CY", {
      ...term,
      effective_on: day(61 - 182),
      policy_number: "CY-3321-QQ",
      line: "cyber",
      carrier_name: "Ostrava Mutual",
      premium: 2_211,
    }),
    row("coverages", "GL", {
      client_key,
      policy_key: policy("GL"),
      line: "general_liability",
      coverage: "each_occurrence",
      included: true,
      limit: 1_350_000,
    }),
    row("coverages", "AU", {
      client_key,
      policy_key: policy("AU"),
      line: "commercial_auto",
      coverage: "combined_single_limit",
      included: true,
      limit: 500_000,
    }),
    row("claims", "C", {
      client_key,
      policy_key: policy("GL"),
      claim_number: "CLM-88012",
      line: "general_liability",
      occurred_on: day(-200),
      status: "open",
      paid: 4_321.5,
      reserved: 9_100,
      description: written,
    }),
    row("activities", "X", { client_key, subject: written, body: written, occurred_at: `${day(-9)}T10:00:00.000Z` }),
    row("documents", "D", { client_key, title: written, dated_on: day(-9) }),
    row("submissions", "S", { client_key, stage: "lost", decline_reason: written }),
    row("invoices", "I", {
      client_key,
      policy_key: policy("GL"),
      number: "INV-90021",
      amount: 1_777.25,
      balance: 1_777.25,
      due_on: day(-70),
      status: "open",
    }),
    row("contacts", "P", { client_key, name: "Ann Veld", email: "ann@fenmouth.example", birth_date: "1961-02-03" }),
  ];
}

async function runAll(): Promise<void> {
  const ref = { client_key: client() };
  const label = "Quillmere Bakeries";
  const quote = {
    key: "q",
    kind: "quote",
    label: "Offer",
    carrier: { name: "Third Mutual" },
    effective_on: expires,
    expires_on: day(61 + 365),
    premium: { base: 7_000 },
    coverages: [{ line: "general_liability", coverage: "each_occurrence", included: true, limit: 500_000 }],
  };
  const needs = [
    {
      need_key: "gl",
      line: "general_liability",
      effective_on: expires,
      coverages: [{ coverage: "each_occurrence", must_have: true, min_limit: 1_000_000 }],
    },
  ];
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
    appetite: [{ prefix: "3118", level: "preferred" }],
    default_appetite: "standard",
    bounds: [{ fact: "risk.employees", min: 1, max: 20, effect: "knockout" }],
    coverages: [{ coverage: "each_occurrence", included: true, max_limit: 2_000_000 }],
  };
  await submitted("entity-analysis", {
    input: { as_of, subject: { key: "s", kind: "account", label }, records_ref: ref },
  });
  await submitted("matching", {
    input: { as_of, client: { key: "s", label }, needs, risk: {}, records_ref: ref },
    offerings: [offering],
  });
  await submitted("comparison", {
    input: {
      as_of,
      subject: { key: "s", label },
      baseline_key: "exp",
      items: [{ key: "exp", records_ref: { policy_key: policy("GL") } }, quote],
    },
  });
  const accepted = await key.post(`/engines/${engineId}/opportunities/runs`, {});
  if (accepted.status !== 202) throw new Error(accepted.text);
  readsOfRun("opportunity", String(accepted.body["run_id"]));
  await api.workOffRuns();
  await waitFor(
    async () => {
      const { rowCount } = await api.deps.db.pool.query("select from opportunity_projections where outcome is null");
      return rowCount === 0;
    },
    { what: "the projection of all runs" },
  );
  const list = `/engines/${engineId}/opportunities`;
  const { body } = await key.get(list);
  opportunityId = String(body["data"]?.[0]?.["opportunity_id"]);
  await key.put(`${list}/${opportunityId}/annotation`, {
    status: "in_progress",
    note: "Quillmere Bakeries pays 8,437.",
  });
  await appended("create_task", { title: "Call Quillmere Bakeries", body: "Quillmere Bakeries pays 8,437 until May." });
  await appended("add_note", { body: "Zephyr Ovens of Quillmere Bakeries, 614 555 0742, pays $8,437." });
  await appended("log_activity", {
    channel: "call",
    direction: "outbound",
    summary: "Quillmere Bakeries pays 8,437 for PX-7719-QQ.",
    occurred_at: new Date(Date.now() - 60_000).toISOString(),
  });
  await appended("start_workflow", { workflow_type: "renewal", title: "Renew PX-7719-QQ of Quillmere Bakeries" });
  const at =
    (path: string) =>
    (headers: Record<string, string> = {}) =>
      key.get(path, { headers });
  reads.set("opportunities", at(list));
  reads.set("an opportunity", at(`${list}/${opportunityId}`));
  reads.set("the annotation", at(`${list}/${opportunityId}/annotation`));
  reads.set("the summary of opportunities", at(`${list}/summary`));
  reads.set("opportunities of the account", at(`/records/accounts/${client()}/opportunities`));
  reads.set("the account", at(`/records/accounts/${client()}?include=policies`));
  reads.set("the summary of the account", at(`/records/accounts/${client()}/summary`));
  for (const name of ["tasks", "notes", "workflows", "actions"])
    reads.set(name, (headers = {}) => at(`/records/${name}`)({ ...headers, "x-service-acting-principal": "pat" }));
  const families = ["activities", "claims", "documents", "submissions"];
  for (const family of families) reads.set(`the rows of ${family}`, at(`/records/${family}`));
  reads.set("a claim", at(`/records/claims/${book.keyOf("claims", "C")}`));
  reads.set("accounts that were found", at("/records/search?q=Quillmere"));
  reads.set("the timeline of the account", at(`/records/accounts/${client()}/timeline`));
}

async function submitted(engine: string, body: JsonObject): Promise<void> {
  const answer = await key.post(`/engines/${engine}/runs`, body, { headers: { "x-service-acting-principal": "pat" } });
  if (answer.status !== 202) throw new Error(answer.text);
  const runId = String(answer.body["run_id"]);
  readsOfRun(engine, runId);
  await api.workOffRuns();
  const outcome = { event_type: "accepted", reason_text: written, payload: { quoted: written, premium: 8_437 } };
  await key.post(`/runs/${runId}/outcomes`, { event_id: randomUUID(), ...outcome });
  await key.post(`/runs/${runId}/annotations`, { event_id: randomUUID(), label: "useful", comment: written });
  const { text, body: run } = await key.get(`/runs/${runId}`);
  if (!["completed", "degraded"].includes(String(run["status"]))) throw new Error(text);
  const { rows } = await api.deps.db.pool.query<{ key: string }>("select subject_key as key from runs where id = $1", [
    runId,
  ]);
  const subject_key = rows[0]?.key ?? "";
  const subjects = [{ subject_key }];
  reads.set(`the latest run of ${engine}`, (headers = {}) =>
    key.get(`/engines/${engine}/runs/latest`, { query: { subject_key }, headers }),
  );
  reads.set(`the latest runs of ${engine}`, (headers = {}) =>
    key.post(`/engines/${engine}/runs/latest/batch`, { subjects, include_output: true }, { headers }),
  );
}

/** A command of the ledger about the client. */
async function appended(type: string, payload: JsonObject): Promise<void> {
  const entity = { kind: "account", key: client(), client_key: client() };
  const { status, text } = await org.organization.post("/records/actions", {
    actor_principal: "pat",
    actor_type: "producer",
    commands: [{ idempotency_key: randomUUID(), type, entity, payload }],
  });
  if (status !== 200 || !text.includes('"recorded"')) throw new Error(text);
}

function readsOfRun(engine: string, runId: string): void {
  reads.set(`the run of ${engine}`, (headers = {}) => key.get(`/runs/${runId}`, { headers }));
  reads.set(`the waiting read of ${engine}`, (headers = {}) =>
    key.get(`/runs/${runId}`, { headers: { ...headers, prefer: "wait=1" } }),
  );
  reads.set(`the outcomes of ${engine}`, (headers = {}) => key.get(`/runs/${runId}/outcomes`, { headers }));
  reads.set(`the annotations of ${engine}`, (headers = {}) => key.get(`/runs/${runId}/annotations`, { headers }));
  reads.set(`the packet of ${engine}`, (headers = {}) => key.get(`/runs/${runId}/defensibility-packet`, { headers }));
  reads.set(`the cancelled run of ${engine}`, (headers = {}) => key.post(`/runs/${runId}/cancel`, {}, { headers }));
}

async function set(changes: OrganizationChanges): Promise<void> {
  await setOrganization(api.deps, testOperator, org.organizationId, changes);
}

/** Places at which a forbidden form stands, with the text around it. */
async function leaks(forbidden: readonly string[], headers: Record<string, string> = {}): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, read] of reads) {
    const { status, text } = await read(headers);
    if (status !== 200) throw new Error(`${name}: ${text}`);
    for (const form of forbidden) {
      // Digits of a hash are no value.
      const at = text.toLowerCase().search(new RegExp(`(?<![a-z0-9])${form.toLowerCase().replaceAll(".", "[.]")}`));
      if (at !== -1) found.push(`${name}: ${text.slice(Math.max(0, at - 60), at + form.length + 20)}`);
    }
  }
  return found;
}

describe.each(policies)("%s", (name, _policy, forbidden) => {
  test("stand in no read for callers without a person under such a default (SEAT-40, PRIV-25)", async () => {
    await set({ recordsPosture: "off", defaultFieldPolicy: keyOf(name) });
    expect(await leaks(forbidden)).toEqual([]);
  });

  test("stand in no read for a person of such a seat, and in some for everybody else (SEAT-41)", async () => {
    await set({ recordsPosture: "lit", defaultFieldPolicy: "full" });
    expect(await leaks(forbidden, { "x-service-acting-email": `${keyOf(name)}@example.com` })).toEqual([]);
    await set({ recordsPosture: "off", defaultFieldPolicy: "full" });
    expect(await leaks(forbidden)).not.toEqual([]);
  });
});

test("a mask leaves its part, in sentences too (PRIV-23)", async () => {
  await set({ recordsPosture: "off", defaultFieldPolicy: keyOf("names as initials") });
  const { body } = await key.get(`/engines/${engineId}/opportunities/${opportunityId}`);
  expect(body["data"]).toMatchObject({ account_name: "Q.B.", annotation: { note: "Q.B. pays 8,437." } });
  expect(String(body["data"]?.["title"])).toContain("Q.B.");
  // The mask is of every `name`, a carrier's too.
  expect(body["scope"]).toMatchObject({
    masked_fields: ["opportunities.account_name", "opportunities.carrier_name", "opportunities.title"],
  });
});

describe("what the reader does not see can be neither searched, filtered nor sorted by (OPPS-6)", () => {
  test.each([
    ["names as initials", "q=quill"],
    ["names as nothing", "q=quill"],
    ["producers", "producer_seat=seat-quorra"],
    ["offices", "office_key=office-veldt"],
    ["terms", "due_before=2031-01-01"],
    ["terms", "sort=due_on"],
    ["terms", "sort=-due_on"],
    ["denied commission", "sort=expected_value"],
  ])("%s: %s", async (name, query) => {
    const paths = [
      `/engines/${engineId}/opportunities?${query}`,
      `/records/accounts/${client()}/opportunities?${query}`,
    ];
    if (!query.startsWith("sort")) paths.push(`/engines/${engineId}/opportunities/summary?${query}`);
    for (const path of paths) {
      await set({ recordsPosture: "off", defaultFieldPolicy: "full" });
      expect((await key.get(path)).status).toBe(200);
      await set({ recordsPosture: "off", defaultFieldPolicy: keyOf(name) });
      expect((await key.get(path)).body).toMatchObject({ code: "invalid_request" });
    }
  });
});

test("a list of opportunities costs no statement for each of them (PRIV-23)", async () => {
  await set({ recordsPosture: "off", defaultFieldPolicy: keyOf("names as initials") });
  const { pool } = api.deps.db;
  const send = pool.query.bind(pool);
  let sent = 0;
  Object.assign(pool, { query: (...given: Parameters<typeof send>) => ((sent += 1), send(...given)) });
  const count = async (limit: string): Promise<number> => {
    sent = 0;
    const { body } = await key.get(`/engines/${engineId}/opportunities`, { query: { limit } });
    expect(body["data"]?.length).toBe(Number(limit));
    return sent;
  };
  // The first request fills short caches, and a cache may end between two requests: the fewest of five are compared.
  const fewest = async (limit: string): Promise<number> => {
    const counts: number[] = [];
    while (counts.length < 5) counts.push(await count(limit));
    return Math.min(...counts);
  };
  const [one, several] = [await fewest("1"), await fewest("3")];
  Object.assign(pool, { query: send });
  expect(several).toBe(one);
});

test("sentences about a client whose rows have changed are withheld once what the run read is not kept (PRIV-24)", async () => {
  await set({ recordsPosture: "off", defaultFieldPolicy: keyOf("names as initials") });
  const [before] = rowsOfBook();
  if (before === undefined) throw new Error("no account");
  await book.write({ puts: [{ ...before, fields: { ...before.fields, name: "Renamed Mill" } }] });
  const served = await book.serve();
  expect(await leaks(["Quillmere", "Renamed"])).toEqual([]);
  await book.forget(served - 1);
  await api.deps.db.pool.query("delete from book.accounts where to_seq <= $1", [served]);
  // What people wrote is compared with the book of now.
  for (const name of [
    "tasks",
    "notes",
    "workflows",
    "actions",
    "the timeline of the account",
    "the summary of the account",
    "the account",
    "accounts that were found",
    "a claim",
    ...["activities", "claims", "documents", "submissions"].map((family) => `the rows of ${family}`),
    ...types
      .slice(0, 3)
      .flatMap((type) => ["outcomes", "annotations", "packet"].map((each) => `the ${each} of ${type}`)),
  ])
    reads.delete(name);
  expect(await leaks(["Quillmere", "Renamed"])).toEqual([]);
  const { body } = await key.get(`/engines/${engineId}/opportunities/${opportunityId}`);
  expect(body["data"]).toMatchObject({ account_name: "Q.B.", title: null });
});
