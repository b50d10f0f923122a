import type { JsonObject } from "@service/json";
import { coverageWordings } from "./coverage-wordings/index.ts";
import { exclusionTopics } from "./exclusion-topics.ts";

/**
 * Rules of `us_commercial_core` for the engine type comparison: which coverage attributes are rows of the matrix, how
 * much each weighs and when a difference is material (CMP-7, CMP-70), and the wordings by which proposals name a
 * coverage. Words and weights are our own; no vendor's code list or form text is in here (TYPE-7).
 */
type LineItemRow = readonly [
  key: string,
  line: string,
  coverage: string,
  attribute: string,
  direction: string,
  weight: number,
  materiality: JsonObject,
  critical: boolean,
];

const lineItemRows: readonly LineItemRow[] = [
  ["gl_occ", "general_liability", "each_occurrence", "limit", "higher_better", 10, { rel: 0.1 }, true],
  ["gl_agg", "general_liability", "general_aggregate", "limit", "higher_better", 8, { rel: 0.1 }, true],
  ["gl_products", "general_liability", "products_aggregate", "limit", "higher_better", 6, { rel: 0.1 }, false],
  ["gl_injury", "general_liability", "personal_advertising_injury", "limit", "higher_better", 4, { rel: 0.1 }, false],
  ["gl_rented", "general_liability", "rented_premises", "limit", "higher_better", 3, { rel: 0.2 }, false],
  ["gl_medical", "general_liability", "medical_expense", "limit", "higher_better", 1, { rel: 0.5 }, false],
  ["gl_ded", "general_liability", "each_occurrence", "deductible", "lower_better", 4, { abs: 500 }, false],
  ["gl_trigger", "general_liability", "each_occurrence", "trigger", "match_baseline", 6, {}, true],
  ["gl_retro", "general_liability", "each_occurrence", "retro_date", "lower_better", 5, {}, false],
  ["gl_additional_insured", "general_liability", "additional_insured", "included", "presence", 4, {}, false],
  ["gl_waiver", "general_liability", "waiver_of_subrogation", "included", "presence", 3, {}, false],
  ["gl_primary", "general_liability", "primary_noncontributory", "included", "presence", 3, {}, false],

  ["prop_bldg", "commercial_property", "building", "limit", "higher_better", 9, { rel: 0.05 }, true],
  ["prop_ded", "commercial_property", "building", "deductible", "lower_better", 4, { abs: 500 }, false],
  ["prop_valuation", "commercial_property", "building", "valuation", "higher_better", 7, {}, true],
  ["prop_coinsurance", "commercial_property", "building", "coinsurance", "lower_better", 4, { abs: 0.05 }, false],
  [
    "prop_contents",
    "commercial_property",
    "business_personal_property",
    "limit",
    "higher_better",
    6,
    { rel: 0.05 },
    false,
  ],
  [
    "prop_contents_ded",
    "commercial_property",
    "business_personal_property",
    "deductible",
    "lower_better",
    2,
    { abs: 500 },
    false,
  ],
  [
    "prop_contents_valuation",
    "commercial_property",
    "business_personal_property",
    "valuation",
    "higher_better",
    4,
    {},
    false,
  ],
  ["prop_income", "commercial_property", "business_income", "limit", "higher_better", 6, { rel: 0.1 }, true],
  ["prop_extra", "commercial_property", "extra_expense", "limit", "higher_better", 3, { rel: 0.1 }, false],
  ["prop_equipment", "commercial_property", "equipment_breakdown", "included", "presence", 3, {}, false],
  ["prop_ordinance", "commercial_property", "ordinance_law", "limit", "higher_better", 3, { rel: 0.2 }, false],
  ["prop_sewer", "commercial_property", "sewer_backup", "limit", "higher_better", 2, { rel: 0.2 }, false],
  ["prop_spoilage", "commercial_property", "spoilage", "limit", "higher_better", 1, { rel: 0.2 }, false],
  [
    "prop_wind_ded",
    "commercial_property",
    "wind_hail_deductible",
    "deductible",
    "lower_better",
    6,
    { abs: 1000 },
    false,
  ],

  ["bop_occ", "business_owners", "each_occurrence", "limit", "higher_better", 9, { rel: 0.1 }, true],
  ["bop_agg", "business_owners", "general_aggregate", "limit", "higher_better", 7, { rel: 0.1 }, false],
  ["bop_bldg", "business_owners", "building", "limit", "higher_better", 7, { rel: 0.05 }, true],
  ["bop_contents", "business_owners", "business_personal_property", "limit", "higher_better", 6, { rel: 0.05 }, false],
  ["bop_ded", "business_owners", "building", "deductible", "lower_better", 4, { abs: 500 }, false],
  ["bop_income", "business_owners", "business_income", "included", "presence", 5, {}, false],

  ["auto_csl", "commercial_auto", "combined_single_limit", "limit", "higher_better", 10, { rel: 0.1 }, true],
  ["auto_bi_person", "commercial_auto", "bi_per_person", "limit", "higher_better", 5, { rel: 0.1 }, false],
  ["auto_bi_accident", "commercial_auto", "bi_per_accident", "limit", "higher_better", 5, { rel: 0.1 }, false],
  ["auto_pd", "commercial_auto", "property_damage", "limit", "higher_better", 4, { rel: 0.1 }, false],
  ["auto_um", "commercial_auto", "uninsured_motorist", "limit", "higher_better", 4, { rel: 0.1 }, false],
  ["auto_comp_ded", "commercial_auto", "comprehensive", "deductible", "lower_better", 2, { abs: 250 }, false],
  ["auto_coll_ded", "commercial_auto", "collision", "deductible", "lower_better", 2, { abs: 250 }, false],
  ["auto_hired", "commercial_auto", "hired_auto", "included", "presence", 4, {}, false],
  ["auto_non_owned", "commercial_auto", "non_owned_auto", "included", "presence", 5, {}, true],

  ["wc_in", "workers_compensation", "statutory_wc", "included", "presence", 9, {}, true],
  ["wc_accident", "workers_compensation", "el_each_accident", "limit", "higher_better", 5, { rel: 0.1 }, false],
  ["wc_disease_policy", "workers_compensation", "el_disease_policy", "limit", "higher_better", 3, { rel: 0.1 }, false],
  [
    "wc_disease_employee",
    "workers_compensation",
    "el_disease_employee",
    "limit",
    "higher_better",
    3,
    { rel: 0.1 },
    false,
  ],

  ["umb_occ", "umbrella", "umbrella_occurrence", "limit", "higher_better", 9, { rel: 0.1 }, true],
  ["umb_agg", "umbrella", "umbrella_aggregate", "limit", "higher_better", 6, { rel: 0.1 }, false],
  ["umb_retention", "umbrella", "self_insured_retention", "deductible", "lower_better", 3, { abs: 1000 }, false],

  ["cyber_agg", "cyber", "cyber_aggregate", "limit", "higher_better", 8, { rel: 0.1 }, true],
  ["cyber_ded", "cyber", "cyber_aggregate", "deductible", "lower_better", 3, { abs: 2500 }, false],
  ["cyber_retro", "cyber", "cyber_aggregate", "retro_date", "lower_better", 4, {}, false],
  ["cyber_ransom", "cyber", "ransomware_sublimit", "limit", "higher_better", 6, { rel: 0.1 }, false],
  ["cyber_fraud", "cyber", "social_engineering", "limit", "higher_better", 4, { rel: 0.1 }, false],

  ["epl_agg", "employment_practices", "epli_aggregate", "limit", "higher_better", 7, { rel: 0.1 }, true],
  ["epl_ded", "employment_practices", "epli_aggregate", "deductible", "lower_better", 3, { abs: 2500 }, false],
  ["epl_retro", "employment_practices", "epli_aggregate", "retro_date", "lower_better", 5, {}, false],

  ["prof_claim", "professional_liability", "professional_each_claim", "limit", "higher_better", 9, { rel: 0.1 }, true],
  ["prof_agg", "professional_liability", "professional_aggregate", "limit", "higher_better", 7, { rel: 0.1 }, false],
  [
    "prof_ded",
    "professional_liability",
    "professional_each_claim",
    "deductible",
    "lower_better",
    4,
    { abs: 2500 },
    false,
  ],
  ["prof_retro", "professional_liability", "professional_each_claim", "retro_date", "lower_better", 8, {}, true],

  ["liq_in", "liquor_liability", "liquor_each_cause", "included", "presence", 8, {}, true],
  ["liq_limit", "liquor_liability", "liquor_each_cause", "limit", "higher_better", 6, { rel: 0.1 }, false],
];

export const comparisonRules: {
  readonly line_items: JsonObject[];
  readonly aliases: JsonObject[];
  readonly exclusion_topics: JsonObject[];
} = {
  line_items: lineItemRows.map(([key, line, coverage, attribute, direction, weight, materiality, critical]) => ({
    key,
    line,
    coverage,
    attribute,
    direction,
    weight,
    materiality,
    critical,
  })),
  aliases: coverageWordings(),
  exclusion_topics: [...exclusionTopics],
};
