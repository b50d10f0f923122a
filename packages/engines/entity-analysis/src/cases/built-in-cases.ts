import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * The cases with which a preset passes its gate (GATE-4, GATE-5). Their expectations hold for any subset of dimensions
 * and rules: configurations are edited often, and authors add cases for what matters to them.
 */
export function builtInCases(): EvaluationCase[] {
  return [restaurant, contractor, office, paperFile, sparseProfile];
}

const asOf = "2026-01-15T00:00:00Z";

const expectations = (key: string, factsAtLeast: number, ...more: CaseAssertion[]): CaseAssertion[] => [
  { path: "/status", op: "in", value: ["completed", "degraded"] },
  { path: "/output/engine_type", op: "eq", value: "entity_analysis" },
  { path: "/output/subject/key", op: "eq", value: key },
  { path: "/output/quality/facts_known", op: "gte", value: factsAtLeast },
  { path: "/output/evidence", op: "count_gte", value: 1 },
  { path: "/output/narrative/text", op: "exists" },
  ...more,
];

const policy = (policy_key: string, line: string, more: JsonObject = {}): JsonObject => ({
  policy_key,
  line,
  status: "active",
  effective_on: "2025-06-01",
  expires_on: "2026-06-01",
  premium: 2500,
  policy_number: `N-${policy_key}`,
  carrier_key: "meridian",
  rating: "A",
  ...more,
});

const coverage = (policy_key: string, line: string, code: string, more: JsonObject = {}): JsonObject => ({
  coverage_key: `${policy_key}-${code}`,
  policy_key,
  line,
  coverage: code,
  included: true,
  ...more,
});

/** A restaurant with liquor sales, a low limit, an old building and bad losses: most gaps and failing checks. */
const restaurant: EvaluationCase = {
  case_key: "builtin_restaurant",
  label: "Restaurant with gaps",
  tags: ["gaps"],
  input: {
    as_of: asOf,
    subject: { key: "acct-1", kind: "account", label: "Blue Harbor Cafe" },
    profile: {
      legal_name: "Blue Harbor Cafe LLC",
      entity_type: "llc",
      naics: "722410",
      states: ["CA"],
      revenue: 6_200_000,
      payroll: 900_000,
      employees: 37,
      subcontract_cost: 0,
      years_in_business: 2,
      owned_vehicles: 6,
      employees_drive: true,
      alcohol_receipts: 800_000,
      stores_personal_data: true,
      professional_fees: 25_000,
      has_board: true,
      handles_client_funds: true,
      sponsors_benefit_plan: true,
      pollution_exposure: true,
      makes_products: true,
      hauls_for_hire: true,
      customer_vehicles_in_care: true,
      tools_value: 40_000,
      construction_in_progress: 250_000,
      tenant_improvements: 120_000,
      flood_zones: ["AE"],
    },
    documents: [
      {
        document_key: "d-app",
        kind: "application",
        dated_on: "2024-02-01",
        text: "Number of employees: 40\nYears in business: 2",
      },
      { document_key: "d-lr", kind: "loss_runs", dated_on: "2025-06-30", fields: { valued_on: "2025-06-30" } },
    ],
    records: {
      policies: [
        policy("p1", "general_liability", { rating: "B+", expires_on: "2026-02-01" }),
        policy("p2", "commercial_property", { policy_number: "P-77" }),
        { policy_key: "p3", line: "commercial_auto", status: "non_renewed", expires_on: "2025-12-01" },
        { policy_key: "p4", line: "inland_marine", status: "active", expires_on: "2026-01-01" },
      ],
      coverages: [
        coverage("p1", "general_liability", "each_occurrence", { limit: 500_000 }),
        coverage("p1", "general_liability", "general_aggregate", { limit: 1_000_000 }),
        coverage("p2", "commercial_property", "building", {
          limit: 700_000,
          valuation: "actual_cash_value",
          coinsurance: 1,
          deductible: { type: "flat", amount: 50_000 },
        }),
        coverage("p1", "general_liability", "professional_each_claim", { trigger: "claims_made", limit: 500_000 }),
      ],
      locations: [
        {
          location_key: "l1",
          address: { city: "Harbor Point", state: "CA" },
          year_built: 1958,
          square_feet: 26_000,
          sprinklered: false,
          values: { building: 1_500_000, contents: 300_000 },
        },
      ],
      claims: [
        {
          claim_key: "c1",
          line: "general_liability",
          occurred_on: "2023-03-01",
          status: "open",
          paid: 60_000,
          reserved: 90_000,
        },
        {
          claim_key: "c2",
          line: "commercial_property",
          occurred_on: "2024-07-04",
          status: "closed",
          paid: 20_000,
          reserved: 0,
        },
      ],
      contracts: [
        {
          contract_key: "k1",
          party: "Pier Landlord",
          kind: "lease",
          gl_occurrence_required: 1_000_000,
          gl_aggregate_required: 2_000_000,
          additional_insured: true,
          notice_days: 30,
          dated_on: "2019-05-01",
        },
      ],
    },
    loss_history: {
      valued_on: "2025-06-30",
      years: 5,
      earned_premium: 90_000,
      claims: [
        { line: "general_liability", occurred_on: "2023-03-01", status: "open", paid: 60_000, reserved: 90_000 },
        { line: "commercial_property", occurred_on: "2024-07-04", status: "closed", paid: 20_000, reserved: 0 },
        { line: "general_liability", occurred_on: "2025-02-10", status: "closed", paid: 4_000, reserved: 0 },
      ],
    },
  },
  expect: expectations("acct-1", 5),
};

/** A contractor whose insurance does what its contracts ask for. */
const contractor: EvaluationCase = {
  case_key: "builtin_contractor",
  label: "Contractor in compliance",
  tags: ["contracts"],
  input: {
    as_of: asOf,
    subject: { key: "acct-2", client_key: "c_2", kind: "account", label: "Summit Framing" },
    profile: {
      legal_name: "Summit Framing Inc",
      entity_type: "corporation",
      naics: "238130",
      states: ["CO"],
      revenue: 3_400_000,
      payroll: 1_200_000,
      employees: 22,
      subcontract_cost: 400_000,
      years_in_business: 11,
      owned_vehicles: 8,
      stores_personal_data: false,
      tools_value: 85_000,
    },
    documents: [
      { document_key: "d1", kind: "certificate", dated_on: "2025-11-01", fields: { party: "Ridge Drywall" } },
      { document_key: "d2", kind: "application", dated_on: "2025-12-01", fields: { employees: 22 } },
      { document_key: "d3", kind: "policy", dated_on: "2025-06-01", text: "Policy copy." },
      { document_key: "d4", kind: "driver_list", dated_on: "2025-12-01", fields: { drivers: 9 } },
    ],
    records: {
      policies: [
        policy("p1", "general_liability"),
        policy("p2", "commercial_auto"),
        policy("p3", "workers_compensation"),
        policy("p4", "umbrella"),
        policy("p5", "inland_marine"),
        policy("p6", "employment_practices"),
        policy("p7", "crime"),
      ],
      coverages: [
        coverage("p1", "general_liability", "each_occurrence", { limit: 1_000_000 }),
        coverage("p1", "general_liability", "general_aggregate", { limit: 2_000_000 }),
        coverage("p1", "general_liability", "additional_insured"),
        coverage("p1", "general_liability", "waiver_of_subrogation"),
        coverage("p1", "general_liability", "primary_noncontributory"),
        coverage("p1", "general_liability", "notice_of_cancellation"),
        coverage("p2", "commercial_auto", "combined_single_limit", { limit: 1_000_000 }),
        coverage("p2", "commercial_auto", "hired_auto"),
        coverage("p2", "commercial_auto", "non_owned_auto"),
        coverage("p3", "workers_compensation", "statutory_wc"),
        coverage("p3", "workers_compensation", "el_each_accident", { limit: 1_000_000 }),
        coverage("p4", "umbrella", "umbrella_occurrence", { limit: 5_000_000 }),
        coverage("p7", "crime", "social_engineering", { limit: 100_000 }),
      ],
      vehicles: Array.from({ length: 8 }, (_, index) => ({ vehicle_key: `v${index + 1}`, year: 2021, use: "service" })),
      contracts: [
        {
          contract_key: "k1",
          party: "Mesa Builders",
          kind: "subcontract",
          gl_occurrence_required: 1_000_000,
          gl_aggregate_required: 2_000_000,
          auto_required: 1_000_000,
          umbrella_required: 5_000_000,
          additional_insured: true,
          waiver: true,
          primary_wording: true,
          notice_days: 30,
          dated_on: "2025-03-01",
        },
      ],
      claims: [],
    },
    loss_history: { valued_on: "2025-12-15", years: 5, earned_premium: 210_000, claims: [] },
  },
  expect: expectations("acct-2", 5),
};

/** An office in good order: hardly any finding. */
const office: EvaluationCase = {
  case_key: "builtin_office",
  label: "Office in good order",
  tags: ["clean"],
  input: {
    as_of: asOf,
    subject: { key: "acct-3", kind: "account", label: "Larch Accounting" },
    profile: {
      legal_name: "Larch Accounting PC",
      entity_type: "corporation",
      naics: "541211",
      states: ["NY"],
      revenue: 2_100_000,
      payroll: 1_000_000,
      employees: 14,
      subcontract_cost: 0,
      years_in_business: 20,
      owned_vehicles: 0,
      employees_drive: true,
      alcohol_receipts: 0,
      stores_personal_data: true,
      professional_fees: 2_000_000,
      building_value: 800_000,
      contents_value: 150_000,
      tenant_improvements: 0,
      flood_zones: ["X"],
      handles_client_funds: false,
    },
    documents: [
      { document_key: "d1", kind: "application", dated_on: "2025-12-20", fields: { employees: 14 } },
      { document_key: "d2", kind: "declarations", dated_on: "2025-06-01", fields: { pages: 12 } },
      { document_key: "d3", kind: "schedule_of_values", dated_on: "2025-12-20", fields: { building_value: 800_000 } },
    ],
    records: {
      policies: [
        policy("p1", "business_owners", { carrier_key: "larkfield" }),
        policy("p2", "workers_compensation"),
        policy("p3", "professional_liability"),
        policy("p4", "cyber"),
        policy("p5", "employment_practices"),
      ],
      coverages: [
        coverage("p1", "business_owners", "each_occurrence", { limit: 1_000_000 }),
        coverage("p1", "business_owners", "general_aggregate", { limit: 2_000_000 }),
        coverage("p1", "business_owners", "building", {
          limit: 800_000,
          valuation: "replacement_cost",
          coinsurance: 0.8,
          deductible: { type: "flat", amount: 1_000 },
        }),
        coverage("p1", "business_owners", "business_personal_property", { limit: 150_000 }),
        coverage("p1", "business_owners", "business_income"),
        coverage("p1", "business_owners", "ordinance_law"),
        coverage("p1", "business_owners", "equipment_breakdown"),
        coverage("p1", "business_owners", "hired_auto"),
        coverage("p1", "business_owners", "non_owned_auto"),
        coverage("p2", "workers_compensation", "statutory_wc"),
        coverage("p2", "workers_compensation", "el_each_accident", { limit: 500_000 }),
        coverage("p3", "professional_liability", "professional_each_claim", {
          limit: 1_000_000,
          trigger: "claims_made",
          retro_date: "2006-01-01",
        }),
        coverage("p4", "cyber", "social_engineering", { limit: 250_000 }),
      ],
      locations: [
        {
          location_key: "l1",
          address: { city: "Northfield", state: "NY" },
          construction: "masonry",
          year_built: 1984,
          square_feet: 8_000,
          sprinklered: true,
        },
      ],
    },
    loss_history: {
      valued_on: "2025-12-01",
      years: 5,
      earned_premium: 60_000,
      claims: [{ line: "business_owners", occurred_on: "2024-02-01", status: "closed", paid: 3_000, reserved: 0 }],
    },
  },
  expect: expectations("acct-3", 5),
};

/** Documents only: facts come from fields and texts. */
const paperFile: EvaluationCase = {
  case_key: "builtin_paper_file",
  label: "File of documents only",
  tags: ["documents"],
  input: {
    as_of: asOf,
    subject: { key: "vendor-4", kind: "vendor", label: "Quarry Cleaning" },
    documents: [
      {
        document_key: "app",
        kind: "application",
        dated_on: "2025-11-03",
        text: [
          "Named insured: Quarry Cleaning Services",
          "NAICS code 561720",
          "Annual revenue: $640,000",
          "Annual payroll: $210,000",
          "Number of employees: 9",
          "Years in business: 6",
          "Employees use their own cars on business: yes",
          "Stores personal data: no",
        ].join("\n"),
      },
      {
        document_key: "loss",
        kind: "loss_runs",
        dated_on: "2025-12-01",
        text: "Losses valued as of 12/01/2025. No claims.",
      },
    ],
  },
  expect: expectations("vendor-4", 3),
};

/** Five facts and one policy: a degraded answer of mostly questions. */
const sparseProfile: EvaluationCase = {
  case_key: "builtin_sparse_profile",
  label: "Five facts and one policy",
  tags: ["sparse"],
  input: {
    as_of: asOf,
    subject: { key: "acct-5", kind: "account", label: "Tern Books" },
    profile: { legal_name: "Tern Books", naics: "459210", revenue: 380_000, employees: 4, states: ["OR"] },
    records: { policies: [policy("p1", "business_owners")] },
  },
  expect: expectations("acct-5", 5),
};
