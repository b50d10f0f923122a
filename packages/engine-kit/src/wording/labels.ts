import { stateNames } from "@service/json";
import type { lineCodes } from "@service/record-families";
import type { coverageCodes } from "../codes.ts";

/** What a client calls each line (WORD-3). Without "insurance" or "policy", which the sentence adds. */
const lineLabels: Readonly<Record<(typeof lineCodes)[number], string>> = {
  general_liability: "general liability",
  commercial_property: "commercial property",
  business_owners: "business owners",
  commercial_auto: "commercial auto",
  workers_compensation: "workers compensation",
  umbrella: "umbrella",
  cyber: "cyber",
  employment_practices: "employment practices",
  professional_liability: "professional liability",
  directors_officers: "directors and officers",
  crime: "crime",
  inland_marine: "inland marine",
  builders_risk: "builders risk",
  liquor_liability: "liquor liability",
  pollution: "pollution",
  surety: "surety",
  garage: "garage",
  motor_truck_cargo: "motor truck cargo",
  product_recall: "product recall",
  personal_auto: "personal auto",
  homeowners: "homeowners",
  dwelling_fire: "dwelling fire",
  renters: "renters",
  condo: "condo",
  flood: "flood",
  earthquake: "earthquake",
  personal_umbrella: "personal umbrella",
  watercraft: "watercraft",
  motorcycle: "motorcycle",
  life: "life",
  disability: "disability",
  group_health: "group health",
  other: "other",
};

const coverageLabels: Readonly<Record<(typeof coverageCodes)[number], string>> = {
  each_occurrence: "each occurrence",
  general_aggregate: "general aggregate",
  products_aggregate: "products and completed operations aggregate",
  personal_advertising_injury: "personal and advertising injury",
  rented_premises: "damage to rented premises",
  medical_expense: "medical expense",
  building: "building",
  business_personal_property: "business personal property",
  business_income: "business income",
  extra_expense: "extra expense",
  equipment_breakdown: "equipment breakdown",
  ordinance_law: "ordinance or law",
  sewer_backup: "sewer backup",
  spoilage: "spoilage",
  combined_single_limit: "combined single limit",
  bi_per_person: "bodily injury, each person",
  bi_per_accident: "bodily injury, each accident",
  property_damage: "property damage",
  uninsured_motorist: "uninsured motorist",
  comprehensive: "comprehensive",
  collision: "collision",
  hired_auto: "hired auto",
  non_owned_auto: "non-owned auto",
  statutory_wc: "statutory workers compensation",
  el_each_accident: "employers liability, each accident",
  el_disease_policy: "employers liability, disease, policy limit",
  el_disease_employee: "employers liability, disease, each employee",
  umbrella_occurrence: "umbrella, each occurrence",
  umbrella_aggregate: "umbrella aggregate",
  self_insured_retention: "self-insured retention",
  cyber_aggregate: "cyber aggregate",
  ransomware_sublimit: "ransomware sublimit",
  social_engineering: "social engineering",
  epli_aggregate: "employment practices aggregate",
  professional_each_claim: "professional liability, each claim",
  professional_aggregate: "professional liability aggregate",
  liquor_each_cause: "liquor liability, each common cause",
  dwelling: "dwelling",
  other_structures: "other structures",
  personal_property: "personal property",
  loss_of_use: "loss of use",
  personal_liability: "personal liability",
  wind_hail_deductible: "wind and hail deductible",
  additional_insured: "additional insured",
  waiver_of_subrogation: "waiver of subrogation",
  primary_noncontributory: "primary and noncontributory wording",
};

/** Codes whose words are not their label. Every other code is its own words: `replacement_cost`, `claims_made`. */
const otherLabels: ReadonlyMap<string, string> = new Map([
  ["money_securities", "money and securities"],
  ["forgery_alteration", "forgery or alteration"],
  ["per_occurrence", "each occurrence"],
  ["per_person", "each person"],
  ["per_accident", "each accident"],
  ["per_location", "each location"],
  ["per_project", "each project"],
  ["sir", "self-insured retention"],
  ["claims_made", "claims-made"],
  ["retro_date", "retroactive date"],
  ["non_renewed", "non-renewed"],
  ["fein", "federal tax number"],
  ["ssn_last4", "last four digits of the social security number"],
  ["duns", "D-U-N-S number"],
  ["uei", "unique entity identifier"],
  ["usdot", "US DOT number"],
  ["npn", "national producer number"],
  ["naic", "NAIC number"],
  ["lei", "legal entity identifier"],
  ["naics", "NAICS code"],
  ["sic", "SIC code"],
  ["tiv", "total insured value"],
  ["mvr", "motor vehicle record"],
  ["llc", "LLC"],
]);

const labels: ReadonlyMap<string, string> = new Map([
  ...otherLabels,
  ...Object.entries(coverageLabels),
  ...Object.entries(lineLabels),
]);

/** A line, coverage or enum value in words; a code without a label becomes its words (WORD-3). */
export function labelOf(code: string): string {
  return labels.get(code) ?? code.replaceAll("_", " ");
}

/** `TX` becomes `Texas`; what is no code of a state stays as it is. */
export function stateName(code: string): string {
  return stateNames.get(code) ?? code;
}

/** The last name of a fact path in words: `risk.years_in_business` becomes `years in business`. */
export function factInWords(path: string): string {
  const name = path.slice(path.lastIndexOf(".") + 1).replace("[]", "");
  return labelOf(path.startsWith("loss.") && !name.startsWith("loss") ? `loss_${name}` : name);
}
