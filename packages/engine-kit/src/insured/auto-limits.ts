/** Auto liability as one combined limit, or split into each person / each accident / property damage (COVER-5). */
export type AutoLimit =
  | { readonly combined: number }
  | { readonly perPerson: number; readonly perAccident: number; readonly propertyDamage: number };

/** Against the other limit. Never missing or added: a split limit insures what a combined one does. */
export type LimitComparison = "better" | "same" | "worse";

/** How `offered` stands against `required`, amounts in one currency (COVER-5, COVER-6). */
export function compareAutoLimits(offered: AutoLimit, required: AutoLimit): LimitComparison {
  if ("combined" in offered) {
    if ("combined" in required) return ordered(offered.combined, required.combined);
    const { perAccident, propertyDamage } = required;
    if (offered.combined >= perAccident + propertyDamage) return "better";
    return offered.combined >= Math.max(perAccident, propertyDamage) ? "same" : "worse";
  }
  if ("combined" in required) return combinedEquivalent(offered) >= required.combined ? "same" : "worse";
  const parts = [
    ordered(offered.perPerson, required.perPerson),
    ordered(offered.perAccident, required.perAccident),
    ordered(offered.propertyDamage, required.propertyDamage),
  ];
  if (parts.includes("worse")) return "worse";
  return parts.includes("better") ? "better" : "same";
}

/** The combined limit that an auto limit surely answers: of a split limit its smaller of each person and property. */
export function combinedEquivalent(limit: AutoLimit): number {
  return "combined" in limit ? limit.combined : Math.min(limit.perPerson, limit.propertyDamage);
}

type LimitRow = { readonly coverage: string; readonly limit?: number | undefined };

/**
 * The auto limit that rows of one policy state; a combined limit wins over a split one. `undefined` while a part of it is
 * not stated.
 */
export function autoLimitOf(rows: readonly LimitRow[]): AutoLimit | undefined {
  const limitOf = (coverage: string): number | undefined =>
    rows.find((row) => row.coverage === coverage && row.limit !== undefined)?.limit;
  const combined = limitOf("combined_single_limit");
  if (combined !== undefined) return { combined };
  const perPerson = limitOf("bi_per_person");
  const perAccident = limitOf("bi_per_accident");
  const propertyDamage = limitOf("property_damage");
  return perPerson === undefined || perAccident === undefined || propertyDamage === undefined
    ? undefined
    : { perPerson, perAccident, propertyDamage };
}

/** Coverages that state an auto liability limit, combined or split. */
export const autoLimitCoverages: ReadonlySet<string> = new Set([
  "combined_single_limit",
  "bi_per_person",
  "bi_per_accident",
  "property_damage",
]);

function ordered(offered: number, required: number): LimitComparison {
  return offered > required ? "better" : offered === required ? "same" : "worse";
}
