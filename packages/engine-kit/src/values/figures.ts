import { toCents } from "../money.ts";

/**
 * One token that holds a digit, as a person reads it (VALUE-1, VALUE-2, VALUE-4). A token is read whole or not at all:
 * `$1.2.3M` and `1e9` are unreadable, never 1.2 or 1.
 */
export type Figure =
  | { readonly kind: "amount"; readonly value: number; readonly hasCurrency: boolean; readonly hasScale: boolean }
  | { readonly kind: "percent"; readonly value: number }
  | { readonly kind: "year"; readonly year: number }
  /** A date, a telephone number, a tax id, a ZIP code, an ordinal: no amount, and no reason to doubt one. */
  | { readonly kind: "other" }
  /** `$000s`: scales what stands beside and below it. */
  | { readonly kind: "scale" }
  | { readonly kind: "unreadable" };

const unreadable: Figure = { kind: "unreadable" };
const other: Figure = { kind: "other" };

const figureShape =
  /^(?<sign>[-−(])?(?<currency>US\$|USD|\$)?(?<digits>\d[\d.,]*?)(?<scale>k|thousand|mm?|mil|mn|million|b|bn|billion)?(?<close>\))?$/i;
const yearShape = /^(?:FY|CY)?'?((?:19|20)\d{2})$/i;
const shortYearShape = /^(?:FY|CY)'?(\d{2})$/i;
const spanShape = /^(?:FY|CY)?((?:19|20)\d{2})[-/–](?:\d{2}|(?:19|20)\d{2})$/i;
const otherShapes: readonly RegExp[] = [
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?$/,
  /^\d{1,2}[/.-]\d{1,2}[/.-](?:\d{2}|\d{4})$/,
  /^\d{1,2}\/(?:\d{1,2}|\d{4})$/,
  /^(?:\+?1[-.])?\d{3}[-.]\d{3}[-.]\d{4}$/,
  /^\d{3}-\d{4}$/,
  /^\d{2}-\d{7}$/,
  /^\d{3}-\d{2}-\d{4}$/,
  /^\d{5}-\d{4}$/,
  /^\d{1,4}(?:st|nd|rd|th)$/i,
  /^\d+(?:yrs?|hrs?|days?|sf|sqft|ft|mi|lbs?)$/i,
];

/** Powers of ten of a scale, attached or as the next word. */
const scales: ReadonlyMap<string, number> = new Map([
  ["k", 1e3],
  ["thousand", 1e3],
  ["m", 1e6],
  ["mm", 1e6],
  ["mil", 1e6],
  ["mn", 1e6],
  ["million", 1e6],
  ["b", 1e9],
  ["bn", 1e9],
  ["billion", 1e9],
]);

/** The factor of a scale word, `undefined` for any other word. */
export function scaleOf(word: string): number | undefined {
  return scales.get(word.toLowerCase());
}

/** Reads one token without blanks. `scaleWord` is the factor of a scale that follows it. */
export function readFigure(token: string, scaleWord?: number): Figure {
  if (/^\(?\$?000'?s?\)?$/i.test(token)) return { kind: "scale" };
  const year = yearShape.exec(token) ?? spanShape.exec(token);
  if (year !== null && scaleWord === undefined) return { kind: "year", year: Number(year[1]) };
  const short = shortYearShape.exec(token);
  if (short !== null) return { kind: "year", year: 2000 + Number(short[1]) };
  if (otherShapes.some((shape) => shape.test(token))) return other;
  const percent = /^-?(\d{1,3}(?:\.\d{1,4})?)%$/.exec(token);
  if (percent !== null) return { kind: "percent", value: Number(token.slice(0, -1)) };
  const groups = figureShape.exec(token)?.groups;
  if (groups === undefined) return unreadable;
  const { sign, currency, digits = "", scale, close } = groups;
  if ((sign === "(") !== (close !== undefined)) return unreadable;
  if (scale !== undefined && scaleWord !== undefined) return unreadable;
  const factor = scale === undefined ? scaleWord : scaleOf(scale);
  const value = readDigits(digits, factor !== undefined);
  if (value === undefined) return unreadable;
  const amount = inCents(value * (factor ?? 1)) * (sign === undefined ? 1 : -1);
  if (!Number.isFinite(amount)) return unreadable;
  // Minus zero is not a number that a result may show.
  return { kind: "amount", value: amount + 0, hasCurrency: currency !== undefined, hasScale: factor !== undefined };
}

/**
 * `1200`, `1,200`, `1,200.50`, `2.400.000,00`; before a scale any decimals. `undefined` where the separators leave more
 * than one reading (`2.400`, `2,4`) or none.
 */
function readDigits(text: string, isScaled = false): number | undefined {
  const decimals = isScaled
    ? /^(?:\d{1,15}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,6})?$/
    : /^(?:\d{1,15}(?:\.\d{1,2})?|0\.\d{1,6}|\d{1,3}(?:,\d{3})+(?:\.\d{1,6})?)$/;
  if (decimals.test(text)) return Number(text.replaceAll(",", ""));
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) {
    return Number(text.replaceAll(".", "").replace(",", "."));
  }
  return undefined;
}

/** Exact cents, else no number: 2.1 x 1,000,000 is 2,100,000. */
function inCents(value: number): number {
  const cents = toCents(value);
  return cents === undefined ? Number.NaN : cents / 100;
}
