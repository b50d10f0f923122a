import { describe, expect, test } from "@jest/globals";
import { byText, type Json, type JsonObject, isJsonArray, isJsonObject } from "@service/json";
import { entityAnalysis } from "./index.ts";

const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
const insured = "Blue Harbor Cafe";
const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
const list = (value: Json | undefined): JsonObject[] => (isJsonArray(value) ? value.filter(isJsonObject) : []);

function run(input: JsonObject) {
  const subject = { key: "acct", kind: "account", label: insured };
  const result = engine.run({
    input: { as_of: "2026-01-15T00:00:00Z", subject, ...input },
    offerings: undefined,
    runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
    createdAt: "2026-01-20T10:00:00Z",
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") throw new Error(result.error);
  const findings = list(result.output.findings).filter(({ status }) => status !== "pass");
  return { ...result, findings, gaps: list(result.output.gaps), requirements: list(result.output.requirements) };
}

const policy = (line: string, more: JsonObject = {}): JsonObject => ({
  policy_key: line,
  policy_number: `N-${line}`,
  line,
  status: "active",
  expires_on: "2026-12-01",
  premium: 1000,
  ...more,
});
const coverage = (line: string, code: string, limit?: number): JsonObject => ({
  coverage_key: `${line}-${code}`,
  policy_key: line,
  line,
  coverage: code,
  ...(limit === undefined ? {} : { limit }),
});

/** A restaurant with general liability and property, and five real gaps: 37 employees, alcohol, data, a van, no crime. */
const restaurant = {
  naics: "722511",
  states: ["CA"],
  revenue: 3_100_000,
  payroll: 900_000,
  employees: 12,
  alcohol_receipts: 450_000,
  stores_personal_data: true,
  owned_vehicles: 1,
  years_in_business: 8,
};
const fiveGaps: JsonObject = {
  profile: restaurant,
  records: {
    policies: [policy("general_liability"), policy("commercial_property"), policy("workers_compensation")],
    coverages: [
      coverage("general_liability", "each_occurrence", 1_000_000),
      coverage("general_liability", "general_aggregate", 2_000_000),
      coverage("commercial_property", "business_personal_property", 300_000),
      coverage("workers_compensation", "statutory_wc"),
      coverage("workers_compensation", "el_each_accident", 500_000),
    ],
  },
};

describe("unknown facts are one question per topic (ENT-74, ENT-75)", () => {
  const result = run(fiveGaps);

  test("an account with five real gaps shows at most eleven findings that are no pass", () => {
    const gaps = result.findings.filter(({ status }) => status === "gap").map(({ rule_key }) => textOf(rule_key));
    expect(gaps.toSorted(byText)).toEqual([
      "gap_business_income",
      "gap_commercial_auto",
      "gap_cyber",
      "gap_employment_practices",
      "gap_liquor_liability",
    ]);
    expect(result.findings.length).toBeLessThanOrEqual(11);
  });

  test("no contract on file is one question and no finding of a requirement", () => {
    expect(result.findings.filter(({ rule_key }) => textOf(rule_key).startsWith("req_"))).toEqual([]);
    const contracts = result.findings.filter(({ rule_key }) => rule_key === "ask_contracts");
    expect(contracts).toHaveLength(1);
    expect(contracts[0]?.questions).toEqual([
      {
        fact: "records.contracts",
        text: "Which contracts, leases and loans of Blue Harbor Cafe require insurance, and what do they ask for?",
      },
    ]);
    const open = result.requirements.filter(({ status }) => status === "review");
    expect(open.length).toBeGreaterThan(3);
    expect(open.every(({ finding_key }) => finding_key === undefined)).toBe(true);
  });

  test("each topic has one finding, one work item and the severity of its gravest rule", () => {
    const questions = result.findings.filter(({ rule_key }) => textOf(rule_key).startsWith("ask_"));
    expect(new Set(questions.map(({ finding_key }) => finding_key)).size).toBe(questions.length);
    for (const finding of questions) {
      expect(finding).toMatchObject({ status: "review", confidence: 0.3 });
      expect(list(finding.questions).length).toBeGreaterThan(0);
      const work = result.workItems.filter(
        ({ finding_keys: keys }) => isJsonArray(keys) && keys.includes(finding.finding_key ?? null),
      );
      expect(work.map(({ kind }) => kind)).toEqual(["contact_client"]);
    }
    expect(questions.find(({ rule_key }) => rule_key === "ask_losses")?.severity).toBe("high");
  });

  test("the rules behind a question stay listed and add no finding or work item of their own", () => {
    const open = result.gaps.filter(({ status }) => status === "review");
    expect(open.map(({ rule_key }) => rule_key)).toContain("gap_flood");
    const keys = new Set(result.findings.map(({ finding_key }) => finding_key));
    expect(open.filter(({ finding_key }) => keys.has(finding_key))).toEqual([]);
    const worked = result.workItems.flatMap(({ finding_keys }) => (isJsonArray(finding_keys) ? finding_keys : []));
    expect(open.filter(({ finding_key }) => worked.includes(finding_key ?? null))).toEqual([]);
  });

  test("a topic whose rules share one line names it", () => {
    const { alcohol_receipts: _unknown, ...rest } = restaurant;
    const question = run({ ...fiveGaps, profile: rest }).findings.find(({ rule_key }) => rule_key === "ask_alcohol");
    expect(question).toMatchObject({ severity: "critical", target: { line: "liquor_liability" } });
  });

  test("trade and states come first: while they are unknown no question depends on them", () => {
    const { naics: _naics, states: _states, ...rest } = restaurant;
    const questions = run({ ...fiveGaps, profile: rest }).findings.flatMap(({ questions }) => list(questions));
    const facts = questions.map(({ fact }) => fact);
    expect(facts).toEqual(expect.arrayContaining(["profile.naics", "profile.states"]));
    expect(facts).not.toContain("profile.texas_nonsubscriber");
  });
});

describe("one missing line is one finding (ENT-76)", () => {
  const uninsured = run({
    profile: { ...restaurant, owned_vehicles: 0, employees_drive: false },
    records: {
      policies: [policy("workers_compensation")],
      coverages: [coverage("workers_compensation", "statutory_wc")],
      contracts: [
        {
          contract_key: "k",
          gl_occurrence_required: 1_000_000,
          gl_aggregate_required: 2_000_000,
          additional_insured: true,
        },
      ],
    },
  });

  test("check, gap and contract requirements of general liability are reported together", () => {
    const about = uninsured.findings.filter(
      ({ target }) => isJsonObject(target) && target.line === "general_liability",
    );
    expect(about).toHaveLength(1);
    expect(about[0]).toMatchObject({ rule_key: "gap_general_liability", severity: "critical", status: "gap" });
    expect(about[0]?.detail).toContain("The missing policy is behind 4 other points of this review.");
    const failed = uninsured.requirements.filter(({ status }) => status === "fail");
    expect(failed.map(({ rule_key }) => rule_key)).toEqual([
      "req_contract_gl",
      "req_contract_gl_aggregate",
      "req_contract_additional_insured",
    ]);
    expect(new Set(failed.map(({ finding_key }) => finding_key))).toEqual(
      new Set(["gap_general_liability:general_liability"]),
    );
  });

  test("several coverages of a missing property policy are one finding about the line", () => {
    const about = uninsured.findings.filter(
      ({ target }) => isJsonObject(target) && target.line === "commercial_property",
    );
    expect(about.length).toBeLessThanOrEqual(1);
  });
});

describe("requirements ask what is insured (ENT-38, COVER-2, COVER-6, COVER-7, COVER-8)", () => {
  const profile: JsonObject = { naics: "722511", states: ["CA"], revenue: 400_000, employees: 2, owned_vehicles: 1 };
  const requirement = (
    key: string,
    contract: JsonObject,
    policies: readonly JsonObject[],
    coverages: readonly JsonObject[],
  ) => {
    const records = {
      policies: [...policies],
      coverages: [...coverages],
      contracts: [{ contract_key: "k", ...contract }],
    };
    const result = run({ profile, records });
    return {
      found: result.requirements.find(({ rule_key }) => rule_key === key),
      finding: result.findings.find(({ rule_key }) => rule_key === key),
      questions: result.findings.flatMap(({ questions }) => list(questions).map(({ text }) => textOf(text))),
    };
  };
  const gl = [coverage("general_liability", "each_occurrence", 1_000_000)];
  const umbrella = coverage("umbrella", "umbrella_occurrence", 4_000_000);
  const both = (more: JsonObject = {}) => [policy("general_liability"), policy("umbrella", more)];

  test("1,000,000 each occurrence of a business owners policy meets 1,000,000 of general liability", () => {
    const { found } = requirement(
      "req_contract_gl",
      { gl_occurrence_required: 1_000_000 },
      [policy("business_owners")],
      [coverage("business_owners", "each_occurrence", 1_000_000)],
    );
    expect(found).toMatchObject({ status: "pass", items: [{ found: 1_000_000, via: "business_owners" }] });
  });

  test("3,000,000 is met by 1,000,000 and an umbrella of 4,000,000 that schedules the line", () => {
    const requested = { gl_occurrence_required: 3_000_000 };
    const { found, questions } = requirement(
      "req_contract_gl",
      requested,
      both({ underlying_lines: ["general_liability"] }),
      [...gl, umbrella],
    );
    expect(found).toMatchObject({ status: "pass", items: [{ found: 1_000_000, umbrella: 4_000_000 }] });
    expect(questions.join(" ")).not.toContain("schedule of underlying insurance");
  });

  test("it fails where the schedule leaves the line out", () => {
    const { found, finding } = requirement(
      "req_contract_gl",
      { gl_occurrence_required: 3_000_000 },
      both({ underlying_lines: ["commercial_auto"] }),
      [...gl, umbrella],
    );
    expect(found).toMatchObject({ status: "fail" });
    expect(finding?.detail).toContain(
      "A contract asks Blue Harbor Cafe for at least $3,000,000 of general liability, each occurrence; $1,000,000 is on file.",
    );
  });

  test("an unread schedule counts, and is requested", () => {
    const { found, questions } = requirement("req_contract_gl", { gl_occurrence_required: 3_000_000 }, both(), [
      ...gl,
      umbrella,
    ]);
    expect(found).toMatchObject({ status: "pass" });
    expect(questions).toContain(
      "Which policies does the umbrella of Blue Harbor Cafe list in its schedule of underlying insurance?",
    );
  });

  test("a contract that wants the primary limit alone is not met by the umbrella", () => {
    const { found, finding } = requirement(
      "req_contract_gl",
      { gl_occurrence_required: 3_000_000, umbrella_counts: false },
      both({ underlying_lines: ["general_liability"] }),
      [...gl, umbrella],
    );
    expect(found).toMatchObject({ status: "fail" });
    expect(finding?.title).toContain(insured);
  });

  test("a tower that is too low names its parts (COVER-9)", () => {
    const { finding } = requirement("req_contract_gl", { gl_occurrence_required: 6_000_000 }, both(), [
      ...gl,
      umbrella,
    ]);
    expect(finding?.detail).toContain("$1,000,000 primary and $4,000,000 umbrella is on file");
  });

  test.each([
    [1_000_000, "pass"],
    [250_000, "fail"],
  ])("split auto limits with %p of property damage against a combined 1,000,000: %s", (damage, status) => {
    const { found } = requirement(
      "req_contract_auto",
      { auto_required: 1_000_000 },
      [policy("commercial_auto")],
      [
        coverage("commercial_auto", "bi_per_person", 1_000_000),
        coverage("commercial_auto", "bi_per_accident", 1_000_000),
        coverage("commercial_auto", "property_damage", damage),
      ],
    );
    expect(found).toMatchObject({ status, items: [{ found: damage }] });
  });
});

test("carriers are counted whichever field of a policy gives them (REC-139)", () => {
  const policies = [
    { carrier_key: "k1", carrier_name: "Harbor Mutual" },
    { carrier_key: "k1" },
    { carrier_name: "The Harbor Mutual Ins. Co." },
    { writing_company: "Larkfield Casualty" },
    { carrier_key: "k2" },
  ].map((fields, at) => policy("crime", { policy_key: `p${at}`, ...fields }));
  const { output } = run({ records: { policies } });
  expect(output.counters).toMatchObject({ carriers: { value: 3 } });
});
