import { roundHalfAwayFromZero } from "@service/json";

/** `48,000`: no locale of the machine, no decimals for whole amounts. */
export function amount(value: number): string {
  const [whole = "0", decimals] = String(roundHalfAwayFromZero(value, 2)).split(".");
  const grouped = whole.includes("e") ? whole : whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return decimals === undefined ? grouped : `${grouped}.${decimals.padEnd(2, "0")}`;
}

export function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** A code as words: `loss_runs` becomes `loss runs`. */
export function words(code: string): string {
  return code.replaceAll("_", " ");
}

/** A fact path as words: `risk.primary_state` becomes `primary state`. */
export function factWords(path: string): string {
  return words(path.slice(path.lastIndexOf(".") + 1));
}
