import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * Five cases with which the preset passes its gate (GATE-4, GATE-5). Together they decide every built-in check and the
 * preset's rule. Carriers and clients are invented, offerings are inline and `as_of` is fixed, so the cases do not age.
 */
export function builtInCases(): EvaluationCase[] {
  return [artisanContractor(), packageOfThree(), missingFacts(), nothingMatches(), renewalWithDecline()];
}

const usable: CaseAssertion = { path: "/status", op: "in", value: ["completed", "degraded"] };

const asOf = "2026-03-01T12:00:00Z";

function artisanContractor(): EvaluationCase {
  return {
    case_key: "artisan_contractor",
    label: "A roofing contractor, one line, five markets",
    tags: ["single_need", "pricing", "near_miss"],
    input: {
      as_of: asOf,
      client: { key: "northgate", label: "Northgate Roofing" },
      needs: [generalLiability({ target_premium: 8200 })],
      risk: { naics: "238160", states: ["TX"], primary_state: "TX", revenue: 1_200_000, years_in_business: 9 },
      loss_history: losses(0.3, 8000),
    },
    offerings: [
      offering("acme-artisan", "acme", "Acme Mutual", "Artisan GL", {
        rating: "A",
        appetite: [{ prefix: "2381", level: "preferred" }],
        bounds: [{ fact: "risk.revenue", max: 5_000_000, effect: "knockout" }],
        pricing: {
          basis_fact: "risk.revenue",
          per: 1000,
          rate: 6.2,
          minimum_premium: 2500,
          state_factors: { TX: 1.05 },
        },
        turnaround_days: 4,
        history: { submitted: 18, quoted: 11, bound: 6 },
        required_documents: ["application", "loss_runs"],
      }),
      offering("beacon-trades", "beacon", "Beacon Specialty", "Trades", {
        market: "surplus",
        rating: "A-",
        pricing: { basis_fact: "risk.revenue", per: 1000, rate: 7.4 },
      }),
      offering("cobalt-gl", "cobalt", "Cobalt Insurance", "Contractors GL", {
        bounds: [{ fact: "risk.years_in_business", min: 10, effect: "knockout" }],
      }),
      offering("delta-gl", "delta", "Delta Casualty", "Main Street GL", { states: { include: ["CA", "OR"] } }),
      offering("ember-gl", "ember", "Ember National", "Small GL", {
        appetite: [{ prefix: "23816", level: "prohibited" }],
        status: "paused",
      }),
    ],
    expect: [
      usable,
      { path: "/output/summary/offerings_considered", op: "eq", value: 5 },
      { path: "/solutions/gl:acme-artisan", op: "rank_lte", value: 1 },
      { path: "/solutions/gl:acme-artisan/indicative_premium/mid", op: "eq", value: 7812 },
      { path: "/solutions/gl:beacon-trades", op: "exists" },
      { path: "/output/rejected/cobalt-gl/rule_keys", op: "contains", value: "bound:risk.years_in_business" },
      { path: "/output/rejected/delta-gl/rule_keys", op: "contains", value: "state" },
      { path: "/output/rejected/ember-gl/rule_keys", op: "contains", value: "status" },
    ],
  };
}

function packageOfThree(): EvaluationCase {
  const lines = (key: string, carrier: string, name: string, line: string, extra: JsonObject = {}): JsonObject =>
    offering(key, carrier, name, line.replaceAll("_", " "), { lines: [line], coverages: [], rating: "A", ...extra });
  const need = (key: string, line: string): JsonObject => ({
    need_key: key,
    line,
    effective_on: "2026-05-01",
    coverages: [],
  });
  return {
    case_key: "package_of_three",
    label: "A restaurant with three lines, two carriers that write all of them",
    tags: ["programs"],
    input: {
      as_of: asOf,
      client: { key: "blue-harbor", client_key: "c_blue_harbor", label: "Blue Harbor Cafe" },
      needs: [
        need("liquor", "liquor_liability"),
        need("property", "commercial_property"),
        need("wc", "workers_compensation"),
      ],
      risk: { naics: "722511", states: ["OR"], revenue: 900_000, payroll: 320_000, employees: 14 },
    },
    offerings: [
      lines("acme-liquor", "acme", "Acme Mutual", "liquor_liability"),
      lines("acme-property", "acme", "Acme Mutual", "commercial_property"),
      lines("acme-wc", "acme", "Acme Mutual", "workers_compensation"),
      lines("beacon-liquor", "beacon", "Beacon Specialty", "liquor_liability", { rating: "A++" }),
      lines("beacon-property", "beacon", "Beacon Specialty", "commercial_property", { rating: "A-" }),
      lines("cobalt-wc", "cobalt", "Cobalt Insurance", "workers_compensation", { rating: "B+" }),
    ],
    expect: [
      usable,
      { path: "/output/summary/offerings_considered", op: "eq", value: 6 },
      { path: "/output/summary/rejected", op: "eq", value: 0 },
      { path: "/output/needs", op: "count_gte", value: 3 },
      { path: "/output/needs/liquor/best_solution_key", op: "exists" },
      { path: "/output/needs/property/best_solution_key", op: "exists" },
      { path: "/output/needs/wc/best_solution_key", op: "eq", value: "wc:acme-wc" },
      { path: "/solutions", op: "count_gte", value: 6 },
    ],
  };
}

function missingFacts(): EvaluationCase {
  return {
    case_key: "missing_facts",
    label: "A submission without revenue and classification",
    tags: ["unknown"],
    input: {
      as_of: asOf,
      client: { key: "juniper", label: "Juniper Studio" },
      needs: [generalLiability()],
      risk: { states: ["WA"] },
    },
    offerings: [
      offering("acme-office", "acme", "Acme Mutual", "Office GL", {
        rating: "A+",
        turnaround_days: 2,
        bounds: [{ fact: "risk.revenue", max: 2_000_000, effect: "knockout" }],
      }),
      offering("beacon-office", "beacon", "Beacon Specialty", "Office GL", {
        rating: "A",
        rules: [
          {
            key: "small_only",
            effect: "knockout",
            when: { fact: "risk.revenue", op: "gt", value: 1_000_000 },
            message: "Small offices only",
          },
        ],
      }),
      offering("cobalt-office", "cobalt", "Cobalt Insurance", "Office GL", {
        rating: "A",
        appetite: [{ prefix: "7225", level: "prohibited" }],
      }),
    ],
    expect: [
      usable,
      { path: "/output/summary/eligible", op: "eq", value: 0 },
      { path: "/output/summary/rejected", op: "eq", value: 0 },
      { path: "/output/missing_facts", op: "contains", value: { fact: "risk.revenue" } },
      { path: "/output/missing_facts", op: "contains", value: { fact: "risk.naics" } },
      { path: "/solutions/gl:acme-office/eligibility", op: "in", value: ["needs_info", "refer"] },
      { path: "/solutions", op: "count_gte", value: 3 },
    ],
  };
}

function nothingMatches(): EvaluationCase {
  return {
    case_key: "nothing_matches",
    label: "A high limit that no market offers",
    tags: ["empty"],
    input: {
      as_of: asOf,
      client: { key: "sable", label: "Sable Blasting" },
      needs: [
        {
          need_key: "gl",
          line: "general_liability",
          effective_on: "2026-04-01",
          coverages: [{ coverage: "each_occurrence", min_limit: 25_000_000, must_have: true }],
        },
      ],
      risk: { naics: "238910", states: ["NV"], revenue: 4_000_000 },
      preferences: { admitted_only: true, min_rating: "A-", carriers_excluded: ["cobalt"] },
    },
    offerings: [
      offering("acme-gl", "acme", "Acme Mutual", "GL", { rating: "A" }),
      offering("beacon-gl", "beacon", "Beacon Specialty", "GL", { rating: "B", market: "surplus" }),
      offering("cobalt-gl", "cobalt", "Cobalt Insurance", "GL", { rating: "A", effective_to: "2026-01-01" }),
      offering("delta-auto", "delta", "Delta Casualty", "Fleet", { lines: ["commercial_auto"], rating: "A" }),
    ],
    expect: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/solutions", op: "eq", value: [] },
      { path: "/output/headline", op: "contains", value: "No market matches" },
      { path: "/output/summary/rejected", op: "eq", value: 4 },
      { path: "/output/needs/gl/eligible", op: "eq", value: 0 },
      { path: "/output/rejected", op: "count_gte", value: 4 },
    ],
  };
}

function renewalWithDecline(): EvaluationCase {
  return {
    case_key: "renewal_with_decline",
    label: "A renewal by price, with an incumbent and a carrier that has just declined",
    tags: ["incumbent", "priority", "decline"],
    input: {
      as_of: asOf,
      client: { key: "alder", client_key: "c_alder", label: "Alder Landscaping" },
      needs: [generalLiability()],
      risk: { naics: "561730", states: ["GA"], revenue: 700_000, years_in_business: 4 },
      loss_history: losses(0.1, 6000),
      preferences: { priority: "price", carriers_preferred: ["beacon"] },
      incumbents: [{ line: "general_liability", carrier_key: "cobalt", premium: 6100, expires_on: "2026-04-01" }],
      declined_by: [{ carrier_key: "acme", line: "general_liability", on: "2026-01-20", reason: "tree work" }],
    },
    offerings: [
      offering("acme-gl", "acme", "Acme Mutual", "GL", {
        rating: "A",
        pricing: { basis_fact: "risk.revenue", per: 1000, rate: 7 },
      }),
      offering("beacon-gl", "beacon", "Beacon Specialty", "GL", {
        rating: "A",
        pricing: { basis_fact: "risk.revenue", per: 1000, rate: 8 },
        rules: [
          {
            key: "young_business",
            effect: "adjust",
            points: -5,
            when: { fact: "risk.years_in_business", op: "lt", value: 5 },
            message: "Fewer than five years in business",
          },
        ],
      }),
      offering("cobalt-gl", "cobalt", "Cobalt Insurance", "GL", {
        rating: "B++",
        pricing: { basis_fact: "risk.revenue", per: 1000, rate: 9.5 },
      }),
    ],
    expect: [
      usable,
      { path: "/output/summary/rejected", op: "eq", value: 0 },
      { path: "/solutions/gl:beacon-gl", op: "exists" },
      { path: "/solutions/gl:beacon-gl/adjustments", op: "contains", value: { points: -5 } },
      { path: "/solutions/gl:acme-gl/eligibility", op: "eq", value: "refer" },
      { path: "/output/findings/referral:gl:acme-gl", op: "exists" },
    ],
  };
}

function generalLiability(extra: JsonObject = {}): JsonObject {
  return {
    need_key: "gl",
    line: "general_liability",
    effective_on: "2026-04-01",
    coverages: [
      { coverage: "each_occurrence", min_limit: 1_000_000, must_have: true },
      { coverage: "general_aggregate", min_limit: 2_000_000, must_have: false },
    ],
    ...extra,
  };
}

/** Three years of losses with a loss ratio of `ratio`. */
function losses(ratio: number, annualPremium: number): JsonObject {
  const premium = annualPremium * 3;
  return {
    valued_on: "2026-02-01",
    years: 5,
    earned_premium: premium,
    claims: [
      {
        line: "general_liability",
        occurred_on: "2024-09-10",
        status: "closed",
        paid: Math.round(premium * ratio),
        reserved: 0,
      },
    ],
  };
}

function offering(key: string, carrier: string, name: string, product: string, extra: JsonObject = {}): JsonObject {
  return {
    offering_key: key,
    carrier_key: carrier,
    carrier_name: name,
    product,
    lines: ["general_liability"],
    status: "active",
    market: "admitted",
    appointed: true,
    states: { include: ["*"] },
    appetite: [],
    default_appetite: "standard",
    coverages: [
      { coverage: "each_occurrence", included: true, max_limit: 2_000_000, limit_options: [1_000_000, 2_000_000] },
      { coverage: "general_aggregate", included: true, max_limit: 4_000_000 },
    ],
    ...extra,
  };
}
