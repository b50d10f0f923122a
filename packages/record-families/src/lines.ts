import { enumSchema } from "@service/json";

/** Our own neutral words for lines of insurance (TYPE-19). No vendor's code list is shipped (TYPE-7). */
export const lineCodes = [
  "general_liability",
  "commercial_property",
  "business_owners",
  "commercial_auto",
  "workers_compensation",
  "umbrella",
  "cyber",
  "employment_practices",
  "professional_liability",
  "directors_officers",
  "crime",
  "inland_marine",
  "builders_risk",
  "liquor_liability",
  "pollution",
  "surety",
  "garage",
  "motor_truck_cargo",
  "product_recall",
  "personal_auto",
  "homeowners",
  "dwelling_fire",
  "renters",
  "condo",
  "flood",
  "earthquake",
  "personal_umbrella",
  "watercraft",
  "motorcycle",
  "life",
  "disability",
  "group_health",
  "other",
] as const;

/** Lines that only households hold; life and flood are bought by businesses too. */
export const personalLines: ReadonlySet<string> = new Set<(typeof lineCodes)[number]>([
  "personal_auto",
  "homeowners",
  "dwelling_fire",
  "renters",
  "condo",
  "personal_umbrella",
  "watercraft",
  "motorcycle",
]);

/** Line codes (TYPE-19). */
export function lineSchema() {
  return enumSchema(lineCodes);
}
