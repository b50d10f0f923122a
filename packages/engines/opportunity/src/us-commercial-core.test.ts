import { gapRules, opportunityRules } from "@service/packs";
import { expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { opportunity } from "./index.ts";

/** Beside the built-in cases: an account that is well covered, and one in its fourth year with a small increase and a notice. */
const extraAccounts: readonly JsonObject[] = [
  {
    client_key: "covered",
    segment: "commercial",
    naics: "541611",
    revenue: 100_000,
    employees: 1,
    payroll: 0,
    attributes: {
      owned_vehicles: 0,
      employees_drive: false,
      contents_value: 0,
      building_value: 0,
      tenant_improvements: 0,
      flood_zones: ["X"],
      tools_value: 0,
      construction_in_progress: 0,
      alcohol_receipts: 0,
      professional_fees: 0,
    },
    policies: [
      { policy_key: "a", line: "general_liability", status: "active", expires_on: "2026-04-01", premium: 100 },
      { policy_key: "b", line: "cyber", status: "active", expires_on: "2026-05-01", premium: 100 },
      { policy_key: "c", line: "professional_liability", status: "active", expires_on: "2026-06-01", premium: 100 },
    ],
  },
  {
    client_key: "fourth-year",
    segment: "commercial",
    naics: "424410",
    revenue: 7_000_000,
    employees: 6,
    since: "2022-02-01",
    attributes: { owned_vehicles: 7 },
    policies: [
      {
        policy_key: "p",
        line: "commercial_auto",
        status: "non_renewed",
        kind: "renewal",
        effective_on: "2025-04-01",
        expires_on: "2026-04-01",
        premium: 1100,
      },
      {
        policy_key: "o",
        line: "commercial_auto",
        status: "expired",
        effective_on: "2024-04-01",
        expires_on: "2025-04-01",
        premium: 1000,
      },
      {
        policy_key: "q",
        line: "cyber",
        status: "active",
        kind: "renewal",
        effective_on: "2025-04-01",
        expires_on: "2026-04-01",
        premium: 900,
      },
    ],
    coverages: [],
    claims: [],
    activities: [{ occurred_at: "2026-01-10" }],
    invoices: [],
  },
  // Employees in the states of the four funds and in Texas; a builder, then a school.
  ...[
    { client_key: "funds", naics: "236118", attributes: { installs_materials: true, texas_nonsubscriber: false } },
    { client_key: "school", naics: "611110", attributes: { cares_for_vulnerable: true } },
  ].map((account) => ({
    segment: "commercial",
    states: ["ND", "OH", "WA", "WY", "TX"],
    employees: 12,
    policies: [{ policy_key: "gl", line: "general_liability", status: "active", expires_on: "2026-09-01" }],
    coverages: [{ policy_key: "gl", line: "general_liability", coverage: "each_occurrence", limit: 1_000_000 }],
    ...account,
  })),
];

test("every rule of the pack fires in one case and stays quiet in another (OPP-66, PACK-5)", () => {
  const effective = opportunity.effectiveConfig(opportunity.preset());
  const engine = opportunity.compile(effective);
  const accounts = [
    ...opportunity.builtInCases().flatMap(({ input }) => input.accounts ?? []),
    ...extraAccounts,
  ].flat();
  const seen = new Map<string, Set<string>>();
  for (const account of accounts) {
    const result = engine.run({
      input: { as_of: "2026-01-15T00:00:00Z", accounts: [account] },
      offerings: undefined,
      runId: "00000000-0000-4000-8000-000000000001",
      createdAt: "2026-01-15T00:00:00Z",
      datasets: new Map(),
      onStage: () => undefined,
    });
    if (result.status === "failed") throw new Error(result.code);
    for (const { ruleKey, result: outcome } of result.ruleOutcomes)
      seen.set(ruleKey, (seen.get(ruleKey) ?? new Set()).add(outcome));
  }
  const lacking = opportunity
    .gateKeys(effective)
    .filter((key) => seen.get(key)?.has("true") !== true || seen.get(key)?.has("false") !== true)
    .map((key) => `${key}: ${[...(seen.get(key) ?? [])].join(", ")}`);
  expect(lacking).toEqual([]);
});

test("all gap rules of entity_analysis are taken over but those that need locations or extracted limits", () => {
  const taken = new Set((opportunityRules.gap_rules ?? []).map((rule) => rule.key));
  expect(gapRules.map((rule) => rule.key).filter((key) => !taken.has(key ?? null))).toEqual([
    "gap_building_underinsured",
    "gap_ordinance_law",
  ]);
  expect(JSON.stringify(opportunityRules.gap_rules)).not.toMatch(/"(?:profile|records|input)\./);
});
