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

/** Value under one of these labels in documents of a kind; a range keeps page numbers and misprints out (VALUE-7). */
const fromLabels = (
  read: "money" | "count" | "date" | "yes_no" | "percent" | "text",
  labels: string[],
  document_kind?: string,
  plausible?: [number, number],
): JsonObject => ({
  kind: "document_value",
  ...(document_kind === undefined ? {} : { document_kind }),
  labels,
  read,
  ...(plausible === undefined ? {} : { plausible }),
});

type Fact = {
  key: string;
  label: string;
  type: string;
  sources: JsonObject[];
  normalize?: string;
  sensitivity?: string;
  enum?: string[];
  on_conflict?: string;
  topic?: string;
  question?: string;
};
const extraction = (rule: Fact): JsonObject => ({ required: false, on_conflict: "flag", ...rule });

type Stated = Omit<Partial<Fact>, "sources"> & {
  labels?: string[];
  plausible?: [number, number];
  /** Questions whether there is any: no is an amount of 0. */
  anyLabels?: string[];
  /** Kinds of document besides applications that state it. */
  kinds?: string[];
};

/** How the text of a document states a fact of each type. */
const readOf = (type: string): "money" | "count" | "yes_no" | "text" =>
  type === "money" ? "money" : type === "number" ? "count" : type === "boolean" ? "yes_no" : "text";

/** A figure or name that the caller, the agency's account record, an application's field or its text may state. */
const stated = (key: string, label: string, type: string, options: Stated = {}): JsonObject => {
  const { labels, anyLabels, plausible, kinds = [], ...rest } = options;
  const texts = labels === undefined ? [] : ["application", "supplemental", ...kinds];
  return extraction({
    key,
    label,
    type,
    sources: [
      fromInput(key),
      fromAccount(key),
      fromApplication(key),
      ...texts.map((kind) => fromLabels(readOf(type), labels ?? [], kind, plausible)),
      ...(anyLabels === undefined ? [] : texts.map((kind) => fromLabels("yes_no", anyLabels, kind))),
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
      fromLabels("text", ["named insured", "applicant name", "name of applicant", "legal name"]),
    ],
  }),
  stated("entity_type", "Entity type", "string", {
    on_conflict: "first",
    normalize: "entity_type",
    labels: [
      "entity type",
      "type of entity",
      "legal entity",
      "form of business",
      "business entity",
      "organization type",
    ],
  }),
  extraction({
    key: "naics",
    label: "NAICS code",
    topic: "operations",
    question: "What does {insured} do, and under which NAICS code?",
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
    topic: "operations",
    question: "In which states does {insured} have employees, premises or projects?",
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
    topic: "operations",
    question: "What was the revenue of {insured} in the last full year?",

    sensitivity: "financial",
    labels: [
      "annual revenue",
      "annual revenues",
      "annual gross revenue",
      "gross revenue",
      "gross annual revenue",
      "annual sales",
      "annual gross sales",
      "gross sales",
      "annual receipts",
      "annual gross receipts",
      "gross receipts",
      "total revenue",
      "total sales",
      "revenue",
      "revenues",
      "sales",
    ],
    plausible: [1_000, 100_000_000_000],
    kinds: ["financials"],
  }),
  stated("payroll", "Annual payroll", "money", {
    topic: "people",
    question: "What is the annual payroll of {insured}?",

    sensitivity: "financial",
    labels: [
      "annual payroll",
      "total payroll",
      "estimated payroll",
      "estimated annual payroll",
      "total annual payroll",
      "total annual remuneration",
      "payroll",
    ],
    plausible: [1_000, 20_000_000_000],
    kinds: ["financials"],
  }),
  stated("employees", "Employees", "number", {
    topic: "people",
    question: "How many employees does {insured} have, full-time and part-time?",

    labels: [
      "number of employees",
      "no. of employees",
      "# of employees",
      "total employees",
      "total number of employees",
      "employee count",
      "headcount",
      "employees",
    ],
    plausible: [1, 2_500_000],
  }),
  stated("subcontract_cost", "Cost of subcontracted work", "money", {
    topic: "contracts",
    question: "How much does {insured} pay subcontractors in a year?",

    sensitivity: "financial",
    labels: [
      "subcontracted cost",
      "subcontract cost",
      "subcontract costs",
      "subcontractor costs",
      "subcontracted work",
      "cost of subcontractors",
      "cost of subcontracted work",
      "annual cost of subcontractors",
    ],
    anyLabels: [
      "use subcontractors",
      "uses subcontractors",
      "hire subcontractors",
      "subcontractors used",
      "subcontract work",
      "subcontract any work",
      "any work subcontracted",
    ],
    plausible: [100, 20_000_000_000],
  }),
  stated("years_in_business", "Years in business", "number", {
    labels: ["years in business", "years of operation", "number of years in business"],
    plausible: [0, 400],
  }),
  extraction({
    key: "building_value",
    label: "Declared building value",
    topic: "property",
    question: "What would it cost to rebuild the buildings that {insured} owns?",
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
    topic: "property",
    question: "What are the contents of {insured} worth, new?",
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
    topic: "property",
    question: "What has {insured} spent on improvements of rented premises?",
    type: "money",
    sensitivity: "financial",
    sources: [
      fromInput("tenant_improvements"),
      { kind: "record", family: "locations", path: "values.tenant_improvements", pick: "sum" },
      fromLabels(
        "money",
        ["tenant improvements", "leasehold improvements", "tenant improvements and betterments"],
        undefined,
        [100, 1_000_000_000],
      ),
    ],
  }),
  extraction({
    key: "flood_zones",
    label: "Flood zones",
    topic: "property",
    question: "In which flood zones are the locations of {insured}?",
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
    topic: "vehicles",
    question: "How many vehicles does {insured} own or lease?",
    type: "number",
    sources: [
      fromInput("owned_vehicles"),
      fromInput("vehicles"),
      { kind: "record", family: "vehicles", path: "vehicle_key", pick: "count" },
      fromApplication("owned_vehicles"),
      fromLabels(
        "count",
        ["owned vehicles", "vehicles owned", "number of vehicles owned", "power units"],
        "application",
      ),
      fromLabels(
        "yes_no",
        [
          "own vehicles",
          "own any vehicles",
          "owns vehicles",
          "owns any vehicles",
          "own or lease vehicles",
          "vehicles owned",
        ],
        "application",
      ),
    ],
  }),
  stated("employees_drive", "Employees drive on business", "boolean", {
    topic: "vehicles",
    question: "Do employees of {insured} use their own or rented vehicles for business?",

    labels: [
      "employees use their own vehicles",
      "employees use their own cars",
      "employees drive their own vehicles",
      "employees drive their own cars",
      "employees use personal vehicles",
      "employees use own vehicles",
      "employees drive own vehicles",
      "employees drive personal vehicles",
      "non-owned autos used",
    ],
  }),
  stated("alcohol_receipts", "Alcohol receipts", "money", {
    topic: "alcohol",
    question: "What are the yearly receipts of {insured} from alcohol?",

    sensitivity: "financial",
    labels: [
      "alcohol receipts",
      "alcohol sales",
      "liquor receipts",
      "liquor sales",
      "receipts from alcohol",
      "receipts from liquor",
      "receipts from the sale of alcohol",
      "annual alcohol receipts",
    ],
    anyLabels: [
      ...["serve", "serves", "sell", "sells", "serve or sell", "sell or serve"].flatMap((verb) =>
        ["alcohol", "liquor", "alcoholic beverages"].map((what) => `${verb} ${what}`),
      ),
      ...["alcohol", "liquor"].flatMap((what) => [`${what} served`, `${what} sold`, `${what} sales`]),
      "sale of alcohol",
      "serve beer or wine",
      "beer or wine sold",
    ],
    plausible: [1, 10_000_000_000],
  }),
  stated("stores_personal_data", "Stores personal data", "boolean", {
    topic: "data",
    question: "Does {insured} store personal data of customers or employees?",

    labels: [
      "stores personal data",
      "store personal data",
      "stores personal information",
      "store personal information",
      "personally identifiable information",
      "customer personal data stored",
    ],
  }),
  stated("professional_fees", "Professional fees", "money", {
    topic: "professional_services",
    question: "What does {insured} earn a year from advice, design or other professional services?",

    sensitivity: "financial",
    labels: ["professional fees", "annual professional fees", "fee income", "professional service revenue"],
    anyLabels: [
      "provide professional services",
      "provides professional services",
      "professional services provided",
      "offer professional services",
    ],
    plausible: [1, 20_000_000_000],
  }),
  stated("has_board", "Board of directors or outside investors", "boolean", {
    topic: "people",
    question: "Does {insured} have a board of directors or outside investors?",
  }),
  stated("handles_client_funds", "Handles money or securities of others", "boolean", {
    topic: "operations",
    question: "Does {insured} handle money or securities of others?",
  }),
  stated("sponsors_benefit_plan", "Sponsors a benefit plan", "boolean"),
  stated("pollution_exposure", "Stores, uses or hauls pollutants", "boolean", {
    topic: "operations",
    question: "Does {insured} store, use or haul pollutants?",
  }),
  stated("makes_products", "Makes or imports products", "boolean", {
    topic: "operations",
    question: "Does {insured} make or import products?",
  }),
  stated("hauls_for_hire", "Hauls goods of others for hire", "boolean"),
  stated("customer_vehicles_in_care", "Keeps customers' vehicles", "boolean"),
  stated("tools_value", "Tools and mobile equipment", "money", {
    topic: "property",
    question: "What are the tools and the mobile equipment of {insured} worth?",

    sensitivity: "financial",
    labels: ["value of tools", "tools and equipment value", "tools and equipment", "mobile equipment value"],
    plausible: [100, 1_000_000_000],
  }),
  stated("cares_for_vulnerable", "Cares for children or vulnerable people", "boolean", {
    topic: "operations",
    question: "Does {insured} care for, teach or house children or other vulnerable people?",
    labels: ["cares for children", "works with minors", "care of vulnerable people"],
  }),
  stated("installs_materials", "Installs materials at job sites", "boolean", {
    topic: "operations",
    question: "Does {insured} install materials or equipment that it brings to job sites?",
    labels: ["installs materials", "installation of materials"],
  }),
  stated("texas_nonsubscriber", "Elected not to subscribe in Texas", "boolean", {
    topic: "people",
    question: "Has {insured} elected not to subscribe to workers compensation in Texas?",
    labels: ["texas nonsubscriber", "non-subscriber in texas", "elected not to subscribe"],
  }),
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
    topic: "policies",
    question: "For how much are the buildings of {insured} insured?",
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
      fromLabels(
        "date",
        ["valued as of", "valuation date", "losses valued", "date valued", "loss run date"],
        "loss_runs",
      ),
    ],
  }),
];
