import type { DeterministicResult, EngineRequest, LoadedDataset } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { uuidV5 } from "@service/contract";
import {
  canonicalJson,
  isJsonArray,
  type Json,
  type JsonObject,
  compileSchema,
  objectsIn,
  part,
  text,
  textsIn,
} from "@service/json";
import { opportunity } from "./index.ts";
import {
  outputOf,
  sampleAccount,
  sampleBook,
  sampleDataset,
  samplePolicy,
  sampleRequest,
} from "./testing/sample-book.ts";

const effective = opportunity.effectiveConfig(opportunity.preset());
const engine = opportunity.compile(effective);
const checkResponse = compileSchema(opportunity.responseSchema(effective));

function run(
  accounts: readonly JsonObject[],
  more: JsonObject = {},
  datasets: readonly LoadedDataset[] = [],
): JsonObject {
  const output = outputOf(engine.run(sampleRequest(accounts, more, datasets)));
  expect(checkResponse({ output })).toEqual([]);
  return output;
}

function found(output: JsonObject, kind: string): readonly JsonObject[] {
  return objectsIn(output.opportunities).filter((row) => row.kind === kind && row.change !== "resolved");
}

/** Peers without anything to act on: they renew after the horizon. */
const quietPolicy = (key: string, line: string, more: JsonObject = {}): JsonObject =>
  samplePolicy(key, line, { effective_on: "2025-12-01", expires_on: "2026-12-01", ...more });

/** 12 offices with general liability, nine of them with cyber. */
const offices = (): JsonObject[] =>
  Array.from({ length: 12 }, (_, index) =>
    sampleAccount(
      `o${String(index).padStart(2, "0")}`,
      [
        quietPolicy(`g${index}`, "general_liability"),
        ...(index < 9 ? [quietPolicy(`y${index}`, "cyber", { premium: 2000 })] : []),
      ],
      { naics: "541611", employees: 20 },
    ),
  );

describe("finding opportunities", () => {
  test("proposes a line that most peers hold, with what peers pay and how they are counted (OPP-92)", () => {
    const output = run(offices(), { kinds: ["cross_sell"] });
    const rows = found(output, "cross_sell");
    expect(rows.map((row) => row.client_key)).toEqual(["o09", "o10", "o11"]);
    expect(rows[0]).toMatchObject({
      line: "cyber",
      rule_key: "cross_sell",
      est_premium: 2000,
      est_revenue: 240,
      propensity: 0.75,
      expected_value: 180,
      status: "open",
      change: "new",
      next_expiration: "2026-12-01",
    });
    expect(textsIn(rows[0]?.because)).toEqual([
      "The next policy of Client o09 expires on December 1, 2026, in 320 days.",
      "No cyber policy is on file.",
      "Similar accounts pay a median premium of $2,000 a year for a cyber policy.",
      "9 of 12 accounts in NAICS sector 54 with 10 to 49 employees have a cyber policy.",
    ]);
  });

  test("finds a gap where the exposure is known and the coverage is not there (OPP-41)", () => {
    const account = sampleAccount("c1", [samplePolicy("p1", "general_liability")], { employees: 37 });
    const [row] = found(run([account], { kinds: ["coverage_gap"] }), "coverage_gap").filter(
      (each) => each.rule_key === "gap_employment_practices",
    );
    expect(row).toMatchObject({
      line: "employment_practices",
      title: "Client c1 has no employment practices policy on file",
    });
    expect(textsIn(row?.because)).toContain("The account has 37 employees.");
    expect(row?.propensity).toBe(0.35);
  });

  test("an account needs a client_key only: what is missing is a finding about its data (OPP-2)", () => {
    const [row] = found(run([{ client_key: "c1" }], { kinds: ["data_quality"] }), "data_quality");
    expect(row).toMatchObject({ client_key: "c1" });
    expect(textsIn(row?.because)).toEqual([
      "The file of Account c1 states no segment.",
      "The file of Account c1 states no producer.",
    ]);
    expect(engine.validateInput({ accounts: [{ client_key: "c1" }] })).toEqual([]);
    expect(engine.validateInput({ accounts: [{ name: "c1" }] })).not.toEqual([]);
  });

  test("gaps, lines of peers and limits are not for a former client, nor for one that holds nothing (OPP-42)", () => {
    const low = {
      coverages: [
        { coverage_key: "k", policy_key: "p", line: "general_liability", coverage: "each_occurrence", limit: 300_000 },
      ],
      employees: 37,
      naics: "541611",
    };
    const kinds = ["coverage_gap", "cross_sell", "limit_adequacy"];
    const kindsOf = (account: JsonObject): Set<Json> => {
      const rows = kinds.flatMap((kind) => found(run([...offices(), account], { kinds: [kind] }), kind));
      return new Set(rows.filter(({ client_key }) => client_key === "x").map((row) => row.kind ?? null));
    };
    const held = [samplePolicy("p", "general_liability")];
    expect(kindsOf(sampleAccount("x", held, low))).toEqual(new Set(kinds));
    expect(kindsOf(sampleAccount("x", held, { ...low, kind: "former" }))).toEqual(new Set());
    expect(kindsOf(sampleAccount("x", [], { ...low, coverages: [] }))).toEqual(new Set());
  });

  test("finds a limit below the recommended one and takes the highest limit in force", () => {
    const coverage = (limit: number): JsonObject => ({
      coverage_key: `k${limit}`,
      policy_key: "p1",
      line: "general_liability",
      coverage: "each_occurrence",
      included: true,
      limit,
    });
    const low = sampleAccount("c1", [samplePolicy("p1", "general_liability")], { coverages: [coverage(300_000)] });
    const high = sampleAccount("c2", [samplePolicy("p1", "general_liability")], {
      coverages: [coverage(300_000), coverage(1_000_000)],
    });
    const rows = found(run([low, high], { kinds: ["limit_adequacy"] }), "limit_adequacy");
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      client_key: "c1",
      policy_key: "p1",
      title: "The general liability limit (each occurrence) of Client c1 is $300,000, below the recommended $1,000,000",
    });
  });

  test("adds the points of renewal risk and sorts them into tiers", () => {
    const account = sampleAccount(
      "c1",
      [
        samplePolicy("p1", "commercial_auto", { kind: "new", premium: 10_000 }),
        samplePolicy("p2", "commercial_auto", {
          status: "quoted",
          effective_on: "2026-03-30",
          expires_on: "2027-03-30",
          prior_policy_key: "p1",
          premium: 12_000,
        }),
      ],
      {
        since: "2025-03-30",
        claims: [
          { claim_key: "a", line: "commercial_auto", occurred_on: "2025-06-01", status: "Open", paid: 1, reserved: 1 },
          {
            claim_key: "b",
            line: "commercial_auto",
            occurred_on: "2025-07-01",
            status: "closed",
            paid: 1,
            reserved: 0,
          },
        ],
        activities: [],
      },
    );
    const output = run([account]);
    // Change of 20 % (+20), two claims (+15), first renewal (+10), no contact (+10), one line (+10), an open claim (+8).
    expect(found(output, "renewal_risk")[0]).toMatchObject({
      title: "The renewal of the commercial auto policy of Client c1 on March 30, 2026 is at high risk",
      propensity: 0.73,
      policy_key: "p1",
      est_premium: 10_000,
      est_revenue: 1200,
      expected_value: 876,
    });
    expect(found(output, "remarket")[0]).toMatchObject({
      policy_key: "p1",
      title: "The commercial auto policy of Client c1 needs quotes from other markets",
    });
    expect(textsIn(found(output, "remarket")[0]?.because)).toContain(
      "The premium of the commercial auto policy is up 20 %.",
    );
    expect(found(output, "renewal_prep")[0]).toMatchObject({ due_on: "2026-01-29", next_expiration: "2026-03-30" });
    expect(found(output, "claim_followup")).toHaveLength(1);
  });

  test("points ask the change of the premium and the years of a client unrounded, and say what they are of (WORD-10)", () => {
    const riskOf = (premium: number, renewed: number, since: string): JsonObject => {
      const account = sampleAccount(
        "c1",
        [
          samplePolicy("p1", "commercial_auto", { premium }),
          samplePolicy("p2", "commercial_auto", {
            status: "future",
            effective_on: "2026-03-30",
            expires_on: "2027-03-30",
            prior_policy_key: "p1",
            premium: renewed,
          }),
        ],
        {
          since,
          claims: (since === "2025-03-30" ? [1, 2] : []).map((at) => ({
            policy_key: "p1",
            status: "closed",
            occurred_on: `2025-0${at}-01`,
          })),
          invoices: [7, 8, 9].map((at) => ({ due_on: `2025-0${at}-01`, paid_on: `2025-0${at}-20`, amount: 100 })),
        },
      );
      return found(run([account], { kinds: ["renewal_risk"] }), "renewal_risk")[0] ?? {};
    };
    const saysOf = (premium: number, renewed: number, since = "2025-03-30"): string =>
      textsIn(riskOf(premium, renewed, since).because).join("; ");
    expect(saysOf(869.6, 1000)).toContain("rises by 10 of 100 points: premium up 5 % to 15 %");
    expect(saysOf(1000, 1150)).toContain("rises by 20 of 100 points: premium up 15 % or more");
    expect(saysOf(952.41, 1000)).not.toContain("premium up");
    // The day of the book is 2026-01-15.
    expect(saysOf(1000, 1150, "2021-01-16")).toContain("falls by 8 of 100 points: client for three to five years");
    expect(saysOf(1000, 1150, "2021-01-15")).toContain("falls by 15 of 100 points: client for five years or more");
    expect(saysOf(1000, 1150, "2023-01-16")).not.toContain("client for");
  });

  test("every kind is as urgent as the account's next x-date is near (OPP-56)", () => {
    const account = sampleAccount(
      "c1",
      [
        samplePolicy("p1", "general_liability"),
        samplePolicy("p2", "commercial_auto", { effective_on: "2025-05-01", expires_on: "2026-05-01" }),
        samplePolicy("p3", "cyber", { status: "expired", effective_on: "2024-03-01", expires_on: "2025-03-01" }),
      ],
      {
        claims: [{ claim_key: "a", policy_key: "p2", occurred_on: "2025-06-01", status: "open", paid: 1, reserved: 1 }],
      },
    );
    const kinds = ["renewal_prep", "claim_followup", "win_back"];
    const rows = objectsIn(run([account], { kinds }).opportunities);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(kinds));
    // 74 of 180 days, as in OPP-58.
    expect(rows.map(({ urgency }) => urgency)).toEqual(rows.map(() => 0.7653));
    const lost = sampleAccount("c2", [
      samplePolicy("p4", "cyber", { status: "expired", effective_on: "2024-03-01", expires_on: "2025-03-01" }),
    ]);
    expect(found(run([lost], { kinds: ["win_back"] }), "win_back")[0]?.urgency).toBe(0.92);
  });

  test("takes a non-renewal notice as risk and as a reason to remarket", () => {
    const noticed = sampleAccount("c1", [samplePolicy("p1", "commercial_auto", { status: "non_renewed" })], {
      activities: [],
    });
    const announced = sampleAccount("c2", [samplePolicy("p1", "commercial_auto")], {
      activities: [
        { activity_key: "a", policy_key: "p1", code: "Non-renewal notice", occurred_at: "2026-01-10T08:00:00Z" },
      ],
    });
    const output = run([noticed, announced], { kinds: ["renewal_risk", "remarket"] });
    expect(found(output, "remarket").map((row) => row.client_key)).toEqual(["c1", "c2"]);
    expect(found(output, "renewal_risk").map((row) => row.propensity)).toEqual([0.6, 0.5]);
  });

  test("leaves a long-standing client with three policies in tier A", () => {
    const account = sampleAccount(
      "c1",
      ["general_liability", "workers_compensation", "commercial_auto"].map((line) => samplePolicy(line, line)),
      { since: "2010-01-01", activities: [{ activity_key: "a", occurred_at: "2026-01-10" }] },
    );
    const output = run([account], { kinds: ["renewal_risk", "renewal_prep"] });
    expect(found(output, "renewal_risk")).toEqual([]);
    expect(found(output, "renewal_prep")).toHaveLength(3);
  });

  test("wins back what was lost 9 to 13 months ago, and only that", () => {
    const lost = (key: string, cancelled_on: string): JsonObject =>
      samplePolicy(key, "workers_compensation", { status: "cancelled", cancelled_on, expires_on: "2025-12-31" });
    const output = run(
      [
        sampleAccount("c1", [lost("p", "2025-04-15")]),
        sampleAccount("c2", [lost("p", "2025-04-16")]),
        sampleAccount("c3", [lost("p", "2024-12-15")]),
        sampleAccount("c4", [lost("p", "2024-12-14")]),
        sampleAccount("c5", [lost("p", "2025-03-01"), samplePolicy("q", "workers_compensation")]),
      ],
      { kinds: ["win_back"] },
    );
    expect(new Set(found(output, "win_back").map((row) => row.client_key))).toEqual(new Set(["c1", "c3"]));
  });

  test("finds overdue money, late payers, quiet claims and wrong files", () => {
    const invoice = (key: string, due_on: string, more: JsonObject): JsonObject => ({
      invoice_key: key,
      due_on,
      amount: 500,
      ...more,
    });
    const overdue = sampleAccount("c1", [samplePolicy("p", "cyber")], {
      invoices: [invoice("i", "2025-12-01", { balance: 500 })],
    });
    const late = sampleAccount("c2", [samplePolicy("p", "cyber")], {
      invoices: ["03", "05", "07"].map((month) => invoice(month, `2025-${month}-01`, { paid_on: `2025-${month}-20` })),
    });
    const punctual = sampleAccount("c3", [samplePolicy("p", "cyber")], {
      invoices: [invoice("i", "2025-12-01", { paid_on: "2025-12-01", balance: 0 })],
    });
    const wrong = { client_key: "c4", policies: [samplePolicy("p", "cyber", { expires_on: "2025-12-31" })] };
    const output = run([overdue, late, punctual, wrong], { kinds: ["billing_risk", "data_quality"] });
    expect(found(output, "billing_risk").map((row) => [row.client_key, row.rule_key])).toEqual([
      ["c2", "billing_late_payments"],
      ["c1", "billing_overdue"],
    ]);
    const [problems] = found(output, "data_quality").filter((row) => row.client_key === "c4");
    expect(textsIn(problems?.because)).toEqual([
      "The file of Account c4 states no segment.",
      "The file of Account c4 states no producer.",
      "The cyber policy of Account c4 (p) is listed as active and expired on December 31, 2025.",
    ]);
  });
});

describe("choosing what is listed", () => {
  test("lists one per client, kind and policy, and names what else was found there (OPP-59)", () => {
    const account = sampleAccount("c1", [samplePolicy("p1", "general_liability", { premium: -1 })], {
      coverages: ["each_occurrence", "general_aggregate"].map((coverage) => ({
        coverage_key: coverage,
        policy_key: "p1",
        line: "general_liability",
        coverage,
        included: true,
        limit: 100_000,
      })),
    });
    const rows = found(run([account], { kinds: ["limit_adequacy"] }), "limit_adequacy");
    expect(rows).toHaveLength(1);
    // Equal scores: the graver rule is listed.
    expect(rows[0]?.rule_key).toBe("limit_gl_occurrence");
    expect(textsIn(rows[0]?.because)).toContain(
      "Under the same general liability policy, the general liability limit (general aggregate) of Client c1 is $100,000, below the recommended $2,000,000.",
    );
  });

  /** Lost ten months ago: as many offers as lines. */
  const lostLines = (key: string, lines: readonly string[]): JsonObject =>
    sampleAccount(
      key,
      lines.map((line) =>
        samplePolicy(`${key}-${line}`, line, {
          status: "expired",
          effective_on: "2024-03-01",
          expires_on: "2025-03-01",
        }),
      ),
    );

  test("caps the offers of every account and the whole list, and counts what it cut (OPP-61)", () => {
    const lines = ["cyber", "crime", "surety", "garage", "umbrella", "pollution", "flood"];
    const output = run([lostLines("c1", lines), lostLines("c2", lines)], { kinds: ["win_back"], max_results: 6 });
    expect(found(output, "win_back")).toHaveLength(6);
    expect(output.skipped).toEqual([
      { reason: "max_results", client_key: null, count: 4 },
      { reason: "per_account_cap", client_key: "c1", count: 2 },
      { reason: "per_account_cap", client_key: "c2", count: 2 },
    ]);
  });

  test("counts what it left out by reason when there are too many clients to name (OPP-61)", () => {
    const lines = ["cyber", "crime", "surety", "garage", "umbrella", "flood"];
    const accounts = Array.from({ length: 1200 }, (_, index) => lostLines(`c${index}`, lines));
    expect(run(accounts, { kinds: ["win_back"] }).skipped).toEqual([
      { reason: "max_results", client_key: null, count: 5500 },
      { reason: "per_account_cap", client_key: null, count: 1200 },
    ]);
  });

  test("asks only the kinds that are wanted and counts all of them", () => {
    const output = run(offices(), { kinds: ["renewal_prep"] });
    expect(found(output, "cross_sell")).toEqual([]);
    expect(part(part(output, "summary"), "by_kind")).toMatchObject({ cross_sell: 0, data_quality: 0 });
    expect(Object.keys(part(part(output, "summary"), "by_kind"))).toHaveLength(10);
  });

  test("keeps renewals within the horizon", () => {
    const account = sampleAccount("c1", [samplePolicy("p", "cyber")]);
    const kinds = { kinds: ["renewal_prep"] };
    expect(found(run([account], { ...kinds, horizon_days: 74 }), "renewal_prep")).toHaveLength(1);
    expect(found(run([account], { ...kinds, horizon_days: 73 }), "renewal_prep")).toHaveLength(0);
  });
});

describe("opportunities over several runs", () => {
  const accounts = [
    sampleAccount("c1", [samplePolicy("p1", "cyber")]),
    sampleAccount("c2", [samplePolicy("p2", "crime")]),
  ];
  const kinds = { kinds: ["renewal_prep"] };
  const before = (): readonly JsonObject[] => objectsIn(run(accounts, kinds).opportunities);
  const previous = (rows: readonly JsonObject[]): LoadedDataset =>
    sampleDataset("opportunities:previous", rows, "2026-01-14");

  test("have ids that are names under their engine (OPP-62)", () => {
    const id = "0b0f4a35-8a2f-4f6e-9d4b-1f1d6f0f8c11";
    const request: EngineRequest = { ...sampleRequest(accounts, kinds), engineId: id };
    const [row] = found(outputOf(engine.run(request)), "renewal_prep");
    expect(row?.opportunity_id).toBe(uuidV5(id, "renewal_prep|c1|cyber|p1|renewal_prep"));
    expect(row?.opportunity_id).not.toBe(before()[0]?.opportunity_id);
  });

  test("are unchanged when nothing but the calendar moved, and keep the day they were first seen (OPP-65)", () => {
    const rows = before().map((row): JsonObject => ({ ...row, first_seen_at: "2026-01-01T00:00:00Z", score: 1 }));
    const output = run(accounts, { ...kinds, as_of: "2026-01-16T00:00:00Z" }, [previous(rows)]);
    expect(found(output, "renewal_prep").map((row) => [row.change, row.first_seen_at, row.last_seen_at])).toEqual([
      ["unchanged", "2026-01-01T00:00:00Z", "2026-01-16T00:00:00Z"],
      ["unchanged", "2026-01-01T00:00:00Z", "2026-01-16T00:00:00Z"],
    ]);
    expect(part(output, "provenance").heads).toEqual({
      previous_run: { version: "7", as_of: "2026-01-14T00:00:00Z" },
    });
  });

  test("are updated when the premium changed and resolved when they are gone", () => {
    const changed = [sampleAccount("c1", [samplePolicy("p1", "cyber", { premium: 3000 })]), sampleAccount("c2", [])];
    const output = run(changed, kinds, [previous(before())]);
    expect(objectsIn(output.opportunities).map((row) => [row.client_key, row.change, row.status])).toEqual([
      ["c1", "updated", "open"],
      ["c2", "resolved", "resolved"],
    ]);
    expect(output.summary).toMatchObject({ new: 0, updated: 1, unchanged: 0, resolved: 1 });
  });

  test("are not resolved by a filter, another kind or a client that was not read (OPP-64)", () => {
    const gone = [previous(before())];
    expect(run([sampleAccount("c9", [])], kinds, gone).summary).toMatchObject({ resolved: 0 });
    expect(run([sampleAccount("c1", [])], { kinds: ["billing_risk"] }, gone).summary).toMatchObject({ resolved: 0 });
  });

  test("come back as new after they were resolved", () => {
    const rows = before().map((row): JsonObject => ({
      ...row,
      change: "resolved",
      first_seen_at: "2020-01-01T00:00:00Z",
    }));
    const [row] = found(run(accounts, kinds, [previous(rows)]), "renewal_prep");
    expect(row).toMatchObject({ change: "new", first_seen_at: "2026-01-15T00:00:00Z" });
  });

  test("stay away while dismissed or worked on, and keep a person's status (OPP-60)", () => {
    const [first, second] = before().map((row) => text(row, "opportunity_id") ?? "");
    const annotated = (more: JsonObject): LoadedDataset =>
      sampleDataset("opportunities:annotations", [{ opportunity_id: first ?? "", status: "dismissed", ...more }]);
    const listed = (dataset: LoadedDataset): Json[] =>
      found(run(accounts, kinds, [dataset]), "renewal_prep").map((row) => row.opportunity_id ?? null);
    expect(listed(annotated({ updated_at: "2025-08-01T00:00:00Z" }))).toEqual([second]);
    expect(listed(annotated({ updated_at: "2025-07-01T00:00:00Z" }))).toEqual([first, second]);
    expect(listed(annotated({ updated_at: "2025-07-01T00:00:00Z", follow_up_on: "2026-01-16" }))).toEqual([second]);
    expect(listed(annotated({ updated_at: "2026-01-10T00:00:00Z", follow_up_on: "2026-01-15" }))).toEqual([
      first,
      second,
    ]);
    const task = (more: JsonObject): LoadedDataset =>
      sampleDataset("records:tasks", [
        {
          task_key: "t",
          status: "open",
          created_at: "2026-01-10T00:00:00Z",
          source: { opportunity_id: first ?? "" },
          ...more,
        },
      ]);
    expect(listed(task({}))).toEqual([second]);
    expect(listed(task({ status: "done" }))).toEqual([first, second]);
    expect(listed(task({ created_at: "2025-12-01T00:00:00Z" }))).toEqual([first, second]);
    const working = sampleDataset("opportunities:annotations", [
      { opportunity_id: first ?? "", status: "in_progress" },
    ]);
    expect(found(run(accounts, kinds, [working]), "renewal_prep")[0]?.status).toBe("in_progress");
    const dismissed = run(accounts, kinds, [annotated({ updated_at: "2026-01-10T00:00:00Z" }), previous(before())]);
    expect(dismissed.summary).toMatchObject({ resolved: 0, unchanged: 1 });
    expect(dismissed.skipped).toEqual([{ reason: "dismissed", client_key: "c1", count: 1 }]);
  });
});

describe("sources", () => {
  test("a run without a readable account fails with its code (OPP-83)", () => {
    for (const input of [{}, { accounts: [] }, { records_ref: { client_keys: ["c1"] } }]) {
      expect(engine.validateInput(input)).toEqual([]);
      const result = engine.run({ ...sampleRequest([]), input });
      expect(result).toMatchObject({ status: "failed", stage: "load", code: "no_readable_account" });
    }
  });

  test("records that were not loaded degrade an answer that has inline accounts (OPP-82)", () => {
    const result = engine.run(sampleRequest(offices(), { records_ref: {} }));
    expect(result.status).toBe("degraded");
    expect(result.warnings.map((warning) => warning.code)).toEqual(["dataset_missing"]);
    expect(engine.run(sampleRequest(offices())).status).toBe("completed");
  });

  test("records are joined by client, filtered, and never show their keys among peers", () => {
    const book = offices();
    const datasets = [
      sampleDataset(
        "records:accounts",
        book.slice(9).map(({ policies: _policies, ...account }) => account),
      ),
      sampleDataset("records:policies", book.slice(9).flatMap(policiesWithClient)),
      sampleDataset(
        "peers:accounts",
        book.map(({ policies: _policies, ...account }) => account),
      ),
      sampleDataset("peers:policies", book.flatMap(policiesWithClient)),
    ];
    const input = { records_ref: { client_keys: ["o10", "o11"] }, kinds: ["cross_sell"] };
    const result = engine.run({
      ...sampleRequest([], {}, datasets),
      input: { as_of: "2026-01-15T00:00:00Z", ...input },
    });
    const output = outputOf(result);
    expect(result.status).toBe("completed");
    expect(found(output, "cross_sell").map((row) => row.client_key)).toEqual(["o10", "o11"]);
    // What the seat cannot see appears in no key, only in aggregates (OPP-29).
    expect(JSON.stringify(output)).not.toMatch(/"o0\d"|"g0"|Client o0/);
    expect(objectsIn(output.peer_tables).every((table) => Number(table.accounts) >= 8)).toBe(true);
  });

  test("every part of a book is compared with the peers of the whole book (OPP-5)", () => {
    const book = offices();
    const rowsOf = (accounts: ReturnType<typeof offices>) =>
      accounts.map(({ policies: _policies, ...account }) => account);
    // More clients than are read for peers: the last office is in none of them.
    const peers = book.slice(0, -1);
    const answers = [book.slice(0, 6), book.slice(6)].map((part, index) =>
      outputOf(
        engine.run({
          ...sampleRequest([], {}, [
            sampleDataset("records:accounts", rowsOf(part)),
            sampleDataset("records:policies", part.flatMap(policiesWithClient)),
            sampleDataset("peers:accounts", rowsOf(peers)),
            sampleDataset("peers:policies", peers.flatMap(policiesWithClient)),
          ]),
          input: { as_of: "2026-01-15T00:00:00Z", records_ref: { partition: { index, of: 2 } }, kinds: ["cross_sell"] },
        }),
      ),
    );
    const [first, second] = answers.map(({ peer_tables: tables }) => tables);
    expect(objectsIn(first).length).toBeGreaterThan(0);
    expect(second).toEqual(first);
  });

  test("records read more than 72 hours ago are stale (OPP-82)", () => {
    const datasets = [sampleDataset("records:accounts", offices(), "2026-01-10")];
    const result = engine.run(sampleRequest([], { records_ref: {} }, datasets));
    expect(result.status).toBe("degraded");
    expect(result.warnings.map((warning) => warning.code)).toContain("connection_stale");
  });

  test("a book whose accounts have neither segment nor trade is degraded (OPP-82)", () => {
    const bare = [
      { client_key: "a", policies: [samplePolicy("p", "other")] },
      { client_key: "b", policies: [samplePolicy("p", "other")] },
      { client_key: "c", segment: "commercial", policies: [samplePolicy("p", "other")] },
    ];
    expect(engine.run(sampleRequest(bare)).status).toBe("degraded");
    expect(engine.run(sampleRequest(bare.slice(1))).status).toBe("completed");
  });

  test("fewer than 8 peers are not used: no proposal, no figure, a warning (OPP-30)", () => {
    const few = [...offices().slice(0, 4), ...offices().slice(9)];
    const result = engine.run(sampleRequest(few, { kinds: ["cross_sell"] }));
    const output = outputOf(result);
    expect(output.opportunities).toEqual([]);
    expect(output.peer_tables).toEqual([]);
    expect(result.warnings.map((warning) => warning.code)).toEqual(["peer_support_low"]);
  });
});

function isOffer({ kind }: JsonObject): boolean {
  return ["coverage_gap", "cross_sell", "limit_adequacy", "win_back"].includes(
    text({ kind: kind ?? null }, "kind") ?? "",
  );
}

function policiesWithClient(account: JsonObject): JsonObject[] {
  return objectsIn(account.policies).map((policy) => ({ ...policy, client_key: account.client_key ?? null }));
}

describe("the same book gives the same bytes", () => {
  const whole = (result: DeterministicResult): string =>
    result.status === "failed"
      ? result.code
      : canonicalJson({
          output: result.output,
          work_items: result.workItems,
          warnings: result.warnings.map((w) => ({ ...w })),
        });

  test("twice, from two compiled engines", () => {
    const book = sampleBook(120, 5);
    const first = whole(engine.run(sampleRequest(book)));
    expect(whole(engine.run(sampleRequest(book)))).toBe(first);
    expect(whole(opportunity.compile(effective).run(sampleRequest(book)))).toBe(first);
  });

  test("in whatever order accounts and their rows arrive", () => {
    const book = sampleBook(60, 6);
    const turned = book.toReversed().map((account): JsonObject => {
      const entries = Object.entries(account).map(([name, value]): [string, Json] => [
        name,
        isJsonArray(value) && name !== "states" ? value.toReversed() : value,
      ]);
      return Object.fromEntries(entries.toReversed());
    });
    expect(whole(engine.run(sampleRequest(turned)))).toBe(whole(engine.run(sampleRequest(book))));
  });
});

describe("the output", () => {
  const result = engine.run(sampleRequest(sampleBook(150, 5), { max_results: 2000 }));
  const output = outputOf(result);

  test("satisfies its schema and names evidence that exists", () => {
    expect(checkResponse({ output })).toEqual([]);
    const evidenceIds = new Set(objectsIn(output.evidence).map((item) => item.evidence_id));
    for (const row of objectsIn(output.opportunities)) {
      expect(objectsIn(row.evidence).length).toBeGreaterThan(0);
      for (const item of objectsIn(row.evidence)) expect(evidenceIds.has(item.evidence_id)).toBe(true);
    }
    for (const finding of objectsIn(output.findings))
      for (const id of textsIn(finding.evidence_ids)) expect(evidenceIds.has(id)).toBe(true);
  });

  test("is ordered by lapse, then by score, without solutions, with work items that name findings (OPP-77)", () => {
    const rows = objectsIn(output.opportunities);
    const lapses = rows.filter((row) => row.rule_key === "renewal_lapse");
    expect(lapses.length).toBeGreaterThan(0);
    expect(rows.slice(0, lapses.length)).toEqual(lapses);
    const scoresOf = (some: readonly JsonObject[]): number[] => some.map((row) => Number(row.score));
    for (const scores of [scoresOf(lapses), scoresOf(rows.filter(isOffer))])
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
    if (result.status === "failed") throw new Error("failed");
    expect(result.solutions).toBeUndefined();
    const findings = new Set(objectsIn(output.findings).map((finding) => finding.finding_key));
    expect(result.workItems.length).toBeGreaterThan(0);
    for (const item of result.workItems)
      for (const key of textsIn(item.finding_keys)) expect(findings.has(key)).toBe(true);
  });

  test("suggests a workflow for renewals, remarketing and claims, and a task for everything else (OPP-79)", () => {
    const noticed = sampleAccount("n", [samplePolicy("p", "cyber", { status: "non_renewed" })]);
    const claim = { claim_key: "a", line: "cyber", occurred_on: "2025-10-01", status: "open", paid: 1, reserved: 1 };
    const claimed = sampleAccount("k", [samplePolicy("p", "cyber")], { claims: [claim] });
    const rows = [output, run([noticed, claimed])].flatMap(({ opportunities }) => objectsIn(opportunities));
    const workflows = new Map<Json, string>([
      ["renewal_prep", "renewal"],
      ["remarket", "remarket"],
      ["claim_followup", "claim_followup"],
    ]);
    for (const row of rows) {
      const [command] = objectsIn(row.suggested_commands);
      const workflow = workflows.get(row.kind ?? null);
      expect(command).toMatchObject(
        workflow === undefined
          ? {
              type: "create_task",
              payload: {
                priority: Number(row.score) >= 70 ? "high" : "normal",
                category: row.kind,
                source: { opportunity_id: row.opportunity_id },
              },
            }
          : { type: "start_workflow", payload: { workflow_type: workflow } },
      );
    }
    expect(new Set(rows.map((row) => workflows.get(row.kind ?? null)))).toEqual(
      new Set([undefined, ...workflows.values()]),
    );
  });

  test("gives every row its own id and at most five offers per account", () => {
    const rows = objectsIn(output.opportunities);
    expect(new Set(rows.map((row) => row.opportunity_id)).size).toBe(rows.length);
    const counts = new Map<Json, number>();
    for (const row of rows.filter(isOffer))
      counts.set(row.client_key ?? null, (counts.get(row.client_key ?? null) ?? 0) + 1);
    expect(Math.max(...counts.values())).toBeLessThanOrEqual(5);
  });
});
