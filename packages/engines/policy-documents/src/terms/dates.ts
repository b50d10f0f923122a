import { dateOf } from "@service/json";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthWords = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?`;
/** Dates as they are printed; one with a month and a day alone takes its year from elsewhere. */
export const datePattern = String.raw`\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2})(?!\d)|\d{4}-\d{2}-\d{2}|${monthWords}\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4}|\d{1,2}(?:st|nd|rd|th)?[\s-]${monthWords}[\s-],?\s?\d{4}`;
const dayOfYear = new RegExp(String.raw`^(${monthWords})\s+(\d{1,2})(?:st|nd|rd|th)?$|^(\d{1,2})/(\d{1,2})$`, "i");

/** ISO of a printed date, month before day as American policies print it; two-digit years are 2000 to 2069 (READ-9). */
export function isoOf(words: string): string | undefined {
  const numbers = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/.exec(words);
  if (numbers !== null) return isoFrom(yearOf(numbers[3] ?? ""), Number(numbers[1]), Number(numbers[2]));
  if (/^\d{4}-\d{2}-\d{2}$/.test(words)) return dateOf(words);
  const plain = words.toLowerCase().replaceAll(/[.,]/g, " ");
  const [, month = "", day = ""] = /([a-z]{3})[a-z]*\s+(\d{1,2})(?!\d)/.exec(plain) ?? /^()(\d{1,2})/.exec(plain) ?? [];
  const named = month === "" ? (/([a-z]{3})[a-z]*[\s-]+,?\s*\d{4}$/.exec(plain)?.[1] ?? "") : month;
  const year = /(\d{4})\s*$/.exec(plain)?.[1];
  if (year === undefined) return undefined;
  return isoFrom(Number(year), months.indexOf(named) + 1, Number(day));
}

/** The same day a year later where "-27" follows a date of 2026; `undefined` for anything else. */
export function yearBehind(iso: string, after: string): string | undefined {
  const year = /^\s?-\s?(?:20)?(\d{2})(?![\d/-])/.exec(after)?.[1];
  const next = Number(iso.slice(0, 4)) + 1;
  return year !== undefined && next % 100 === Number(year) ? yearLater(iso) : undefined;
}

/** The same day a year later; `undefined` for one that this year does not have. */
export function yearLater(iso: string): string | undefined {
  return dateOf(`${Number(iso.slice(0, 4)) + 1}${iso.slice(4)}`);
}

/** "June 1st", "6/1" in the year of another date of the document. */
export function isoInYear(words: string, year: number): string | undefined {
  const match = dayOfYear.exec(words.trim());
  if (match === null) return undefined;
  const month = match[1] === undefined ? Number(match[3]) : months.indexOf(match[1].slice(0, 3).toLowerCase()) + 1;
  return isoFrom(year, month, Number(match[2] ?? match[4]));
}

function yearOf(digits: string): number {
  if (digits.length === 4) return Number(digits);
  return Number(digits) + (Number(digits) < 70 ? 2000 : 1900);
}

function isoFrom(year: number, month: number, day: number): string | undefined {
  if (year < 1900 || year > 2199) return undefined;
  return dateOf(`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`);
}
