import { roundHalfAwayFromZero } from "@service/json";

/**
 * Numbers, amounts and dates as a client of a broker reads them (WORD-2). Written by hand rather than with `Intl`: the
 * same bytes on every machine, whatever its locale and its version of the tables.
 */

/** `1,200,000` and `1,234.50`: at most two decimals, and two where there are any. */
export function numberInWords(value: number): string {
  const rounded = roundHalfAwayFromZero(value, 2);
  const [whole = "0", decimals] = String(Math.abs(rounded)).split(".");
  const grouped = whole.includes("e") ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${rounded < 0 ? "-" : ""}${grouped}${decimals === undefined ? "" : `.${decimals.padEnd(2, "0")}`}`;
}

/** `$1,000,000`; `-$250.50`; with another currency `EUR 1,000,000`. `amount` in units of the currency. */
export function moneyInWords(amount: number, currency = "USD"): string {
  const sign = roundHalfAwayFromZero(amount, 2) < 0 ? "-" : "";
  const figure = numberInWords(Math.abs(amount));
  return `${sign}${currency === "USD" ? "$" : `${currency} `}${figure}`;
}

/** `0.024` becomes `2.4 %`: at most one decimal. */
export function percentInWords(ratio: number): string {
  return `${numberWithOneDecimal(ratio * 100)} %`;
}

function numberWithOneDecimal(value: number): string {
  const rounded = roundHalfAwayFromZero(value, 1);
  return Number.isInteger(rounded) ? numberInWords(rounded) : String(rounded);
}

/** `1 vehicle`, `6 vehicles`, `1 policy`, `2 policies`. `noun` in the singular, which decides the plural. */
export function counted(count: number, noun: string): string {
  return `${numberInWords(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** The plural of the last word of a noun: `loss run` becomes `loss runs`, `policy` becomes `policies`. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** `a quote`, `an umbrella policy`, `an $8,400 premium`: the article follows the sound of the word. */
export function withArticle(phrase: string): string {
  return `${/^\$?(?:8|11(?!\d)|18(?!\d))|^(?:[aeio]|u(?!ni|s[aei]|til))|^(?:hour|honest|heir)/i.test(phrase) ? "an" : "a"} ${phrase}`;
}

/** `a`, `a and b`, `a, b and c`; of more than `most` the rest is counted: `a, b and 4 more`. */
export function listInWords(items: readonly string[], most = Number.POSITIVE_INFINITY): string {
  const shown = items.length > most ? [...items.slice(0, most), `${items.length - most} more`] : items;
  return shown.length < 2 ? (shown[0] ?? "") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

/** `today`, `in 1 day`, `in 9 days`, `3 days ago`. */
export function inDays(days: number): string {
  if (days === 0) return "today";
  return days > 0 ? `in ${counted(days, "day")}` : `${counted(-days, "day")} ago`;
}
