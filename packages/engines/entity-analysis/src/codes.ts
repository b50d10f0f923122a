/** The eight arrays that a pack may fill and a configuration may extend, replace by key or switch off. */
export const ruleArrays = [
  "profile_extraction_rules",
  "summary_counter_rules",
  "extra_result_sections",
  "deterministic_checks",
  "overlay_categories",
  "requirement_rules",
  "deterministic_gap_rules",
  "knowledge_overlay",
] as const;

/** How much of an answer is written (ENT-54). */
export const responseTypes = ["report", "scorecard", "checklist"] as const;
export type ResponseType = (typeof responseTypes)[number];

export const factTypes = ["string", "number", "money", "date", "boolean", "enum", "list"] as const;
export type FactKind = (typeof factTypes)[number];

/** Where a fact of the profile may come from, by rule. */
export const sourceKinds = ["input", "record", "document_field", "document_pattern", "document_value"] as const;
export type SourceKind = (typeof sourceKinds)[number];

export const normalizations = [
  "digits",
  "upper",
  "state",
  "naics",
  "phone",
  "percent",
  "money",
  "date",
  "entity_type",
  "construction",
] as const;
export type Normalization = (typeof normalizations)[number];

/** Families that a caller may send inline (ENT-1); a seat's records bring the same rows and `accounts` besides. */
const inlineFamilies = ["policies", "coverages", "claims", "contracts", "locations", "vehicles"] as const;
export const recordFamilies = ["accounts", ...inlineFamilies] as const;
export type RecordFamily = (typeof recordFamilies)[number];

/** Member that names a row; rows are ordered by it, because their order of arrival has no meaning (TYPE-3). */
export const familyKeys: { readonly [Family in RecordFamily]: string } = {
  accounts: "client_key",
  policies: "policy_key",
  coverages: "coverage_key",
  claims: "claim_key",
  contracts: "contract_key",
  locations: "location_key",
  vehicles: "vehicle_key",
};

/** What a client is asked about, one question finding each (ENT-74), with the words of its title. */
export const questionTopics = {
  operations: "operations",
  people: "people and payroll",
  vehicles: "vehicles",
  property: "property",
  contracts: "contracts",
  alcohol: "alcohol sales",
  data: "personal data",
  professional_services: "professional services",
  losses: "losses",
  policies: "policies on file",
} as const;
export type QuestionTopic = keyof typeof questionTopics;
export const questionTopicKeys = [
  "operations",
  "people",
  "vehicles",
  "property",
  "contracts",
  "alcohol",
  "data",
  "professional_services",
  "losses",
  "policies",
] as const satisfies readonly QuestionTopic[];
