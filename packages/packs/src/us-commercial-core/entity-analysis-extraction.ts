import type { JsonObject } from "@service/json";
import { fact } from "./entity-analysis-conditions.ts";

/** Facts of the profile, each with its sources in order of trust. The patterns are our own reading of plain files. */

const isActive = fact("@.status", "eq", "active");
const fromInput = (key: string): JsonObject => ({ kind: "input", path: `profile.${key}` });
const fromAccount = (path: string): JsonObject => ({ kind: "record", family: "accounts", path, pick: "first" });
const fromApplication = (field: string): JsonObject => ({
  kind: "document_field",
  document_kind: "application",
  field,
});
const fromText = (pattern: string, document_kind?: string): JsonObject => ({
  kind: "document_pattern",
  ...(document_kind === undefined ? {} : { document_kind }),
  pattern,
  group: 1,
});

const amount = "[^0-9\\r\\n]{0,20}\\$?([0-9][0-9,]{0,15}(?:\\.[0-9]{1,2})?)";
const count = "[^0-9\\r\\n]{0,20}([0-9][0-9,]{0,8})";
const answer = "[ \\t]{0,10}[:?]{0,2}[ \\t]{0,10}(yes|no)\\b";

type Fact = {
  key: string;
  label: string;
  type: string;
  sources: JsonObject[];
  normalize?: string;
  sensitivity?: string;
  enum?: string[];
  on_conflict?: string;
};
const extraction = (rule: Fact): JsonObject => ({ required: false, on_conflict: "flag", ...rule });

/** A figure or name that the caller, the agency's account record, an application's field or its text may state. */
const stated = (
  key: string,
  label: string,
  type: string,
  options: Omit<Partial<Fact>, "sources"> & { pattern?: string } = {},
): JsonObject => {
  const { pattern, ...rest } = options;
  return extraction({
    key,
    label,
    type,
    sources: [
      fromInput(key),
      fromAccount(key),
      fromApplication(key),
      ...(pattern === undefined ? [] : [fromText(pattern, "application")]),
    ],
    ...rest,
  });
};

export const extractionRules: JsonObject[] = [
  extraction({
    key: "legal_name",
    label: "Legal name",
    type: "string",
    on_conflict: "first",
    sources: [
      fromInput("legal_name"),
      fromInput("name"),
      fromAccount("name"),
      fromApplication("applicant_name"),
      fromText("(?i)(?:named insured|applicant name)[ \\t]{0,5}:[ \\t]{0,10}([^\\r\\n]{2,80})"),
    ],
  }),
  stated("entity_type", "Entity type", "string", { on_conflict: "first" }),
  extraction({
    key: "naics",
    label: "NAICS code",
    type: "string",
    normalize: "naics",
    sources: [
      fromInput("naics"),
      fromAccount("naics"),
      fromApplication("naics"),
      fromText("(?i)naics[^0-9\\r\\n]{0,15}([0-9]{2,6})\\b"),
    ],
  }),
  extraction({
    key: "states",
    label: "States of operation",
    type: "list",
    normalize: "state",
    on_conflict: "first",
    sources: [
      fromInput("states"),
      fromAccount("states"),
      { kind: "record", family: "locations", path: "address.state", pick: "distinct" },
    ],
  }),
  stated("revenue", "Annual revenue", "money", {
    sensitivity: "financial",
    pattern: `(?i)annual (?:gross )?(?:revenue|sales|receipts)${amount}`,
  }),
  stated("payroll", "Annual payroll", "money", {
    sensitivity: "financial",
    pattern: `(?i)(?:annual payroll|total payroll|estimated payroll)${amount}`,
  }),
  stated("employees", "Employees", "number", {
    pattern: `(?i)(?:(?:number|no\\.?) of employees|total employees|employee count|employees \\([^)\\r\\n]{1,30}\\))${count}`,
  }),
  stated("subcontract_cost", "Cost of subcontracted work", "money", {
    sensitivity: "financial",
    pattern: `(?i)(?:subcontracted cost|subcontract cost|cost of subcontractors)${amount}`,
  }),
  stated("years_in_business", "Years in business", "number", { pattern: `(?i)years in business${count}` }),
  extraction({
    key: "building_value",
    label: "Declared building value",
    type: "money",
    sensitivity: "financial",
    sources: [
      fromInput("building_value"),
      { kind: "record", family: "locations", path: "values.building", pick: "sum" },
      fromApplication("building_value"),
    ],
  }),
  extraction({
    key: "contents_value",
    label: "Declared contents value",
    type: "money",
    sensitivity: "financial",
    sources: [
      fromInput("contents_value"),
      { kind: "record", family: "locations", path: "values.contents", pick: "sum" },
      fromApplication("contents_value"),
    ],
  }),
  extraction({
    key: "tenant_improvements",
    label: "Tenant improvements",
    type: "money",
    sensitivity: "financial",
    sources: [
      fromInput("tenant_improvements"),
      { kind: "record", family: "locations", path: "values.tenant_improvements", pick: "sum" },
      fromText(`(?i)(?:tenant improvements|leasehold improvements)${amount}`),
    ],
  }),
  extraction({
    key: "flood_zones",
    label: "Flood zones",
    type: "list",
    normalize: "upper",
    on_conflict: "first",
    sources: [
      fromInput("flood_zones"),
      fromInput("flood_zone"),
      { kind: "record", family: "locations", path: "flood_zone", pick: "distinct" },
    ],
  }),
  extraction({
    key: "owned_vehicles",
    label: "Owned vehicles",
    type: "number",
    sources: [
      fromInput("owned_vehicles"),
      fromInput("vehicles"),
      { kind: "record", family: "vehicles", path: "vehicle_key", pick: "count" },
      fromApplication("owned_vehicles"),
    ],
  }),
  stated("employees_drive", "Employees drive on business", "boolean", {
    pattern: `(?i)employees (?:use|drive) (?:their own|own|personal) (?:vehicles|cars)(?: (?:on|for) [a-z ]{1,30})?${answer}`,
  }),
  stated("alcohol_receipts", "Alcohol receipts", "money", {
    sensitivity: "financial",
    pattern: `(?i)(?:(?:alcohol|liquor) (?:receipts|sales)|receipts from (?:the sale of )?(?:alcohol|liquor))${amount}`,
  }),
  stated("stores_personal_data", "Stores personal data", "boolean", {
    pattern: `(?i)stores? personal (?:data|information)${answer}`,
  }),
  stated("professional_fees", "Professional fees", "money", {
    sensitivity: "financial",
    pattern: `(?i)(?:professional fees|fee income)${amount}`,
  }),
  stated("has_board", "Board of directors or outside investors", "boolean"),
  stated("handles_client_funds", "Handles money or securities of others", "boolean"),
  stated("sponsors_benefit_plan", "Sponsors a benefit plan", "boolean"),
  stated("pollution_exposure", "Stores, uses or hauls pollutants", "boolean"),
  stated("makes_products", "Makes or imports products", "boolean"),
  stated("hauls_for_hire", "Hauls goods of others for hire", "boolean"),
  stated("customer_vehicles_in_care", "Keeps customers' vehicles", "boolean"),
  stated("tools_value", "Tools and mobile equipment", "money", { sensitivity: "financial" }),
  stated("construction_in_progress", "Building work in progress", "money", { sensitivity: "financial" }),
  extraction({
    key: "policies_in_force",
    label: "Policies in force",
    type: "number",
    on_conflict: "first",
    sources: [{ kind: "record", family: "policies", path: "line", where: isActive, pick: "count" }],
  }),
  extraction({
    key: "premium_in_force",
    label: "Premium in force",
    type: "money",
    sensitivity: "financial",
    on_conflict: "first",
    sources: [{ kind: "record", family: "policies", path: "premium", where: isActive, pick: "sum" }],
  }),
  extraction({
    key: "next_expiration",
    label: "Next expiration",
    type: "date",
    on_conflict: "first",
    sources: [
      { kind: "record", family: "policies", path: "expires_on", where: isActive, pick: "min" },
      fromInput("next_expiration"),
    ],
  }),
  extraction({
    key: "building_limit",
    label: "Insured building limit",
    type: "money",
    sensitivity: "financial",
    on_conflict: "first",
    sources: [
      {
        kind: "record",
        family: "coverages",
        path: "limit",
        where: {
          all: [fact("@.in_force", "eq", true), fact("@.included", "eq", true), fact("@.coverage", "eq", "building")],
        },
        pick: "sum",
      },
    ],
  }),
  extraction({
    key: "contracts_on_file",
    label: "Contracts on file",
    type: "number",
    on_conflict: "first",
    sources: [{ kind: "record", family: "contracts", path: "contract_key", pick: "count" }],
  }),
  extraction({
    key: "claims_on_file",
    label: "Claims on file",
    type: "number",
    on_conflict: "first",
    sources: [{ kind: "record", family: "claims", path: "occurred_on", pick: "count" }],
  }),
  extraction({
    key: "loss_runs_valued_on",
    label: "Loss runs valued on",
    type: "date",
    on_conflict: "latest",
    sources: [
      { kind: "document_field", document_kind: "loss_runs", field: "valued_on" },
      fromText(
        "(?i)(?:valued as of|valuation date|losses valued)[^0-9\\r\\n]{0,10}([0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}/[0-9]{1,2}/[0-9]{4})",
        "loss_runs",
      ),
    ],
  }),
];
