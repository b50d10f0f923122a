import type { JsonObject } from "@service/json";
import { all, any, fact } from "./entity-analysis-conditions.ts";

/** Counters, result sections and the tags that cut across dimensions. */

const isActive = fact("@.status", "eq", "active");

export const counterRules: JsonObject[] = [
  {
    key: "open_claims",
    label: "Open claims",
    over: "records.claims[]",
    where: fact("@.status", "eq", "open"),
    measure: "count",
    unit: "count",
  },
  {
    key: "paid_losses",
    label: "Paid losses",
    over: "records.claims[]",
    measure: "sum",
    value_path: "@.paid",
    unit: "money",
  },
  {
    key: "largest_paid_loss",
    label: "Largest paid loss",
    over: "records.claims[]",
    measure: "max",
    value_path: "@.paid",
    unit: "money",
  },
  {
    key: "active_policies",
    label: "Active policies",
    over: "records.policies[]",
    where: isActive,
    measure: "count",
    unit: "count",
  },
  {
    key: "active_premium",
    label: "Active premium",
    over: "records.policies[]",
    where: isActive,
    measure: "sum",
    value_path: "@.premium",
    unit: "money",
  },
  {
    key: "carriers",
    label: "Carriers",
    over: "records.policies[]",
    where: isActive,
    measure: "distinct",
    value_path: "@.carrier",
    unit: "count",
  },
  { key: "locations", label: "Locations", over: "records.locations[]", measure: "count", unit: "count" },
  {
    key: "highest_contract_limit",
    label: "Highest liability limit asked for by contract",
    over: "records.contracts[]",
    measure: "max",
    value_path: "@.gl_occurrence_required",
    unit: "money",
  },
];

export const sectionRules: JsonObject[] = [
  {
    key: "policy_schedule",
    title: "Policies in force",
    kind: "table",
    over: "records.policies[]",
    where: isActive,
    columns: [
      { key: "line", label: "Line", path: "@.line", format: "text" },
      { key: "policy_number", label: "Policy number", path: "@.policy_number", format: "text" },
      { key: "expires", label: "Expires", path: "@.expires_on", format: "date" },
      { key: "premium", label: "Premium", path: "@.premium", format: "money" },
    ],
    sort: { path: "@.expires_on", dir: "asc" },
    limit: 50,
  },
  {
    key: "claims_history",
    title: "Claims",
    kind: "table",
    over: "records.claims[]",
    columns: [
      { key: "occurred", label: "Occurred", path: "@.occurred_on", format: "date" },
      { key: "line", label: "Line", path: "@.line", format: "text" },
      { key: "status", label: "Status", path: "@.status", format: "text" },
      { key: "paid", label: "Paid", path: "@.paid", format: "money" },
      { key: "reserved", label: "Reserved", path: "@.reserved", format: "money" },
    ],
    sort: { path: "@.occurred_on", dir: "desc" },
    limit: 100,
    show_when: fact("records.claims[]", "exists"),
  },
  {
    key: "contract_requirements",
    title: "Insurance required by contract",
    kind: "table",
    over: "records.contracts[]",
    columns: [
      { key: "party", label: "Party", path: "@.party", format: "text" },
      { key: "occurrence", label: "Liability per occurrence", path: "@.gl_occurrence_required", format: "money" },
      { key: "aggregate", label: "Liability aggregate", path: "@.gl_aggregate_required", format: "money" },
      { key: "auto", label: "Auto", path: "@.auto_required", format: "money" },
      { key: "umbrella", label: "Umbrella", path: "@.umbrella_required", format: "money" },
      { key: "dated", label: "Dated", path: "@.dated_on", format: "date" },
    ],
    sort: { path: "@.party", dir: "asc" },
    limit: 50,
    show_when: fact("records.contracts[]", "exists"),
  },
  {
    key: "exposure_base",
    title: "Exposure base",
    kind: "kv",
    over: "profile",
    columns: [
      { key: "naics", label: "NAICS", path: "@.naics", format: "text" },
      { key: "revenue", label: "Revenue", path: "@.revenue", format: "money" },
      { key: "payroll", label: "Payroll", path: "@.payroll", format: "money" },
      { key: "employees", label: "Employees", path: "@.employees", format: "number" },
      { key: "vehicles", label: "Vehicles", path: "@.owned_vehicles", format: "number" },
      { key: "building_value", label: "Building value", path: "@.building_value", format: "money" },
    ],
    limit: 1,
    show_when: any(
      fact("profile.revenue", "exists"),
      fact("profile.payroll", "exists"),
      fact("profile.employees", "exists"),
    ),
  },
];

export const overlayCategories: JsonObject[] = [
  {
    key: "regulatory",
    label: "Required by law",
    priority: 10,
    assign_when: all(
      fact("finding.status", "in", ["gap", "fail", "partial"]),
      fact("finding.rule_key", "in", [
        "gap_workers_compensation",
        "gap_state_fund_nd",
        "gap_state_fund_oh",
        "gap_state_fund_wa",
        "gap_state_fund_wy",
        "gap_texas_workers_compensation",
        "req_statute_workers_compensation",
        "gap_commercial_auto",
      ]),
    ),
  },
  {
    key: "contract",
    label: "Contract",
    priority: 20,
    assign_when: fact("finding.dimension", "eq", "contract_compliance"),
  },
  {
    key: "quick_win",
    label: "Quick win",
    priority: 30,
    assign_when: all(
      fact("finding.status", "eq", "gap"),
      fact("finding.target.line", "in", ["employment_practices", "cyber", "umbrella"]),
    ),
    max_items: 10,
  },
  {
    key: "deadline",
    label: "Deadline",
    priority: 40,
    assign_when: all(
      fact("finding.status", "eq", "fail"),
      fact("finding.rule_key", "in", ["no_lapsed_policy", "expirations_beyond_30_days", "no_nonrenewal_notice"]),
    ),
  },
  {
    key: "ask_client",
    label: "Ask the client",
    priority: 50,
    assign_when: fact("finding.status", "eq", "review"),
    max_items: 40,
  },
  {
    key: "conflicting_data",
    label: "Conflicting data",
    priority: 60,
    assign_when: fact("finding.status", "eq", "conflict"),
  },
];
