import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * Five cases with which the preset passes its gate (GATE-4, GATE-5). Together they decide every line item of the pack
 * and every structural check. All data is invented and inline; `as_of` is fixed, so the cases do not age.
 */
export function builtInCases(): EvaluationCase[] {
  return [
    renewalThatDropsLiquor(),
    wholePackage(),
    threeQuotesWithoutBaseline(),
    unresolvedLabels(),
    structuralFindings(),
  ];
}

const usable: CaseAssertion = { path: "/status", op: "in", value: ["completed", "degraded"] };

const asOf = "2026-03-01T12:00:00Z";

function renewalThatDropsLiquor(): EvaluationCase {
  const building = (amount: number): JsonObject =>
    cover("commercial_property", "building", { limit: 250_000, deductible: flat(amount) });
  return {
    case_key: "renewal_drops_liquor",
    label: "A cheaper renewal offer without liquor liability",
    tags: ["baseline", "requirement", "scenario"],
    input: {
      as_of: asOf,
      subject: { key: "blue-harbor", label: "Blue Harbor Cafe" },
      baseline_key: "exp",
      items: [
        {
          ...item("exp", "policy", "Carrier A", "2025-04-01", "2026-04-01"),
          premium: { base: 8400, taxes: 336, fees: 150 },
          coverages: [
            cover("general_liability", "each_occurrence", { limit: 1_000_000 }),
            building(1000),
            cover("liquor_liability", "liquor_each_cause", { limit: 1_000_000 }),
          ],
        },
        {
          ...item("q1", "quote", "Carrier B", "2026-04-01", "2027-04-01"),
          premium: { base: 7476, taxes: 299.04, fees: 100 },
          coverages: [cover("general_liability", "each_occurrence", { limit: 1_000_000 }), building(2500)],
        },
      ],
      requirements: [
        {
          key: "lease_liquor",
          line: "liquor_liability",
          coverage: "liquor_each_cause",
          field: "included",
          op: "eq",
          value: true,
          mandatory: true,
          weight: 10,
          source: "lease, section 12",
        },
      ],
      scenarios: [
        scenario("fire", "Kitchen fire", "commercial_property", "building", 40_000, 0.01),
        scenario("liquor", "Liquor claim", "liquor_liability", "liquor_each_cause", 150_000, 0.004),
      ],
    },
    expect: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/headline", op: "contains", value: "Carrier B" },
      { path: "/output/summary/cheapest_key", op: "eq", value: "q1" },
      { path: "/output/summary/price_reference", op: "eq", value: "baseline" },
      { path: "/output/items/exp/totals/annualized", op: "eq", value: 8886 },
      { path: "/output/items/q1/totals/annualized", op: "eq", value: 7875.04 },
      { path: "/output/items/exp/eligible", op: "eq", value: true },
      { path: "/output/items/q1/eligible", op: "eq", value: false },
      { path: "/output/items/q1/requirement_results/lease_liquor/result", op: "eq", value: "fail" },
    ],
  };
}

function wholePackage(): EvaluationCase {
  return {
    case_key: "whole_package",
    label: "A complete commercial package, renewed with a few changes",
    tags: ["baseline", "all_lines"],
    input: {
      as_of: asOf,
      subject: { key: "fieldstone", client_key: "c_fieldstone", label: "Fieldstone Fabrication" },
      baseline_key: "expiring",
      items: [
        {
          ...item("expiring", "policy", "Granite Mutual", "2025-05-01", "2026-05-01"),
          premium: { base: 61_000, taxes: 1830, fees: 500 },
          coverages: packageCoverages(1, 1000, "2019-01-01"),
        },
        {
          ...item("renewal", "renewal", "Granite Mutual", "2026-05-01", "2027-05-01"),
          premium: { base: 64_500, taxes: 1935, fees: 500 },
          coverages: packageCoverages(1, 1000, "2019-01-01"),
        },
        {
          ...item("offer", "quote", "Harbor Specialty", "2026-05-01", "2027-05-01"),
          premium: { base: 58_900, taxes: 1767, fees: 650 },
          coverages: packageCoverages(2, 5000, "2018-01-01"),
        },
      ],
    },
    expect: [
      usable,
      { path: "/output/unaligned", op: "eq", value: [] },
      { path: "/output/summary/item_count", op: "eq", value: 3 },
      { path: "/output/summary/cheapest_key", op: "eq", value: "offer" },
      { path: "/output/matrix/rows", op: "count_gte", value: 1 },
      { path: "/output/items", op: "count_gte", value: 3 },
    ],
  };
}

function threeQuotesWithoutBaseline(): EvaluationCase {
  const quote = (key: string, carrier: string, base: number, aggregate: number): JsonObject => ({
    ...item(key, "quote", carrier, "2026-06-01", "2027-06-01"),
    premium: { base },
    coverages: [
      cover("general_liability", "each_occurrence", { limit: 1_000_000 }),
      cover("general_liability", "general_aggregate", { limit: aggregate }),
    ],
  });
  return {
    case_key: "three_quotes",
    label: "Three new business quotes, nothing expiring",
    tags: ["no_baseline"],
    input: {
      as_of: asOf,
      subject: { key: "alder", label: "Alder Landscaping" },
      items: [
        quote("a", "Carrier A", 4200, 2_000_000),
        quote("b", "Carrier B", 3900, 2_000_000),
        quote("c", "Carrier C", 3600, 1_000_000),
      ],
      requirements: [
        {
          key: "contract_aggregate",
          line: "general_liability",
          coverage: "general_aggregate",
          field: "limit",
          op: "gte",
          value: 2_000_000,
          mandatory: true,
          weight: 20,
          source: "master service agreement",
        },
      ],
    },
    expect: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/price_reference", op: "eq", value: "median_of_items" },
      { path: "/output/summary/cheapest_key", op: "eq", value: "c" },
      { path: "/output/items/b/requirement_results/contract_aggregate/result", op: "eq", value: "pass" },
      { path: "/output/items/c/requirement_results/contract_aggregate/result", op: "eq", value: "fail" },
      { path: "/output/items/c/eligible", op: "eq", value: false },
    ],
  };
}

function unresolvedLabels(): EvaluationCase {
  const labelled = (coverage: string, label: string): JsonObject => ({
    ...cover("general_liability", coverage, { limit: 1_000_000 }),
    label,
  });
  return {
    case_key: "unresolved_labels",
    label: "A proposal with wordings that nobody can resolve",
    tags: ["labels", "degraded"],
    input: {
      as_of: asOf,
      subject: { key: "juniper", label: "Juniper Studio" },
      items: [
        {
          ...item("a", "quote", "Carrier A", "2026-06-01", "2027-06-01"),
          premium: { base: 2100 },
          coverages: [
            labelled("Per Occurrence", "Per Occurrence"),
            labelled("line-2", "General Aggregate Limit Other Than Products"),
            labelled("line-3", "Zephyr Extension Option IV"),
          ],
        },
        {
          ...item("b", "quote", "Carrier B", "2026-06-01", "2027-06-01"),
          premium: { base: 2300 },
          coverages: [cover("general_liability", "each_occurrence", { limit: 1_000_000 })],
        },
      ],
    },
    expect: [
      { path: "/status", op: "eq", value: "degraded" },
      { path: "/output/unaligned", op: "count_gte", value: 1 },
      { path: "/output/matrix/rows", op: "count_gte", value: 1 },
      { path: "/output/summary/cheapest_key", op: "eq", value: "a" },
    ],
  };
}

function structuralFindings(): EvaluationCase {
  const occurrenceLimit = "/output/matrix/rows/general_liability~1each_occurrence~1limit";
  const professional = (retroDate: string, trigger: string): JsonObject =>
    cover("professional_liability", "professional_each_claim", { limit: 1_000_000, retro_date: retroDate, trigger });
  return {
    case_key: "structural_findings",
    label: "An offer with every structural weakness the checks know",
    tags: ["baseline", "checks"],
    input: {
      as_of: asOf,
      subject: { key: "sable", label: "Sable Engineering" },
      baseline_key: "exp",
      items: [
        {
          ...item("exp", "policy", "Carrier A", "2025-03-15", "2026-03-15"),
          premium: { base: 40_000 },
          rating_basis: { payroll: 900_000 },
          exclusions: [{ text: "Nuclear energy" }],
          coverages: [
            cover("general_liability", "each_occurrence", { limit: 1_000_000, trigger: "occurrence" }),
            cover("general_liability", "general_aggregate", { limit: 2_000_000, limit_basis: "per_project" }),
            cover("general_liability", "additional_insured", { notes: "Blanket, where required by written contract" }),
            cover("commercial_property", "building", {
              limit: 800_000,
              valuation: "replacement_cost",
              coinsurance: 0.8,
              deductible: flat(2500),
            }),
            cover("commercial_property", "wind_hail_deductible", { deductible: flat(5000) }),
            cover("umbrella", "umbrella_occurrence", { limit: 5_000_000 }),
            professional("2015-01-01", "claims_made"),
          ],
        },
        {
          ...item("offer", "quote", "Carrier B", "2026-03-20", "2027-03-20"),
          carrier: { name: "Carrier B", rating: "B+", admitted: false },
          quote_valid_until: "2026-02-20",
          minimum_earned: 0.5,
          premium: { base: 31_000 },
          rating_basis: { payroll: 600_000 },
          exclusions: [{ text: "Nuclear energy" }, { text: "Work above three stories" }],
          subjectivities: [{ text: "Signed application" }],
          coverages: [
            cover("general_liability", "each_occurrence", { limit: 500_000, trigger: "claims_made" }),
            cover("general_liability", "general_aggregate", { limit: 2_000_000, limit_basis: "aggregate" }),
            cover("general_liability", "additional_insured", { notes: "Scheduled owners only" }),
            cover("commercial_property", "building", {
              limit: 800_000,
              valuation: "actual_cash_value",
              coinsurance: 0.9,
              deductible: flat(2500),
            }),
            cover("commercial_property", "wind_hail_deductible", { deductible: { type: "percent", amount: 0.02 } }),
            cover("umbrella", "umbrella_occurrence", { limit: 5_000_000 }),
            professional("2024-01-01", "claims_made"),
          ],
        },
      ],
    },
    expect: [
      { path: "/status", op: "eq", value: "completed" },
      { path: "/output/summary/item_count", op: "eq", value: 2 },
      { path: "/output/summary/price_reference", op: "eq", value: "baseline" },
      { path: "/output/summary/cheapest_key", op: "eq", value: "offer" },
      { path: "/output/unaligned", op: "eq", value: [] },
      { path: `${occurrenceLimit}/cells/exp/value`, op: "eq", value: 1_000_000 },
      { path: `${occurrenceLimit}/cells/offer/value`, op: "eq", value: 500_000 },
    ],
  };
}

/** One policy over every line of the pack. `factor` raises the limits. */
function packageCoverages(factor: number, deductible: number, retroDate: string): readonly JsonObject[] {
  const limited = (line: string, coverage: string, limit: number, extra: JsonObject = {}): JsonObject =>
    cover(line, coverage, { limit: limit * factor, ...extra });
  const claimsMade = { retro_date: retroDate, trigger: "claims_made" };
  const property = { deductible: flat(deductible), valuation: "replacement_cost" };
  return [
    limited("general_liability", "each_occurrence", 1_000_000, {
      deductible: flat(deductible),
      trigger: "occurrence",
      retro_date: retroDate,
    }),
    limited("general_liability", "general_aggregate", 2_000_000),
    limited("general_liability", "products_aggregate", 2_000_000),
    limited("general_liability", "personal_advertising_injury", 1_000_000),
    limited("general_liability", "rented_premises", 300_000),
    limited("general_liability", "medical_expense", 5000),
    cover("general_liability", "additional_insured"),
    cover("general_liability", "waiver_of_subrogation"),
    cover("general_liability", "primary_noncontributory"),
    limited("commercial_property", "building", 1_200_000, { ...property, coinsurance: 0.9 }),
    limited("commercial_property", "business_personal_property", 400_000, property),
    limited("commercial_property", "business_income", 300_000),
    limited("commercial_property", "extra_expense", 50_000),
    cover("commercial_property", "equipment_breakdown"),
    limited("commercial_property", "ordinance_law", 100_000),
    limited("commercial_property", "sewer_backup", 25_000),
    limited("commercial_property", "spoilage", 10_000),
    cover("commercial_property", "wind_hail_deductible", { deductible: flat(deductible) }),
    limited("business_owners", "each_occurrence", 1_000_000),
    limited("business_owners", "general_aggregate", 2_000_000),
    limited("business_owners", "building", 250_000, { deductible: flat(deductible) }),
    limited("business_owners", "business_personal_property", 80_000),
    cover("business_owners", "business_income"),
    limited("commercial_auto", "combined_single_limit", 1_000_000),
    limited("commercial_auto", "bi_per_person", 250_000),
    limited("commercial_auto", "bi_per_accident", 500_000),
    limited("commercial_auto", "property_damage", 100_000),
    limited("commercial_auto", "uninsured_motorist", 100_000),
    cover("commercial_auto", "comprehensive", { deductible: flat(deductible) }),
    cover("commercial_auto", "collision", { deductible: flat(deductible) }),
    cover("commercial_auto", "hired_auto"),
    cover("commercial_auto", "non_owned_auto"),
    cover("workers_compensation", "statutory_wc", { limit_basis: "statutory" }),
    limited("workers_compensation", "el_each_accident", 500_000),
    limited("workers_compensation", "el_disease_policy", 500_000),
    limited("workers_compensation", "el_disease_employee", 500_000),
    limited("umbrella", "umbrella_occurrence", 5_000_000),
    limited("umbrella", "umbrella_aggregate", 5_000_000),
    cover("umbrella", "self_insured_retention", { deductible: { type: "sir", amount: deductible * 10 } }),
    limited("cyber", "cyber_aggregate", 1_000_000, { deductible: flat(deductible * 5), ...claimsMade }),
    limited("cyber", "ransomware_sublimit", 500_000),
    limited("cyber", "social_engineering", 100_000),
    limited("employment_practices", "epli_aggregate", 1_000_000, { deductible: flat(deductible * 5), ...claimsMade }),
    limited("professional_liability", "professional_each_claim", 1_000_000, {
      deductible: flat(deductible * 5),
      ...claimsMade,
    }),
    limited("professional_liability", "professional_aggregate", 2_000_000),
    limited("liquor_liability", "liquor_each_cause", 1_000_000),
  ];
}

function item(key: string, kind: string, carrier: string, effectiveOn: string, expiresOn: string): JsonObject {
  return {
    key,
    kind,
    label: `${carrier} ${kind}`,
    carrier: { name: carrier, rating: "A", admitted: true },
    effective_on: effectiveOn,
    expires_on: expiresOn,
  };
}

function cover(line: string, coverage: string, terms: JsonObject = {}): JsonObject {
  return { line, coverage, included: true, ...terms };
}

function flat(amount: number): JsonObject {
  return { type: "flat", amount };
}

function scenario(
  key: string,
  label: string,
  line: string,
  coverage: string,
  loss: number,
  probability: number,
): JsonObject {
  return { key, label, line, coverage, loss, annual_probability: probability };
}
