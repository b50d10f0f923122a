import { familyOf, type Severity } from "@service/engine-kit";

/** What an offer loses or cuts in one row (CMP-89). */
export type Loss = {
  readonly line: string;
  readonly coverage: string;
  /** 1 = gone; .5 = cut by half; `undefined` = worse in another way than by an amount. */
  readonly share: number | undefined;
  /** The whole line is gone, not this coverage alone. */
  readonly isLine: boolean;
  /** A requirement names it. */
  readonly required: "mandatory" | "asked" | "no";
  /** Of the row's line item. */
  readonly isCritical: boolean;
};

const deepCut = 0.5;
const shallowCut = 0.1;

/** Coverages whose loss an account does not survive, beside the whole lines of `gravestLines`. */
const gravestCoverages: ReadonlySet<string> = new Set([
  "each_occurrence",
  "general_aggregate",
  "products_aggregate",
  "personal_advertising_injury",
  "combined_single_limit",
  "bi_per_person",
  "bi_per_accident",
  "property_damage",
  "umbrella_occurrence",
  "umbrella_aggregate",
  "building",
  "dwelling",
  "personal_liability",
  "professional_each_claim",
  "professional_aggregate",
  "liquor_each_cause",
]);
const gravestLines: ReadonlySet<string> = new Set([
  "umbrella",
  "personal_umbrella",
  "professional_liability",
  "liquor_liability",
  "pollution",
]);

const graveCoverages: ReadonlySet<string> = new Set([
  "business_personal_property",
  "personal_property",
  "business_income",
  "el_each_accident",
  "el_disease_policy",
  "el_disease_employee",
  "hired_auto",
  "non_owned_auto",
  "additional_insured",
  "waiver_of_subrogation",
  "primary_noncontributory",
  "garagekeepers",
  "cargo",
]);
const graveFamilies: ReadonlySet<string> = new Set([
  "cyber",
  "employment_practices",
  "directors_officers",
  "crime",
  "motor_truck_cargo",
]);

/** CMP-89: by what is lost, and whether it is gone, cut by half or more, or cut by a tenth or more. */
export function severityOfLoss(loss: Loss): Severity {
  const { line, coverage, share, isLine, required, isCritical } = loss;
  const minor = isCritical ? "medium" : "low";
  if (share === undefined) return minor;
  if (share < shallowCut) return "low";
  const isDeep = share >= deepCut;
  if (coverage === "statutory_wc" || required === "mandatory") return "critical";
  if (isGravest(loss)) return isDeep ? "high" : "medium";
  if (graveCoverages.has(coverage) || graveFamilies.has(familyOf(line, coverage)) || graveFamilies.has(line)) {
    return isLine ? "high" : "medium";
  }
  return isDeep ? minor : "low";
}

function isGravest({ line, coverage, required }: Loss): boolean {
  if (line === "flood") return required !== "no";
  return gravestCoverages.has(coverage) || gravestLines.has(line);
}
