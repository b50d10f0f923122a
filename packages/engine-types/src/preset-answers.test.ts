import { type CaseAssertion, evaluateGate } from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { engineTypes } from "./registry.ts";

/**
 * What the presets answer to their built-in cases, with the numbers that tuning would change (GATE-5): the cases
 * themselves assert only what survives it (`tuned-presets.test.ts`).
 */
const answers: { readonly [type: string]: { readonly [caseKey: string]: readonly CaseAssertion[] } } = {
  comparison: {
    renewal_drops_liquor: [
      { path: "/status", op: "eq", value: "completed" },
      {
        path: "/output/headline",
        op: "eq",
        value: "Carrier B is 11 % cheaper but drops liquor liability (saves $1,010.96 a year): negotiate",
      },
      { path: "/output/summary/best_key", op: "eq", value: "exp" },
      { path: "/output/summary/cheapest_key", op: "eq", value: "q1" },
      { path: "/output/summary/price_reference", op: "eq", value: "baseline" },
      { path: "/output/items/0/totals/total_cost_of_risk", op: "eq", value: 8896 },
      { path: "/output/items/1/totals/total_cost_of_risk", op: "eq", value: 8500.04 },
      { path: "/solutions/0/solution_key", op: "eq", value: "exp" },
      { path: "/solutions/1/eligible", op: "eq", value: false },
      { path: "/solutions/1/strengths/0", op: "eq", value: "It saves $1,010.96 a year" },
    ],
    whole_package: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/unaligned", op: "eq", value: [] },
      { path: "/output/summary/item_count", op: "eq", value: 3 },
      { path: "/output/summary/row_count", op: "gte", value: 62 },
      { path: "/output/differences", op: "count_gte", value: 30 },
      { path: "/output/quality/confidence", op: "gte", value: 0.99 },
      { path: "/solutions", op: "count_gte", value: 3 },
      { path: "/solutions/0/solution_key", op: "eq", value: "offer" },
    ],
    three_quotes: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/price_reference", op: "eq", value: "median_of_items" },
      { path: "/output/summary/best_key", op: "eq", value: "b" },
      { path: "/output/summary/cheapest_key", op: "eq", value: "c" },
      { path: "/solutions/2/solution_key", op: "eq", value: "c" },
      { path: "/solutions/2/strengths/0", op: "eq", value: "It costs $300 a year less than the median of the offers" },
      { path: "/solutions/2/eligible", op: "eq", value: false },
    ],
    unresolved_labels: [
      { path: "/status", op: "eq", value: "degraded" },
      { path: "/output/unaligned", op: "count_gte", value: 1 },
      { path: "/output/matrix/rows", op: "count_gte", value: 2 },
      { path: "/output/summary/cheapest_key", op: "eq", value: "a" },
    ],
    structural_findings: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/findings", op: "count_gte", value: 14 },
      { path: "/output/findings/0/rule_key", op: "eq", value: "retro_date" },
      { path: "/output/findings/0/severity", op: "eq", value: "critical" },
      { path: "/output/summary/best_key", op: "eq", value: "exp" },
      { path: "/solutions/1/breakdown/2/utility", op: "eq", value: 0 },
    ],
  },
  matching: {
    artisan_contractor: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/offerings_considered", op: "eq", value: 5 },
      { path: "/output/summary/eligible", op: "eq", value: 1 },
      { path: "/output/summary/refer", op: "eq", value: 1 },
      { path: "/output/summary/rejected", op: "eq", value: 3 },
      { path: "/solutions/0/solution_key", op: "eq", value: "gl:acme-artisan" },
      { path: "/solutions/0/score", op: "eq", value: 83.4 },
      { path: "/solutions/0/indicative_premium/mid", op: "eq", value: 7812 },
      { path: "/solutions/gl:beacon-trades", op: "rank_lte", value: 2 },
      { path: "/output/near_misses/cobalt-gl/change", op: "contains", value: "At least 10" },
    ],
    package_of_three: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/solutions/0/kind", op: "eq", value: "program" },
      { path: "/solutions/0/solution_key", op: "eq", value: "program:acme" },
      { path: "/solutions/program:acme/offerings", op: "count_gte", value: 3 },
      { path: "/solutions/best_of_each", op: "exists" },
      { path: "/output/needs/liquor/best_solution_key", op: "eq", value: "liquor:beacon-liquor" },
      { path: "/output/summary/eligible", op: "eq", value: 6 },
    ],
    missing_facts: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/needs_info", op: "eq", value: 3 },
      { path: "/output/summary/rejected", op: "eq", value: 0 },
      { path: "/output/missing_facts/0", op: "eq", value: { fact: "risk.revenue", affects: 2 } },
      { path: "/output/missing_facts/1/fact", op: "eq", value: "risk.naics" },
      { path: "/output/needs/gl/gap_reason", op: "contains", value: "the client's revenue is not on file" },
      { path: "/solutions", op: "count_gte", value: 3 },
    ],
    nothing_matches: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/solutions", op: "eq", value: [] },
      { path: "/output/headline", op: "contains", value: "No market matches" },
      { path: "/output/summary/rejected", op: "eq", value: 4 },
      { path: "/output/needs/gl/eligible", op: "eq", value: 0 },
      { path: "/output/rejected", op: "count_gte", value: 4 },
      { path: "/output/near_misses/acme-gl/change", op: "contains", value: "2,000,000" },
    ],
    renewal_with_decline: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/weights/price", op: "eq", value: 35 },
      { path: "/solutions/0/solution_key", op: "eq", value: "gl:beacon-gl" },
      { path: "/solutions/gl:beacon-gl/adjustments/0/points", op: "eq", value: -5 },
      { path: "/solutions/gl:acme-gl/eligibility", op: "eq", value: "refer" },
      { path: "/solutions/2/solution_key", op: "eq", value: "gl:acme-gl" },
      { path: "/output/findings/referral:gl:acme-gl", op: "exists" },
    ],
  },
  opportunity: {
    builtin_renewals_at_risk: [{ path: "/output/summary/by_kind/renewal_prep", op: "gte", value: 1 }],
  },
  triage: {
    mixed_queue: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/submission_key", op: "eq", value: "ready" },
      { path: "/output/queue/0/action", op: "eq", value: "work_now" },
      { path: "/output/queue/0/scores/priority", op: "eq", value: 78.5 },
      { path: "/output/summary/by_action/specialist", op: "eq", value: 1 },
      { path: "/output/summary/by_action/chase_info", op: "eq", value: 1 },
      { path: "/output/queue/incomplete/action", op: "eq", value: "chase_info" },
      { path: "/output/summary/by_route/large", op: "eq", value: 1 },
      { path: "/output/summary/received", op: "eq", value: 4 },
      { path: "/output/findings", op: "contains", value: { rule_key: "missing_items", submission_key: "incomplete" } },
    ],
    clearance: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/duplicates", op: "eq", value: 3 },
      { path: "/output/summary/by_action/hold_duplicate", op: "eq", value: 2 },
      { path: "/output/summary/by_action/clearance", op: "eq", value: 1 },
      { path: "/output/findings/0/rule_key", op: "eq", value: "clearance_conflict" },
      { path: "/output/findings/0/submission_key", op: "eq", value: "rival" },
      { path: "/output/summary/value_in_queue", op: "eq", value: 144000 },
    ],
    scarce_capacity: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/assignee", op: "eq", value: "sam" },
      { path: "/output/queue/1/route_key", op: "eq", value: "default" },
      { path: "/output/queue/1/assignee", op: "absent" },
      { path: "/output/queue/2/assignee", op: "eq", value: "kim" },
      { path: "/output/summary/unassigned", op: "eq", value: 1 },
    ],
    without_offerings: [
      { path: "/status", op: "eq", value: "degraded" },
      { path: "/output/queue", op: "count_gte", value: 2 },
      { path: "/output/queue/0/submission_key", op: "eq", value: "one" },
      { path: "/output/queue/0/scores/fit", op: "absent" },
    ],
    nothing_known: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/queue/0/action", op: "eq", value: "chase_info" },
      { path: "/output/queue/0/confidence", op: "eq", value: 0.3 },
    ],
  },
};

describe.each(Object.entries(answers))("the preset of %s", (name, expected) => {
  const type = Object.values(engineTypes).find((one) => one.name === name);
  if (type === undefined) throw new TypeError(`${name} is no engine type`);
  const effective = type.effectiveConfig(type.preset());
  const engine = type.compile(effective);
  const cases = type
    .builtInCases()
    .map((builtIn) => ({ ...builtIn, expect: expected[builtIn.case_key] ?? builtIn.expect }));

  test.each(Object.keys(expected))("answers %s with the worked numbers", (caseKey) => {
    const responseSchema = type.responseSchema(effective);
    const { caseResults } = evaluateGate({ engine, type, effective, cases, responseSchema });
    expect(caseResults.find(({ case_key }) => case_key === caseKey)).toMatchObject({ passed: true, failures: [] });
  });
});
