import { addDays } from "@service/json";
import { type ReadWord, take } from "./read-word.ts";

/** Days from and to, both included; undefined: open on that side. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** As the answer names it. */
  readonly words: string;
  readonly direction: "ahead" | "back" | "fixed";
}

const monthNames = "january february march april may june july august september october november december".split(" ");
const month = `(${monthNames.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const amount = `(\\d{1,4}|an?|${numberWords.join("|")}|thirty|sixty|ninety)`;
const unit = "(days?|weeks?|months?|quarters?|years?)";
const dayForm = `(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/\\d{4}|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4}|\\d{1,2}\\s+${month}\\s+\\d{4})`;

type Reader = (match: RegExpExecArray, asOf: string) => Period | undefined;

const forms: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    `(?:between|from)\\s+${dayForm}\\s+(?:and|to|until|through)\\s+${dayForm}`,
    (match) => {
      const days = dayTexts(match[0]).flatMap((each) => dayOf(each) ?? []);
      return days.length === 2 ? fixed(days[0], days[1], match[0]) : undefined;
    },
  ],
  [
    `(?:before|prior to|until|by)\\s+${dayForm}`,
    (match) => withDay(match, (day) => fixed(undefined, addDays(day, -1) ?? day, match[0])),
  ],
  [`(?:after)\\s+${dayForm}`, (match) => withDay(match, (day) => fixed(addDays(day, 1) ?? day, undefined, match[0]))],
  [`(?:since|from)\\s+${dayForm}(?:\\s+on)?`, (match) => withDay(match, (day) => fixed(day, undefined, match[0]))],
  [`(?:on\\s+)?${dayForm}`, (match) => withDay(match, (day) => fixed(day, day, match[0]))],
  [
    `(?:with)?in\\s+(?:the\\s+)?(?:next\\s+|coming\\s+|following\\s+)?${amount}\\s+${unit}(?:\\s+or\\s+less)?|(?:over\\s+|during\\s+|for\\s+)?(?:the\\s+)?(?:next|coming|following)\\s+${amount}\\s+${unit}|(?:less|fewer)\\s+than\\s+${amount}\\s+${unit}`,
    (match, asOf) => ahead(match, asOf),
  ],
  [
    `(?:with)?(?:in|over|during|for|from)?\\s*(?:the\\s+)?(?:last|past|previous|prior|trailing)\\s+${amount}\\s+${unit}`,
    (match, asOf) => back(match, asOf),
  ],
  [`${amount}\\s+${unit}\\s+(?:out|ahead|from now)`, (match, asOf) => ahead(match, asOf)],
  [
    `(?:in|during|for|of|by the end of)?\\s*(?:the\\s+)?(?:this|current)\\s+(month|quarter|year|week)`,
    (match, asOf) => around(match, asOf, 0),
  ],
  [
    `(?:in|during|for|of)?\\s*(?:the\\s+)?(?:next|coming)\\s+(month|quarter|year|week)`,
    (match, asOf) => around(match, asOf, 1),
  ],
  [
    `(?:in|during|for|of|from)?\\s*(?:the\\s+)?(?:last|previous|past)\\s+(month|quarter|year|week)`,
    (match, asOf) => around(match, asOf, -1),
  ],
  [
    `(?:in|during|for|of)\\s+${month}(?:\\s+(?:of\\s+)?(\\d{4}))?|${month}\\s+(\\d{4})`,
    (match, asOf) => monthOf(match, asOf),
  ],
  [
    `since\\s+(?:the\\s+(?:start|beginning)\\s+of\\s+)?(\\d{4})`,
    (match) => fixed(`${match[1]}-01-01`, undefined, match[0]),
  ],
  [`before\\s+((?:19|20)\\d\\d)`, (match) => fixed(undefined, `${Number(match[1]) - 1}-12-31`, match[0])],
  [
    `(?:in|during|for|of|year)\\s+((?:19|20)\\d\\d)`,
    (match) => fixed(`${match[1]}-01-01`, `${match[1]}-12-31`, `in ${match[1]}`),
  ],
  [`\\btoday`, (match, asOf) => fixed(asOf, asOf, match[0])],
  [`\\btomorrow`, (match, asOf) => fixed(addDays(asOf, 1), addDays(asOf, 1), match[0])],
];

const compiled = forms.map(([pattern, read]): readonly [RegExp, Reader] => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu"),
  read,
]);

/** The periods that a question names; "today" is `asOf`. At most one is usual. */
export function readPeriods(text: string, asOf: string, words: readonly ReadWord[]): readonly Period[] {
  const found: Period[] = [];
  let rest = text;
  for (const [pattern, read] of compiled) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    const isFree = words.every(
      ({ start, end, by }) => end <= match.index || start >= match.index + match[0].length || by === undefined,
    );
    const period = isFree ? read(match, asOf) : undefined;
    if (period === undefined) continue;
    take(words, match.index, match.index + match[0].length, "period");
    found.push(period);
    rest = `${rest.slice(0, match.index)}${" ".repeat(match[0].length)}${rest.slice(match.index + match[0].length)}`;
  }
  return found;
}

function fixed(from: string | undefined, to: string | undefined, words: string): Period {
  return { from, to, words: words.trim().replaceAll(/\s+/g, " "), direction: "fixed" };
}

function ahead(match: RegExpExecArray, asOf: string): Period | undefined {
  const span = spanIn(match);
  if (span === undefined) return undefined;
  return {
    from: asOf,
    to: moved(asOf, span, 1),
    words: `within ${span.count} ${span.unit}${span.count === 1 ? "" : "s"}`,
    direction: "ahead",
  };
}

function back(match: RegExpExecArray, asOf: string): Period | undefined {
  const span = spanIn(match);
  if (span === undefined) return undefined;
  return {
    from: moved(asOf, span, -1),
    to: asOf,
    words: `in the last ${span.count} ${span.unit}${span.count === 1 ? "" : "s"}`,
    direction: "back",
  };
}

interface Span {
  readonly count: number;
  readonly unit: "day" | "week" | "month" | "quarter" | "year";
}

function spanIn(match: RegExpExecArray): Span | undefined {
  const [count, unitWord] = match.slice(1).filter((part) => part !== undefined);
  const unit = unitWord?.toLowerCase().replace(/s$/, "");
  if (count === undefined || !isUnit(unit)) return undefined;
  const words = count.toLowerCase();
  const tens = ["thirty", "sixty", "ninety"].indexOf(words);
  const ones = numberWords.indexOf(words);
  return { count: /^\d/.test(words) ? Number(words) : tens >= 0 ? (tens + 1) * 30 : ones >= 0 ? ones + 1 : 1, unit };
}

function isUnit(unit: string | undefined): unit is Span["unit"] {
  return unit === "day" || unit === "week" || unit === "month" || unit === "quarter" || unit === "year";
}

/** The same day so many units on or back. */
function moved(day: string, { count, unit }: Span, sign: 1 | -1): string | undefined {
  if (unit === "day") return addDays(day, sign * count);
  if (unit === "week") return addDays(day, sign * count * 7);
  const months = count * (unit === "year" ? 12 : unit === "quarter" ? 3 : 1) * sign;
  const total = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const [year, at] = [Math.floor(total / 12), (total % 12) + 1];
  if (year < 1 || year > 9998) return undefined;
  return `${pad(year, 4)}-${pad(at, 2)}-${pad(Math.min(Number(day.slice(8, 10)), daysIn(year, at)), 2)}`;
}

function around(match: RegExpExecArray, asOf: string, step: -1 | 0 | 1): Period | undefined {
  const unit = match[1]?.toLowerCase();
  const words = `${step === 0 ? "this" : step === 1 ? "next" : "last"} ${unit}`;
  const [year, at] = [Number(asOf.slice(0, 4)), Number(asOf.slice(5, 7))];
  if (unit === "year") return { ...fixed(`${pad(year + step, 4)}-01-01`, `${pad(year + step, 4)}-12-31`, words) };
  if (unit === "month") return monthPeriod(year, at + step, 1, words);
  if (unit === "quarter") return monthPeriod(year, Math.floor((at - 1) / 3) * 3 + 1 + 3 * step, 3, words);
  // A week begins on Monday.
  const weekday = (new Date(`${asOf}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(asOf, 7 * step - weekday);
  return monday === undefined ? undefined : fixed(monday, addDays(monday, 6), words);
}

function monthPeriod(year: number, at: number, length: number, words: string): Period {
  const total = year * 12 + at - 1;
  const [firstYear, first] = [Math.floor(total / 12), (((total % 12) + 12) % 12) + 1];
  const end = total + length - 1;
  const [lastYear, last] = [Math.floor(end / 12), (((end % 12) + 12) % 12) + 1];
  return fixed(
    `${pad(firstYear, 4)}-${pad(first, 2)}-01`,
    `${pad(lastYear, 4)}-${pad(last, 2)}-${pad(daysIn(lastYear, last), 2)}`,
    words,
  );
}

/** A month without a year is the next one to come, this month included. */
function monthOf(match: RegExpExecArray, asOf: string): Period | undefined {
  const parts = match.slice(1).filter((part) => part !== undefined);
  const at = monthNumber(parts[0] ?? "");
  const given = parts.find((part) => /^\d{4}$/.test(part));
  if (at === undefined) return undefined;
  const thisYear = Number(asOf.slice(0, 4));
  const year = given === undefined ? (at >= Number(asOf.slice(5, 7)) ? thisYear : thisYear + 1) : Number(given);
  const name = monthNames[at - 1] ?? "";
  return monthPeriod(year, at, 1, `in ${name.charAt(0).toUpperCase()}${name.slice(1)} ${year}`);
}

function monthNumber(word: string): number | undefined {
  const at = monthNames.findIndex((name) => name.startsWith(word.toLowerCase().slice(0, 3)));
  return at < 0 ? undefined : at + 1;
}

function dayTexts(text: string): readonly string[] {
  return text.match(new RegExp(dayForm, "giu")) ?? [];
}

function withDay(match: RegExpExecArray, make: (day: string) => Period): Period | undefined {
  const day = dayTexts(match[0]).flatMap((each) => dayOf(each) ?? [])[0];
  return day === undefined ? undefined : make(day);
}

/** A day as people write it; of two numbers with slashes the first is the month. */
function dayOf(text: string): string | undefined {
  if (/^\d{4}-/.test(text)) return text;
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (slashes !== null) return `${slashes[3]}-${pad(Number(slashes[1]), 2)}-${pad(Number(slashes[2]), 2)}`;
  const at = monthNumber(/[a-z]{3,}/i.exec(text.replace(/\d(?:st|nd|rd|th)/i, "1"))?.[0] ?? "");
  const numbers = text.match(/\d+/g) ?? [];
  if (at === undefined || numbers.length !== 2) return undefined;
  return `${numbers[1]}-${pad(at, 2)}-${pad(Number(numbers[0]), 2)}`;
}

function daysIn(year: number, at: number): number {
  if (at === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(at) ? 30 : 31;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
