import { type Json, roundHalfAwayFromZero } from "@service/json";

/** Facts that engines compute by division. Rules compare them unrounded (TYPE-12). */
const derivedRatios: ReadonlySet<string> = new Set([
  "loss.ratio_3y",
  "ownership.blocked_share",
  "ownership.known",
  "policy.premium_change",
  "records.property.insured_to_value",
]);
const shownDecimals = 4;

/** A fact as an output shows it: derived ratios are rounded here only. */
export function shownFact(path: string, value: Json): Json {
  return typeof value === "number" && derivedRatios.has(path) ? roundHalfAwayFromZero(value, shownDecimals) : value;
}
