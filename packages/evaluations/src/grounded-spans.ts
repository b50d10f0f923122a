import { isDate } from "@service/json";

/** A stretch of text that says something checkable, in a form in which equal ones are equal. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const dayOfMonth = String.raw`(\d{1,2})(?:st|nd|rd|th)?`;

/** Each way in which a day is written, with its year, month and day; slashes as in the United States (EVAL-17). */
const dateForms: readonly { readonly form: RegExp; readonly order: readonly [number, number, number] }[] = [
  { form: /(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])/g, order: [1, 2, 3] },
  { form: /(?<![\w/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w/])/g, order: [3, 1, 2] },
  { form: new RegExp(String.raw`\b${monthName}\.? ${dayOfMonth},? (\d{4})\b`, "gi"), order: [3, 1, 2] },
  { form: new RegExp(String.raw`\b${dayOfMonth} ${monthName}\.?,? (\d{4})\b`, "gi"), order: [3, 2, 1] },
];

/** The days that a string names, as `2026-01-31`. */
export function datesIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { form, order } of dateForms) {
    for (const match of text.matchAll(form)) {
      const [year = "", month = "", day = ""] = order.map((group) => match[group]);
      const named = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
      const value = `${year}-${String(named || month).padStart(2, "0")}-${day.padStart(2, "0")}`;
      if (isDate(value)) spans.push({ start: match.index, end: match.index + match[0].length, value });
    }
  }
  return spans;
}

const multipliers: Readonly<Record<string, number>> = {
  k: 1_000,
  thousand: 1_000,
  m: 1_000_000,
  mm: 1_000_000,
  million: 1_000_000,
  bn: 1_000_000_000,
  billion: 1_000_000_000,
};
const numberForm =
  /(?<![\p{L}\d_.,])(\d{1,3}(?:,\d{3})+|\d{1,30})(\.\d{1,30})?(?: ?(k|mm?|bn|thousand|million|billion)\b)?/giu;

/** The numbers that a string names in digits, `$1,200.50`, `1.2 million` and `5%` by their value; signs are left out. */
export function numbersIn(text: string): Span[] {
  return Array.from(text.matchAll(numberForm), (match) => {
    const [whole, integer = "", fraction = "", unit = ""] = match;
    const value = Number(integer.replaceAll(",", "") + fraction) * (multipliers[unit.toLowerCase()] ?? 1);
    return { start: match.index, end: match.index + whole.length, value: String(Number(value.toPrecision(15))) };
  });
}

/** What a string puts in double quotation marks, folded as `foldedQuote` folds. */
export function quotesIn(text: string): Span[] {
  return Array.from(text.matchAll(/"([^"]{1,2000})"|“([^”]{1,2000})”|«([^»]{1,2000})»/gu), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: foldedQuote(match[1] ?? match[2] ?? match[3] ?? ""),
  })).filter(({ value }) => value !== "");
}

/** Quotations agree whatever their case, spacing and final punctuation. */
export function foldedQuote(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/\s+/gu, " ")
    .trim()
    .replace(/[.,;:]$/u, "");
}
