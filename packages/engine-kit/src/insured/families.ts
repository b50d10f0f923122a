/**
 * What is insured, whatever the policy is called (COVER-1): a business owners policy carries general liability and
 * property, a garage policy carries general liability, and endorsements of a package stand in for lines of their own.
 */

/** Coverages of the liability part of general liability, business owners and garage policies. */
const liabilityCoverages: ReadonlySet<string> = new Set([
  "each_occurrence",
  "general_aggregate",
  "products_aggregate",
  "personal_advertising_injury",
  "rented_premises",
  "medical_expense",
  "additional_insured",
  "waiver_of_subrogation",
  "primary_noncontributory",
  "notice_of_cancellation",
]);

/** Coverages of the property part of commercial property and business owners policies. */
const propertyCoverages: ReadonlySet<string> = new Set([
  "building",
  "business_personal_property",
  "business_income",
  "extra_expense",
  "equipment_breakdown",
  "ordinance_law",
  "sewer_backup",
  "spoilage",
  "wind_hail_deductible",
  "tenant_improvements",
]);

/** Coverages that belong to a line of their own, wherever they are endorsed. */
const homeFamilies: ReadonlyMap<string, string> = new Map([
  ["cyber_aggregate", "cyber"],
  ["ransomware_sublimit", "cyber"],
  ["epli_aggregate", "employment_practices"],
  ["social_engineering", "crime"],
  ["employee_dishonesty", "crime"],
  ["employee_theft", "crime"],
  ["money_securities", "crime"],
  ["forgery_alteration", "crime"],
  ["professional_each_claim", "professional_liability"],
  ["professional_aggregate", "professional_liability"],
  ["liquor_each_cause", "liquor_liability"],
  ["hired_auto", "auto"],
  ["non_owned_auto", "auto"],
  ["combined_single_limit", "auto"],
  ["bi_per_person", "auto"],
  ["bi_per_accident", "auto"],
  ["uninsured_motorist", "auto"],
  ["el_each_accident", "wc"],
  ["el_disease_policy", "wc"],
  ["el_disease_employee", "wc"],
  ["statutory_wc", "wc"],
]);

/** Families that a policy of a line holds as its own, not by endorsement. Other lines hold themselves. */
const familiesOfLine: ReadonlyMap<string, readonly string[]> = new Map([
  ["general_liability", ["gl"]],
  ["business_owners", ["gl", "property"]],
  ["garage", ["gl", "auto", "garage"]],
  ["commercial_property", ["property"]],
  ["commercial_auto", ["auto"]],
  ["workers_compensation", ["wc"]],
  ["umbrella", ["umbrella"]],
]);

/** Lines whose coverages belong to commercial families; a homeowners or a personal auto policy keeps its own. */
const packageLines: ReadonlySet<string> = new Set([...familiesOfLine.keys(), "cyber", "crime", "employment_practices"]);

/** Families that a policy of this line holds in full: `business_owners` holds `gl` and `property` (COVER-1). */
export function familiesOf(line: string): readonly string[] {
  return familiesOfLine.get(line) ?? [line];
}

/**
 * The family of a coverage on a policy of `line`: `gl`, `property`, `auto`, `wc`, `umbrella`, else a line code. Without
 * a coverage that of the line, and a package, which has two, keeps its own name (COVER-1, COVER-2).
 */
export function familyOf(line: string, coverage?: string): string {
  const own = familiesOf(line);
  if (coverage === undefined || !packageLines.has(line)) return own.length === 1 ? (own[0] ?? line) : line;
  const home = homeFamilies.get(coverage);
  // An umbrella's own limits stay its own, whatever they are called; so does the home line's.
  if (home !== undefined && line !== "umbrella") return home;
  if (line === "umbrella" || own.length === 1) return own[0] ?? line;
  if (own.includes("gl") && liabilityCoverages.has(coverage)) return "gl";
  if (own.includes("property") && propertyCoverages.has(coverage)) return "property";
  return line;
}

/**
 * Lines whose policy answers for a policy of `line`: general liability is also held by a business owners or a garage
 * policy (COVER-1).
 */
export function linesCovering(line: string): readonly string[] {
  switch (line) {
    case "general_liability":
      return ["general_liability", "business_owners", "garage"];
    case "commercial_property":
      return ["commercial_property", "business_owners"];
    case "commercial_auto":
      return ["commercial_auto", "garage"];
    default:
      return [line];
  }
}
