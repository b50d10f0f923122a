import type { JsonObject } from "@service/json";
import { requirementFields } from "../codes.ts";
import { cover, flat, input, policy, quote } from "./sample-inputs.ts";

/** The least and the most that an input may say, for the sentence test (WORD-7). */
const gl = (terms: JsonObject = {}): JsonObject =>
  cover("general_liability", "each_occurrence", { limit: 1_000_000, ...terms });

const claimsMade = { trigger: "claims_made", retro_date: "2015-01-01" };
const building = (terms: JsonObject): JsonObject =>
  cover("commercial_property", "building", { limit: 800_000, ...terms });

/** An expiring policy that has everything, and an offer that is weak in everything a check looks at. */
export const fullest: JsonObject = input(
  [
    policy(
      "exp",
      [
        gl({ trigger: "occurrence", deductible: flat(1000) }),
        cover("general_liability", "general_aggregate", { limit: 2_000_000, limit_basis: "per_project" }),
        cover("general_liability", "additional_insured", { notes: "Blanket" }),
        cover("general_liability", "waiver_of_subrogation", { notes: "Blanket" }),
        building({ valuation: "replacement_cost", coinsurance: 0.8, deductible: flat(1000) }),
        cover("commercial_property", "business_income", {
          limit: 200_000,
          deductible: { type: "waiting_hours", amount: 1 },
        }),
        cover("commercial_property", "wind_hail_deductible", { deductible: flat(5000) }),
        cover("commercial_auto", "combined_single_limit", { limit: 1_000_000 }),
        cover("workers_compensation", "statutory_wc", { limit_basis: "statutory" }),
        cover("umbrella", "umbrella_occurrence", { limit: 5_000_000 }),
        cover("professional_liability", "professional_each_claim", { limit: 1_000_000, ...claimsMade }),
        cover("cyber", "cyber_aggregate", { limit: 1_000_000, ...claimsMade }),
        cover("employment_practices", "epli_aggregate", { limit: 1_000_000 }),
      ],
      {
        label: "Expiring policy of Granite Mutual",
        carrier: { name: "Granite Mutual", rating: "A", admitted: true },
        rating_basis: { payroll: 900_000, vehicles: 1, revenue: 1, tiv: 1 },
      },
    ),
    quote(
      "q1",
      [
        gl({ limit: 500_000, trigger: "claims_made", deductible: flat(5000) }),
        cover("general_liability", "general_aggregate", { limit: 2_000_000, limit_basis: "aggregate" }),
        cover("general_liability", "additional_insured", { notes: "Scheduled" }),
        building({
          limit: 780_000,
          valuation: "actual_cash_value",
          coinsurance: 1,
          deductible: { type: "percent", amount: 0.0225 },
        }),
        cover("commercial_property", "business_income", {
          limit: 100_000,
          deductible: { type: "waiting_hours", amount: 72 },
        }),
        cover("commercial_property", "wind_hail_deductible", { deductible: { type: "percent", amount: 2 } }),
        cover("commercial_property", "spoilage", { limit: 10_000 }),
        ...["bi_per_person", "bi_per_accident", "property_damage"].map((code) =>
          cover("commercial_auto", code, { limit: 250_000 }),
        ),
        cover("umbrella", "umbrella_occurrence", { limit: 5_000_000, notes: "The aggregate limit is shared" }),
        cover("professional_liability", "professional_each_claim", {
          limit: 1_000_000,
          trigger: "claims_made",
          retro_date: "2024-01-01",
        }),
        cover("cyber", "cyber_aggregate", { limit: 1_000_000, trigger: "claims_made" }),
        cover("business_owners", "epli_aggregate"),
        cover("general_liability", "row 1"),
        gl({ limit: 400_000 }),
      ],
      {
        label: "Harbor Specialty",
        carrier: { name: "Harbor Specialty", rating: "B+", admitted: false },
        effective_on: "2026-04-02",
        quote_valid_until: "2026-03-02",
        minimum_earned: 0.4,
        premium: { base: 9000, taxes: 100, fees: 10, total: 9500 },
        rating_basis: { payroll: 600_000, vehicles: 6, revenue: 2_000_000, tiv: 5_000_000 },
        exclusions: Array.from({ length: 7 }, (_, index) => ({
          text: `Quarry blasting of the kind ${"x".repeat(index)}y`,
        })),
        conditions: [
          { text: "Limits are shared by all insureds" },
          { text: 'A "quoted" condition,\nin two lines '.padEnd(500, "and so on, ") },
        ],
        subjectivities: [{ text: "Signed application" }],
        document_text: "\u0001\ufffd\ufffd",
      },
    ),
    quote("q2", [gl({ limit: 2_000_000 })], {
      label: "Third offer",
      carrier: { name: "Third Mutual", rating: "NR" },
      effective_on: "2026-03-31",
      quote_valid_until: "2026-02-01",
      premium: { base: 12_000 },
    }),
    { key: "r", records_ref: { policy_key: "p_1" } },
  ],
  {
    baseline_key: "exp",
    scenarios: [
      {
        key: "s",
        label: "Fire",
        line: "commercial_property",
        coverage: "building",
        loss: 40_000,
        annual_probability: 0.01,
      },
    ],
    requirements: [
      ...requirementFields.flatMap((field) => requirementsOn(field)),
      { ...requirement("unknown_code", "limit", "gte", 1), coverage: "zzz" },
      { ...requirement("agg", "limit", "gte", 5_000_000), coverage: "general_aggregate", line: "general_liability" },
      { ...requirement("wc", "included", "eq", true), coverage: "statutory_wc", line: "workers_compensation" },
    ],
  },
);

function requirement(key: string, field: string, op: string, value: JsonObject[string]): JsonObject {
  return {
    key,
    line: "general_liability",
    coverage: "each_occurrence",
    field,
    op,
    value,
    mandatory: key.length % 2 === 0,
    weight: 5,
    source: key.length % 3 === 0 ? "" : "the lease",
  };
}

function requirementsOn(field: string): JsonObject[] {
  const values: { readonly [field: string]: readonly (readonly [op: string, value: JsonObject[string]])[] } = {
    limit: [
      ["gte", 9_000_000],
      ["gt", 9_000_000],
      ["between", [8_000_000, 9_000_000]],
      ["in", [1, 2]],
      ["eq", "high"],
    ],
    deductible: [
      ["lte", 100],
      ["lt", 100],
      ["missing", null],
    ],
    included: [
      ["eq", false],
      ["eq", true],
    ],
    valuation: [
      ["eq", "replacement_cost"],
      ["exists", null],
    ],
    trigger: [
      ["eq", "occurrence"],
      ["ne", "claims_made"],
      ["not_in", ["claims_made"]],
    ],
    rating: [
      ["gte", "A++"],
      ["in", ["A++", "A+"]],
    ],
    form: [
      ["starts_with", "CG"],
      ["contains", "00"],
    ],
  };
  return (values[field] ?? []).map(([op, value], index) =>
    requirement(`${field}_${op}${"x".repeat(index)}`, field, op, value),
  );
}

/** Nothing but what the schema asks for; labels and names are blank. */
export const smallest: JsonObject = input(
  ["a", "b"].map((key) => ({
    key,
    kind: "quote",
    label: "",
    carrier: { name: "" },
    effective_on: "2026-04-01",
    expires_on: "2027-04-01",
    premium: { base: 0 },
    coverages: [key === "a" ? gl() : cover("general_liability", "each_occurrence")],
  })),
);
