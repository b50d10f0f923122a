import type { CaseAssertion, EvaluationCase } from "@service/engine-kit";
import type { JsonObject } from "@service/json";

/**
 * The cases with which a preset passes its gate (GATE-4, GATE-5). Their expectations hold whatever rules an operator
 * adds or switches off: configurations are edited often, and authors add cases for what matters to them.
 */
export function builtInCases(): EvaluationCase[] {
  return [uncoveredRestaurant, lowLimits, renewalsAtRisk, comparableOffices, sparseFile];
}

const asOf = "2026-01-15T00:00:00Z";

const expectations = (accounts: number, ...more: CaseAssertion[]): CaseAssertion[] => [
  { path: "/status", op: "in", value: ["completed", "degraded"] },
  { path: "/output/engine_type", op: "eq", value: "opportunity" },
  { path: "/output/summary/accounts_scanned", op: "eq", value: accounts },
  { path: "/output/provenance/heads", op: "absent" },
  { path: "/output/narrative/text", op: "exists" },
  ...more,
];

const policy = (policy_key: string, line: string, more: JsonObject = {}): JsonObject => ({
  policy_key,
  line,
  status: "active",
  kind: "renewal",
  effective_on: "2025-04-01",
  expires_on: "2026-04-01",
  premium: 2500,
  carrier_key: "meridian",
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

/** The exposures of every gap rule, most of them without coverage. */
const uncoveredRestaurant: EvaluationCase = {
  case_key: "builtin_uncovered_restaurant",
  label: "Restaurant with gaps",
  tags: ["coverage_gap"],
  input: {
    as_of: asOf,
    accounts: [
      {
        client_key: "c-restaurant",
        name: "Blue Harbor Cafe LLC",
        segment: "commercial",
        kind: "insured",
        entity_type: "llc",
        naics: "722410",
        states: ["CA"],
        revenue: 6_200_000,
        payroll: 900_000,
        employees: 37,
        years_in_business: 2,
        since: "2019-05-01",
        office_key: "office-1",
        producer_seat: "seat-1",
        attributes: {
          building_value: 2_400_000,
          contents_value: 300_000,
          tenant_improvements: 120_000,
          flood_zones: ["AE"],
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
          construction_in_progress: 100_000,
          subcontract_cost: 50_000,
        },
        policies: [
          policy("r-gl", "general_liability"),
          policy("r-prop", "commercial_property", { premium: 9000 }),
          policy("r-umb", "umbrella", { premium: 3000 }),
          policy("r-crime", "crime", { premium: 700 }),
        ],
        coverages: [
          coverage("r-gl", "general_liability", "each_occurrence", { limit: 500_000 }),
          coverage("r-prop", "commercial_property", "building", {
            limit: 1_500_000,
            valuation: "actual_cash_value",
          }),
        ],
        claims: [],
        activities: [{ activity_key: "r-a1", occurred_at: "2026-01-05T10:00:00Z", channel: "call" }],
        invoices: [],
      },
    ],
  },
  expect: expectations(1, { path: "/output/subject/key", op: "eq", value: "c-restaurant" }),
};

/** Limits on file: low ones, sufficient ones, and primary ones that an umbrella completes. */
const lowLimits: EvaluationCase = {
  case_key: "builtin_low_limits",
  label: "Limits below the agency's recommendation",
  tags: ["limit_adequacy"],
  input: {
    as_of: asOf,
    accounts: [
      {
        client_key: "c-contractor",
        name: "Northgate Roofing Inc",
        segment: "commercial",
        kind: "insured",
        naics: "238160",
        states: ["OH"],
        revenue: 12_000_000,
        payroll: 2_000_000,
        employees: 48,
        producer_seat: "seat-1",
        attributes: { owned_vehicles: 9, employees_drive: true, tools_value: 90_000, stores_personal_data: false },
        policies: [
          policy("n-gl", "general_liability", { premium: 24_000 }),
          policy("n-auto", "commercial_auto", { premium: 18_000 }),
          policy("n-wc", "workers_compensation", { premium: 60_000 }),
          policy("n-umb", "umbrella", { premium: 9000 }),
          policy("n-cy", "cyber", { premium: 2400 }),
          policy("n-epl", "employment_practices", { premium: 5200 }),
        ],
        coverages: [
          coverage("n-gl", "general_liability", "each_occurrence", { limit: 1_000_000 }),
          coverage("n-gl", "general_liability", "general_aggregate", { limit: 1_000_000 }),
          coverage("n-auto", "commercial_auto", "combined_single_limit", { limit: 500_000 }),
          coverage("n-wc", "workers_compensation", "el_each_accident", { limit: 100_000 }),
          coverage("n-umb", "umbrella", "umbrella_occurrence", { limit: 1_000_000 }),
          coverage("n-cy", "cyber", "cyber_aggregate", { limit: 250_000 }),
          coverage("n-epl", "employment_practices", "epli_aggregate", { limit: 500_000 }),
        ],
      },
      {
        client_key: "c-workshop",
        name: "Cedar Street Woodworks LLC",
        segment: "commercial",
        kind: "insured",
        naics: "337212",
        states: ["OH"],
        employees: 4,
        producer_seat: "seat-1",
        policies: [
          policy("w-gl", "general_liability", { premium: 3800 }),
          policy("w-auto", "commercial_auto", { premium: 5100 }),
          policy("w-wc", "workers_compensation", { premium: 7400 }),
        ],
        coverages: [
          coverage("w-gl", "general_liability", "each_occurrence", { limit: 500_000 }),
          coverage("w-gl", "general_liability", "general_aggregate", { limit: 1_000_000 }),
          coverage("w-auto", "commercial_auto", "combined_single_limit", { limit: 300_000 }),
          coverage("w-wc", "workers_compensation", "el_each_accident", { limit: 100_000 }),
        ],
      },
      {
        client_key: "c-household",
        name: "Ellen Marsh",
        segment: "personal",
        kind: "insured",
        states: ["OH"],
        producer_seat: "seat-2",
        policies: [
          policy("h-home", "homeowners", { premium: 1900 }),
          policy("h-auto", "personal_auto", { premium: 2200 }),
        ],
        coverages: [
          coverage("h-home", "homeowners", "personal_liability", { limit: 100_000 }),
          coverage("h-auto", "personal_auto", "bi_per_accident", { limit: 50_000 }),
        ],
      },
    ],
  },
  expect: expectations(3, { path: "/output/subject/key", op: "eq", value: "book" }),
};

/**
 * Renewals with every risk factor, a long-standing client without any, a lost line, an unpaid invoice, an open claim;
 * cover that ends with nothing after it, beside a package that goes on.
 */
const renewalsAtRisk: EvaluationCase = {
  case_key: "builtin_renewals_at_risk",
  label: "Renewals, billing and claims",
  tags: ["renewal_risk"],
  input: {
    as_of: asOf,
    accounts: [
      {
        client_key: "c-distributor",
        name: "Harbor Distribution Co",
        segment: "commercial",
        kind: "insured",
        naics: "424410",
        employees: 22,
        since: "2025-04-01",
        producer_seat: "seat-1",
        policies: [
          policy("d-auto", "commercial_auto", { kind: "new", premium: 20_000 }),
          policy("d-auto-next", "commercial_auto", {
            status: "quoted",
            effective_on: "2026-04-01",
            expires_on: "2027-04-01",
            premium: 25_000,
            prior_policy_key: "d-auto",
          }),
          policy("d-wc", "workers_compensation", {
            status: "cancelled",
            effective_on: "2024-04-01",
            expires_on: "2025-04-01",
            cancelled_on: "2025-03-10",
            premium: 11_000,
          }),
        ],
        claims: [
          {
            claim_key: "d-cl1",
            policy_key: "d-auto",
            line: "commercial_auto",
            occurred_on: "2025-09-01",
            status: "open",
            paid: 4000,
            reserved: 20_000,
          },
          { claim_key: "d-cl2", line: "commercial_auto", occurred_on: "2024-09-01", status: "closed", paid: 9000 },
        ],
        activities: [{ activity_key: "d-a1", occurred_at: "2025-03-01T09:00:00Z" }],
        invoices: [
          { invoice_key: "d-i1", due_on: "2025-06-01", paid_on: "2025-06-20", amount: 5000, balance: 0 },
          { invoice_key: "d-i2", due_on: "2025-09-01", paid_on: "2025-09-15", amount: 5000, balance: 0 },
          { invoice_key: "d-i3", due_on: "2025-12-01", amount: 5000, balance: 5000 },
        ],
      },
      {
        client_key: "c-printer",
        name: "Old Mill Printing",
        segment: "commercial",
        kind: "insured",
        naics: "323111",
        employees: 12,
        since: "2012-03-01",
        producer_seat: "seat-1",
        policies: [
          policy("p-gl", "general_liability", { premium: 4000 }),
          policy("p-gl-old", "general_liability", {
            status: "expired",
            effective_on: "2024-04-01",
            expires_on: "2025-04-01",
            premium: 3950,
          }),
          policy("p-wc", "workers_compensation", { premium: 6000 }),
          policy("p-prop", "commercial_property", { premium: 5000 }),
        ],
        claims: [],
        activities: [{ activity_key: "p-a1", occurred_at: "2026-01-10" }],
        invoices: [],
      },
      {
        client_key: "c-lapsed",
        name: "Juniper Lane Bakery LLC",
        segment: "commercial",
        kind: "insured",
        naics: "311811",
        employees: 8,
        producer_seat: "seat-1",
        policies: [
          policy("l-gl", "general_liability", { effective_on: "2025-01-03", expires_on: "2026-01-03" }),
          policy("l-auto", "commercial_auto", { effective_on: "2025-02-01", expires_on: "2026-02-01" }),
          policy("l-prop", "commercial_property", { effective_on: "2025-01-10", expires_on: "2026-01-10" }),
          policy("l-pack", "business_owners", { effective_on: "2026-01-10", expires_on: "2027-01-10" }),
        ],
      },
    ],
  },
  expect: expectations(
    3,
    { path: "/output/opportunities", op: "count_gte", value: 2 },
    { path: "/output/opportunities/0/rule_key", op: "eq", value: "renewal_lapse" },
  ),
};

/** A dozen similar offices, so that there are peers. */
const comparableOffices: EvaluationCase = {
  case_key: "builtin_comparable_offices",
  label: "Offices with peers",
  tags: ["cross_sell"],
  input: {
    as_of: asOf,
    kinds: ["cross_sell", "renewal_prep"],
    accounts: Array.from({ length: 12 }, (_, index) => {
      const key = `o${String(index + 1).padStart(2, "0")}`;
      return {
        client_key: `c-${key}`,
        name: `Office ${index + 1} Consulting LLC`,
        segment: "commercial",
        kind: "insured",
        naics: "541611",
        employees: 14,
        producer_seat: "seat-1",
        policies: [
          policy(`${key}-gl`, "general_liability", { premium: 1800 + index * 50 }),
          ...(index < 9 ? [policy(`${key}-cy`, "cyber", { premium: 2000 + index * 100 })] : []),
        ],
      };
    }),
  },
  expect: expectations(12, { path: "/output/peer_tables", op: "count_gte", value: 1 }),
};

/** An account with hardly any facts. */
const sparseFile: EvaluationCase = {
  case_key: "builtin_sparse_file",
  label: "Account without segment or trade",
  tags: ["data_quality"],
  input: {
    as_of: asOf,
    accounts: [
      {
        client_key: "c-sparse",
        policies: [{ policy_key: "s-1", line: "other", status: "active", expires_on: "2025-12-01" }],
      },
    ],
  },
  expect: expectations(1, { path: "/status", op: "eq", value: "degraded" }),
};
