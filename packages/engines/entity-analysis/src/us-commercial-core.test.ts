import { entityAnalysisRules } from "@service/packs";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { entityAnalysis } from "./index.ts";
import { type JsonObject, isJsonArray, isJsonObject } from "@service/json";

/** Cases beside the built-in ones: a file without cover, and a file that knows nothing but a policy. */
const extraInputs: { readonly [name: string]: JsonObject } = {
  uninsured: {
    as_of: "2026-01-15T00:00:00Z",
    subject: { key: "u", kind: "account", label: "Uninsured" },
    profile: {
      revenue: 2_500_000,
      payroll: 100_000,
      employees: 6,
      owned_vehicles: 2,
      subcontract_cost: 50_000,
      tools_value: 40_000,
      naics: "238220",
    },
    documents: [{ document_key: "d", kind: "photos", fields: { count: 3 } }],
    records: {
      policies: [
        { policy_key: "p1", line: "umbrella", status: "active", expires_on: "2026-12-01" },
        { policy_key: "p2", line: "crime", status: "active", expires_on: "2026-12-01" },
        { policy_key: "p3", line: "commercial_auto", status: "active", expires_on: "2026-12-01" },
        { policy_key: "p4", line: "workers_compensation", status: "active", expires_on: "2026-12-01" },
      ],
      coverages: [
        { policy_key: "p3", line: "commercial_auto", coverage: "combined_single_limit", limit: 300_000 },
        { policy_key: "p4", line: "workers_compensation", coverage: "el_each_accident", limit: 100_000 },
        { policy_key: "p1", line: "umbrella", coverage: "umbrella_occurrence", limit: 1_000_000 },
        { policy_key: "p2", line: "crime", coverage: "employee_theft", limit: 100_000 },
      ],
      contracts: [
        {
          contract_key: "k",
          party: "Owner",
          kind: "prime",
          auto_required: 2_000_000,
          umbrella_required: 5_000_000,
          waiver: true,
          primary_wording: true,
        },
      ],
    },
  },
  monopolistic_states: {
    as_of: "2026-01-15T00:00:00Z",
    subject: { key: "f", kind: "account", label: "Four Funds Builders" },
    profile: {
      employees: 12,
      states: ["ND", "OH", "WA", "WY", "TX"],
      naics: "236118",
      installs_materials: true,
      texas_nonsubscriber: false,
    },
    records: {
      policies: [{ policy_key: "p", line: "general_liability", status: "active" }],
      coverages: [{ policy_key: "p", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }],
    },
  },
  school: {
    as_of: "2026-01-15T00:00:00Z",
    subject: { key: "s", kind: "account", label: "Larkfield School" },
    profile: { employees: 30, states: ["NY"], naics: "611110", cares_for_vulnerable: true },
    records: {
      policies: [{ policy_key: "p", line: "general_liability", status: "active" }],
      coverages: [{ policy_key: "p", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }],
    },
  },
  unknown: {
    as_of: "2026-01-15T00:00:00Z",
    subject: { key: "n", kind: "account", label: "Unknown" },
    records: { policies: [{ policy_key: "p", line: "homeowners", status: "expired", expires_on: "2025-01-01" }] },
  },
};

/** Checks that ask for a missing fact instead of failing. */
const asksForItsFact = new Set(["trade_classified", "revenue_known", "workforce_known", "states_known"]);

type Seen = { fired: string[]; quiet: string[] };
const seen = new Map<string, Seen>();
const note = (key: string, name: string, hasFired: boolean): void => {
  const entry = seen.get(key) ?? { fired: [], quiet: [] };
  (hasFired ? entry.fired : entry.quiet).push(name);
  seen.set(key, entry);
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const keysOf = (...fields: string[]): string[] =>
  fields.flatMap((field) => (entityAnalysisRules[field] ?? []).map((rule) => textOf(rule.key)));
const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const checks = new Set(keysOf("deterministic_checks"));

beforeAll(() => {
  const engine = entityAnalysis.compile(entityAnalysis.effectiveConfig(entityAnalysis.preset()));
  const inputs: [string, JsonObject][] = [
    ...entityAnalysis.builtInCases().map((builtIn): [string, JsonObject] => [builtIn.case_key, builtIn.input]),
    ...Object.entries(extraInputs),
  ];
  for (const [name, input] of inputs) {
    expect(engine.validateInput(input)).toEqual([]);
    const result = engine.run({
      input,
      offerings: undefined,
      runId: "7f2c1b3a-5d60-4a51-9a3e-0c6f1f0e5a11",
      createdAt: "2026-01-15T00:00:00Z",
      datasets: new Map(),
      onStage: () => undefined,
    });
    if (result.status === "failed") throw new Error(`${name}: ${result.error}`);
    const rows = (field: string): JsonObject[] => {
      const list = result.output[field];
      return isJsonArray(list) ? list.filter(isJsonObject) : [];
    };
    // A missing line is one finding (ENT-76): its rules still fired, and show it where they are listed.
    const fired = new Set(
      [...rows("findings"), ...rows("gaps"), ...rows("requirements").filter(({ status }) => status === "fail")]
        .filter(({ status }) => status !== "review" && status !== "pass")
        .map((finding) => textOf(finding.rule_key)),
    );
    const decided = new Map(result.ruleOutcomes.map((outcome) => [outcome.ruleKey, outcome.result]));
    for (const key of keysOf("deterministic_checks", "requirement_rules", "deterministic_gap_rules")) {
      const outcome = decided.get(key);
      // Points of one kind are one finding (ENT-83): a check that failed has the outcome false.
      const hasFired = fired.has(key) || (checks.has(key) && outcome === "false");
      if (outcome === "true" || outcome === "false") note(key, name, hasFired);
      else if (outcome === "unknown" && asksForItsFact.has(key)) note(key, name, true);
    }
    for (const key of keysOf("overlay_categories", "knowledge_overlay")) note(key, name, decided.get(key) === "true");
    for (const key of keysOf("profile_extraction_rules"))
      note(key, name, member(member(result.output.profile, key), "value") !== null);
    for (const key of keysOf("summary_counter_rules"))
      note(key, name, member(member(result.output.counters, key), "value") !== null);
    for (const key of keysOf("extra_result_sections")) {
      const rows = member(member(result.output.sections, key), "rows");
      note(key, name, Array.isArray(rows) && rows.length > 0);
    }
  }
});

describe("us_commercial_core for entity_analysis", () => {
  test.each(keysOf(...Object.keys(entityAnalysisRules)))(
    "rule %s fires in one case and not in another (ENT-66, PACK-5)",
    (key) => {
      const entry = seen.get(key);
      expect({ key, fires: (entry?.fired.length ?? 0) > 0, isQuiet: (entry?.quiet.length ?? 0) > 0 }).toEqual({
        key,
        fires: true,
        isQuiet: true,
      });
    },
  );

  test("has the rules that ENT-66 counts and names", () => {
    expect(keysOf("profile_extraction_rules").length).toBeGreaterThanOrEqual(24);
    expect(keysOf("deterministic_checks").length).toBeGreaterThanOrEqual(30);
    expect(keysOf("deterministic_gap_rules").length).toBeGreaterThanOrEqual(25);
    expect(keysOf("requirement_rules")).toHaveLength(10);
    expect(keysOf("summary_counter_rules")).toHaveLength(8);
    expect(keysOf("extra_result_sections")).toHaveLength(4);
    expect(keysOf("knowledge_overlay")).toHaveLength(20);
  });

  test("has one key per rule over all arrays, so that outcomes and findings name one rule", () => {
    const keys = keysOf(...Object.keys(entityAnalysisRules));
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("keeps a preset within the 256 KiB of a configuration", () => {
    expect(JSON.stringify(entityAnalysis.preset()).length).toBeLessThan(200 * 1024);
  });
});
