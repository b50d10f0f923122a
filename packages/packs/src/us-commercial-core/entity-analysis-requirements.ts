import type { JsonObject } from "@service/json";
import { all, any, anyOf, fact } from "./entity-analysis-conditions.ts";

/** Requirements of third parties: contracts, statutes, lenders, and the agency's own standard. */

const asksFor = (field: string): JsonObject =>
  anyOf("records.contracts[]", all(fact(`@.${field}`, "exists"), fact(`@.${field}`, "gt", 0)));
const demands = (field: string): JsonObject =>
  anyOf("records.contracts[]", all(fact(`@.${field}`, "exists"), fact(`@.${field}`, "eq", true)));
const highest = (field: string): JsonObject => ({ max: { path: `records.contracts[].${field}` } });
/** Of the contracts that want the primary limit alone. */
const highestPrimary = (field: string): JsonObject => ({
  max: {
    path: `records.contracts[].${field}`,
    where: all(fact("@.umbrella_counts", "exists"), fact("@.umbrella_counts", "eq", false)),
  },
});

const contractLimit = (
  key: string,
  label: string,
  line: string,
  coverage: string,
  field: string,
  severity: string,
  recommendation: string,
): JsonObject => ({
  key,
  label,
  dimension: "contract_compliance",
  applies_when: asksFor(field),
  source: { kind: "contract" },
  requires: [
    { line, coverage, field: "limit", op: "gte", value_expr: highest(field) },
    { line, coverage, field: "limit", op: "gte", value_expr: highestPrimary(field), umbrella_counts: false },
  ],
  mode: "all",
  severity,
  recommendation,
});

const contractWording = (
  key: string,
  label: string,
  coverage: string,
  field: string,
  recommendation: string,
): JsonObject => ({
  key,
  label,
  dimension: "contract_compliance",
  applies_when: demands(field),
  source: { kind: "contract" },
  requires: [{ line: "general_liability", coverage, field: "included", op: "eq", value: true }],
  mode: "all",
  severity: "medium",
  recommendation,
});

export const requirementRules: JsonObject[] = [
  contractLimit(
    "req_contract_gl",
    "General liability limit",
    "general_liability",
    "each_occurrence",
    "gl_occurrence_required",
    "high",
    "Increase the limit or add umbrella above the contract minimum",
  ),
  contractLimit(
    "req_contract_gl_aggregate",
    "General aggregate",
    "general_liability",
    "general_aggregate",
    "gl_aggregate_required",
    "high",
    "Increase the aggregate or make it per project",
  ),
  contractLimit(
    "req_contract_auto",
    "Auto liability limit",
    "commercial_auto",
    "combined_single_limit",
    "auto_required",
    "high",
    "Insure auto liability, owned, hired and non-owned, at the combined limit of the contract",
  ),
  contractLimit(
    "req_contract_umbrella",
    "Umbrella limit",
    "umbrella",
    "umbrella_occurrence",
    "umbrella_required",
    "high",
    "Place an umbrella, or increase it, to the contract minimum",
  ),
  contractWording(
    "req_contract_additional_insured",
    "Additional insured status",
    "additional_insured",
    "additional_insured",
    "Add the other party as additional insured for ongoing and completed operations",
  ),
  contractWording(
    "req_contract_waiver",
    "Waiver of subrogation",
    "waiver_of_subrogation",
    "waiver",
    "Add a waiver of subrogation where the contract asks for it",
  ),
  contractWording(
    "req_contract_primary",
    "Primary wording",
    "primary_noncontributory",
    "primary_wording",
    "Add primary and noncontributory wording",
  ),
  {
    key: "req_contract_notice",
    label: "Notice of cancellation",
    dimension: "contract_compliance",
    applies_when: anyOf("records.contracts[]", all(fact("@.notice_days", "exists"), fact("@.notice_days", "gte", 30))),
    source: { kind: "contract" },
    requires: [
      { line: "general_liability", coverage: "notice_of_cancellation", field: "included", op: "eq", value: true },
    ],
    mode: "all",
    severity: "low",
    recommendation: "Ask for an endorsement with 30 days notice; a certificate alone promises nothing",
  },
  {
    key: "req_statute_workers_compensation",
    label: "Employers liability with statutory benefits",
    dimension: "coverage_adequacy",
    // Texas leaves the choice to the employer, four states insure alone; the others require it from the fifth employee.
    applies_when: all(
      fact("profile.employees", "gte", 5),
      any(
        fact("profile.states", "missing"),
        anyOf("profile.states[]", fact("@", "not_in", ["TX", "ND", "OH", "WA", "WY"])),
      ),
    ),
    source: { kind: "statute", citation: "State workers compensation law; numbers and exemptions differ by state" },
    requires: [{ line: "workers_compensation", coverage: "statutory_wc", field: "included", op: "eq", value: true }],
    mode: "all",
    severity: "critical",
    recommendation: "Place workers compensation in every state with employees",
  },
  {
    key: "req_standard_carrier_rating",
    label: "Liability carrier rated A- or better",
    dimension: "renewal_readiness",
    applies_when: anyOf("records.policies[]", all(fact("@.status", "eq", "active"), fact("@.rating", "exists"))),
    source: { kind: "agency_standard", citation: "Agency security standard" },
    requires: [{ line: "general_liability", field: "rating", op: "in", value: ["A++", "A+", "A", "A-"] }],
    mode: "all",
    severity: "medium",
    recommendation: "Offer a carrier with a better rating or document the client's consent",
  },
];
