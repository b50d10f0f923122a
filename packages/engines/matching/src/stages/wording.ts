import { fromCents } from "@service/engine-kit";
import { roundHalfAwayFromZero, clipped } from "@service/json";

/** A code as words: `each_occurrence` becomes `each occurrence`. */
export function words(code: string): string {
  return code.replaceAll("_", " ");
}

/** `1,200,000`, at most two decimals, written the same on every machine (no locale of the process). */
export function amount(value: number): string {
  const rounded = roundHalfAwayFromZero(value, 2);
  const [whole = "0", decimals] = String(Math.abs(rounded)).split(".");
  const grouped = whole.includes("e") ? whole : whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return `${rounded < 0 ? "-" : ""}${grouped}${decimals === undefined ? "" : `.${decimals}`}`;
}

export function amountOfCents(cents: number): string {
  return amount(fromCents(cents));
}

/** `0.0473` becomes `4.7%`. */
export function percent(ratio: number): string {
  return `${roundHalfAwayFromZero(ratio * 100, 1)}%`;
}

/** One offering by its names; several by what they are. */
export function nameOffers(offers: readonly { readonly carrierName: string; readonly product: string }[]): string {
  const [first] = offers;
  if (first === undefined) return "";
  if (offers.length === 1) return `${clipped(first.carrierName, 60)} ${clipped(first.product, 60)}`;
  const carriers = new Set(offers.map(({ carrierName }) => carrierName));
  const whose = carriers.size === 1 ? clipped(first.carrierName, 60) : `${carriers.size} carriers`;
  return `the program of ${whose} for ${offers.length} needs`;
}

/** `1 offering`, `2 offerings`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** `risk.years_in_business` becomes `years in business`. */
export function nameOfFact(path: string): string {
  const name = path.slice(path.lastIndexOf(".") + 1).replace("[]", "");
  return words(path.startsWith("loss.") ? `loss_${name}` : name);
}
