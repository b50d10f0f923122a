import type { Json } from "./json.ts";
import { roundHalfAwayFromZero } from "./money.ts";

/** Facts that engines divide out of others. Rules compare them as they are (domain.md 0.2). */
const derivedRatios: ReadonlySet<string> = new Set([
  "loss.ratio_3y",
  "ownership.blocked_share",
  "ownership.known",
  "policy.premium_change",
  "records.property.insured_to_value",
]);
const shownDecimals = 4;

/** A fact as an output shows it: a derived ratio is rounded here and nowhere before. */
export function shownFact(path: string, value: Json): Json {
  return typeof value === "number" && derivedRatios.has(path) ? roundHalfAwayFromZero(value, shownDecimals) : value;
}
