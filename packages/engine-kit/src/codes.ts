/**
 * Our own neutral words for coverages (TYPE-20). Open list: an operator extends it through the dataset `coverage_terms`,
 * so input schemas do not close over it.
 */
export const coverageCodes = [
  "each_occurrence",
  "general_aggregate",
  "products_aggregate",
  "personal_advertising_injury",
  "rented_premises",
  "medical_expense",
  "building",
  "business_personal_property",
  "business_income",
  "extra_expense",
  "equipment_breakdown",
  "ordinance_law",
  "sewer_backup",
  "spoilage",
  "combined_single_limit",
  "bi_per_person",
  "bi_per_accident",
  "property_damage",
  "uninsured_motorist",
  "comprehensive",
  "collision",
  "hired_auto",
  "non_owned_auto",
  "statutory_wc",
  "el_each_accident",
  "el_disease_policy",
  "el_disease_employee",
  "umbrella_occurrence",
  "umbrella_aggregate",
  "self_insured_retention",
  "cyber_aggregate",
  "ransomware_sublimit",
  "social_engineering",
  "epli_aggregate",
  "professional_each_claim",
  "professional_aggregate",
  "liquor_each_cause",
  "dwelling",
  "other_structures",
  "personal_property",
  "loss_of_use",
  "personal_liability",
  "wind_hail_deductible",
  "additional_insured",
  "waiver_of_subrogation",
  "primary_noncontributory",
] as const;

export const severities = ["info", "low", "medium", "high", "critical"] as const;

export type Severity = (typeof severities)[number];

/** Financial strength of carriers, best first: the position decides "at least A-". NR stands outside the order. */
export const ratings = ["A++", "A+", "A", "A-", "B++", "B+", "B", "B-", "C++", "C+", "C", "C-", "D", "NR"] as const;
export type Rating = (typeof ratings)[number];

/** What a case may assert of a value of its output (GATE-2). */
export const assertionOps = [
  "eq",
  "ne",
  "gte",
  "lte",
  "in",
  "contains",
  "exists",
  "absent",
  "count_gte",
  "rank_lte",
] as const;
