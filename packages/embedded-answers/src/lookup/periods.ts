import { addDays } from "@service/json";
import {
  type Days,
  dayText,
  monthInWords,
  monthNames,
  monthNumber,
  monthsOf,
  moved,
  type Span,
  unitAround,
} from "./calendar.ts";
import { type ReadWord, take } from "./read-word.ts";

/** Days from and to, both included; undefined: open on that side. */
export interface Period {
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** As the answer names it. */
  readonly words: string;
  /** Without a year it is the next one to come; of what has happened it is this one, the last. */
  readonly last?: Omit<Period, "last">;
}

const month = `(?:${monthNames.join("|")}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\.?`;
/** Names of months that mean nothing else: a "dec" is a page, "may" a verb. */
const long = "january|february|april|june|july|august|september|october|november|december|jan|feb|aug|sept|oct|nov";
const numberWords = "one two three four five six seven eight nine ten eleven twelve".split(" ");
const amount = `(\\d{1,4}|an?|${numberWords.join("|")}|fifteen|thirty|forty-five|sixty|ninety|couple(?: of)?|few|several)`;
const unit = "(days?|weeks?|wks?|months?|mos?|mths?|quarters?|qtrs?|years?|yrs?)";
const calendarUnit = "(month|quarter|qtr|year|yr|week)";
const year = "((?:19|20)\\d\\d)";
/** A year as people write it behind a month or a quarter: `2027`, `'27`. */
const writtenYear = "((?:19|20)\\d\\d|['’]\\d\\d)";
const day = `(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?|(?:the\\s+)?\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${month}(?:\\s+\\d{4})?)`;
/** With its year. */
const dayOfYear = `(\\d{4}-\\d{2}-\\d{2}|\\d{1,2}/\\d{1,2}/(?:\\d{4}|\\d{2})|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?,?\\s+\\d{4})`;
const ordinal = "(first|second|third|fourth|1st|2nd|3rd|4th|q ?[1-4]|[1-4] ?q)";
/** Behind these a month and a number are a day: "on Dec 26". */
const beforeDays = "(?<!\\b(?:on|by|due|before|after|until|till|through|thru|since|from|between|and|to|as of)\\s+)";

type Reader = (match: RegExpExecArray, asOf: string) => Period | undefined;

const forms: readonly (readonly [pattern: string, read: Reader])[] = [
  [
    `${dayOfYear}\\s*(?:to|until|through|thru|[-–])\\s*${dayOfYear}`,
    ([whole, first = "", second = ""], asOf) => {
      const [from, to] = [dayOf(first, asOf, "next"), dayOf(second, asOf, "next")];
      return from === undefined || to === undefined ? undefined : { from, to, words: `from ${tidy(whole)}` };
    },
  ],
  [
    `(?:between|from)\\s+${day}\\s+(?:and|to|until|through|thru|-)\\s+${day}`,
    ([whole, first = "", second = ""], asOf) => {
      const to = dayOf(second, asOf, "next");
      const from = dayOf(first, asOf, "next", /\d{4}/.test(first) ? undefined : to?.slice(0, 4));
      return from === undefined || to === undefined ? undefined : { from, to, words: tidy(whole) };
    },
  ],
  [
    `(?:between|from)\\s+(${month})(?:\\s+${year})?\\s+(?:and|to|until|through|thru|-)\\s+(${month})(?:\\s+${year})?`,
    ([whole, first = "", firstYear, second = "", secondYear], asOf) => {
      const [from, to] = [
        monthOf(first, firstYear ?? secondYear, asOf),
        monthOf(second, secondYear ?? firstYear, asOf),
      ];
      return from === undefined || to === undefined ? undefined : { from: from.from, to: to.to, words: tidy(whole) };
    },
  ],
  [
    `(${month})(?:\\s+(?:of\\s+)?${writtenYear})?\\s*(?:to|until|through|thru|[-–])\\s*(${month})(?:\\s+(?:of\\s+)?${writtenYear})?(?!\\s+\\d)`,
    ([whole, first = "", firstYear, second = "", secondYear], asOf) => {
      const to = monthOf(second, secondYear, asOf);
      const from = monthOf(first, firstYear ?? to?.to.slice(0, 4), asOf);
      if (from === undefined || to === undefined) return undefined;
      // "November to February 2027" begins in the year before.
      const begin = from.from <= to.to ? from : monthOf(first, String(Number(to.to.slice(0, 4)) - 1), asOf);
      return begin === undefined ? undefined : { from: begin.from, to: to.to, words: tidy(whole) };
    },
  ],
  [
    `${beforeDays}(in|during|for|of)?\\s*(${month})\\s*(['’])?(\\d\\d)(?!\\s*(?:st|nd|rd|th)|\\s*,?\\s*(?:19|20)\\d\\d|\\s*[-–]|\\s+(?:to|thru|through)\\b)`,
    ([, preposition, name = "", mark, digits = ""], asOf) => {
      // "Dec 26" may be a day as well: without a word that says so it is a year only where it is this one or the next.
      const ahead = Number(digits) - Number(asOf.slice(2, 4));
      const isYear =
        mark !== undefined || (preposition !== undefined && Math.abs(ahead) <= 9) || ahead === 0 || ahead === 1;
      return isYear ? inMonth(name, `20${digits}`, asOf) : undefined;
    },
  ],
  [
    `(?:in\\s+|for\\s+|during\\s+)?(?<!/)(0?[1-9]|1[0-2])/((?:19|20)\\d\\d)`,
    ([, at = "", given], asOf) => inMonth(monthNames[Number(at) - 1] ?? "", given, asOf),
  ],
  [
    `(?:in\\s+|for\\s+|during\\s+)?(?:the\\s+)?week\\s+of\\s+${day}`,
    ([whole, text = ""], asOf) => {
      const first = dayOf(text, asOf, "next");
      const days = first === undefined ? undefined : unitAround(first, "week", 0);
      return days === undefined ? undefined : { ...days, words: tidy(whole) };
    },
  ],
  [
    `(?:in\\s+|for\\s+|during\\s+)?(?:the\\s+)?(?:(first|second|1st|2nd)\\s+half|h([12]))(?:\\s+of)?(?:\\s+(?:the\\s+)?(?:${writtenYear}|(this|next|last)\\s+year|year))?`,
    ([whole, named, digit, given, relative], asOf) => {
      const isSecond = digit === "2" || /^(?:second|2nd)$/i.test(named ?? "");
      const step = { next: 1, last: -1 }[relative?.toLowerCase() ?? ""] ?? 0;
      const inYear = given === undefined ? Number(asOf.slice(0, 4)) + step : fullYear(given);
      return { ...monthsOf(inYear, isSecond ? 7 : 1, 6), words: tidy(whole) };
    },
  ],
  [
    `(?:between|from)\\s+${year}\\s+(?:and|to|until|through|thru|-)\\s+${year}`,
    ([whole, first = "", second = ""]) => ({ from: `${first}-01-01`, to: `${second}-12-31`, words: tidy(whole) }),
  ],
  [
    `(?:on or before|by|until|till|through|thru|no later than|up to)\\s+${day}`,
    ([whole, text = ""], asOf) => upTo(dayOf(text, asOf, "next"), whole),
  ],
  [
    `(?:before|prior to|earlier than)\\s+${day}`,
    ([whole, text = ""], asOf) => upTo(dayBefore(dayOf(text, asOf, "next")), whole),
  ],
  [
    `(?:after|later than|past)\\s+${day}`,
    ([whole, text = ""], asOf) => from(dayAfter(dayOf(text, asOf, "last")), whole),
  ],
  [
    `(?:since|from|starting|beginning|as of|on or after)\\s+${day}(?:\\s+on(?:ward)?)?`,
    ([whole, text = ""], asOf) => from(dayOf(text, asOf, "last"), whole),
  ],
  [
    `(?:on\\s+)?${day}`,
    ([whole, text = ""], asOf) => onDay(dayOf(text, asOf, "next"), dayOf(text, asOf, "last"), whole),
  ],
  [
    `(?:(?:by|before|until|through|till)\\s+(?:the\\s+)?(?:end of\\s+(?:the\\s+|this\\s+)?)?|(?:for\\s+|in\\s+|over\\s+)?(?:the\\s+)?(?:rest|remainder|balance) of\\s+(?:the\\s+|this\\s+)?)${calendarUnit}(?:[- ]?end)?`,
    ([whole, text], asOf) => restOf(text, asOf, 0, whole),
  ],
  [
    `(?:by|before|until|through|till)\\s+(?:the\\s+)?end of\\s+next\\s+${calendarUnit}`,
    ([whole, text], asOf) => restOf(text, asOf, 1, whole),
  ],
  [
    `(?:by|before|until|through)\\s+(?:the\\s+)?end of\\s+${year}`,
    ([whole, text = ""], asOf) => ({ from: asOf, to: `${text}-12-31`, words: tidy(whole) }),
  ],
  [
    `${calendarUnit}[- ]to[- ]date|(ytd)|(?:so far\\s+)?(?:this|the current)\\s+(year)\\s+so far|so far\\s+this\\s+${calendarUnit}`,
    (match, asOf) => {
      const text = match.slice(1).find((part) => part !== undefined) ?? "";
      const days = unitAround(asOf, /^ytd$/i.test(text) ? "year" : (unitOf(text) ?? "year"), 0);
      return days === undefined ? undefined : { from: days.from, to: asOf, words: tidy(match[0]) };
    },
  ],
  [
    `(?:in|during|for|of|within)?\\s*${year}[\\s,/-]*(q ?[1-4])`,
    ([whole, given, text = ""], asOf) => quarterOf(whole, text, given, undefined, asOf),
  ],
  [
    `(?:in|during|for|of|within)?\\s*(?:the\\s+)?${ordinal}(?:\\s+quarter|\\s+qtr)?(?:[\\s,/-]*(?:of\\s+)?(?:${writtenYear}|(\\d\\d)|(this|next|last)\\s+year))?`,
    ([whole, text = "", given, digits, relative], asOf) => quarterOf(whole, text, given ?? digits, relative, asOf),
  ],
  [
    `(?:with)?in\\s+(?:the\\s+)?(?:next\\s+|coming\\s+|following\\s+|upcoming\\s+)?${amount}\\s+${unit}(?:\\s+or\\s+less)?|(?:over\\s+|during\\s+|for\\s+)?(?:the\\s+)?(?:next|coming|following|upcoming)\\s+${amount}[\\s-]+${unit}|(?:less|fewer)\\s+than\\s+${amount}\\s+${unit}|${amount}[\\s-]+${unit}\\s+(?:out|ahead|from now)`,
    ahead,
  ],
  [
    `(?:with)?(?:in|over|during|for|from)?\\s*(?:the\\s+)?(?:last|past|previous|prior|trailing|preceding|most recent)\\s+${amount}[\\s-]+${unit}`,
    back,
  ],
  [
    `(?:in|during|for|of|by the end of)?\\s*(?:the\\s+)?(?:this|current)\\s+(?:calendar\\s+)?${calendarUnit}`,
    ([, text], asOf) => around(text, asOf, 0),
  ],
  [
    `(?:with)?(?:in|during|for|of|over)?\\s*(?:the\\s+)?(?:coming|upcoming)\\s+${calendarUnit}`,
    ([, text], asOf) => {
      const each = unitOf(text ?? "");
      return each === undefined
        ? undefined
        : { from: asOf, to: moved(asOf, { count: 1, unit: each }, 1), words: `within 1 ${each}` };
    },
  ],
  [
    `(?:in|during|for|of)?\\s*(?:the\\s+)?next\\s+(?:calendar\\s+)?${calendarUnit}`,
    ([, text], asOf) => around(text, asOf, 1),
  ],
  [
    `(?:in|during|for|of|from)?\\s*(?:the\\s+)?(?:last|previous|past|prior)\\s+(?:calendar\\s+)?${calendarUnit}`,
    ([, text], asOf) => around(text, asOf, -1),
  ],
  [
    `(?:before|prior to)\\s+(${month})(?:\\s+(?:of\\s+)?${year})?`,
    ([whole, name = "", given], asOf) => upTo(dayBefore(monthOf(name, given, asOf)?.from), whole),
  ],
  [
    `(?:by|until|through)\\s+(${month})(?:\\s+(?:of\\s+)?${year})?`,
    ([whole, name = "", given], asOf) => upTo(monthOf(name, given, asOf)?.to, whole),
  ],
  [
    `(?:after)\\s+(${month})(?:\\s+(?:of\\s+)?${year})?`,
    ([whole, name = "", given], asOf) => from(dayAfter(monthOf(name, given, asOf)?.to), whole),
  ],
  [
    `since\\s+(?:the\\s+(?:start|beginning)\\s+of\\s+)?(${month})(?:\\s+(?:of\\s+)?${year})?`,
    ([whole, name = "", given], asOf) =>
      from((given === undefined ? lastMonthOf(name, asOf) : monthOf(name, given, asOf))?.from, whole),
  ],
  [
    `(?:in|during|for|of|this|next|this coming)\\s+(${month})(?:\\s*,?\\s*(?:of\\s+)?${year})?|(?:in\\s+)?(?:the month of\\s+)(${month})(?:\\s+${year})?|(${month})\\s*,?\\s+(?:of\\s+)?${year}|(?<=\\b(?:expir\\w*|renew\\w*|exps?|effective|coming up|up|due|starting|incepting)\\s+)(${month})|(${long})(?=\\W*$)|(${month})(?=(?:'s)?\\s+(?:renewals?|expirations?|expiries|exps?|expiring|renewing|rens|rnwls|policies|pols|claims?|losses|invoices?|payments?|effectives?|x-dates?))`,
    (match, asOf) => {
      const [name = "", given] = match.slice(1).filter((part) => part !== undefined);
      return inMonth(name, given, asOf);
    },
  ],
  [`last\\s+(${month})`, ([, name = ""], asOf) => lastMonthOf(name, asOf)],
  [
    `since\\s+(?:the\\s+)?(?:start|beginning)\\s+of\\s+(?:the|this)\\s+${calendarUnit}`,
    ([whole, text], asOf) => from(unitAround(asOf, unitOf(text ?? "") ?? "year", 0)?.from, whole),
  ],
  [`since\\s+(?:the\\s+(?:start|beginning)\\s+of\\s+)?${year}`, ([whole, text]) => from(`${text}-01-01`, whole)],
  [`after\\s+${year}`, ([whole, text]) => from(`${Number(text) + 1}-01-01`, whole)],
  [
    `(?:since\\s+)?(?:before|prior to)\\s+${year}`,
    ([whole, text]) => upTo(`${Number(text) - 1}-12-31`, whole.replace(/^since\s+/i, "")),
  ],
  [
    `(?:in|during|for|of|year|yr|cy|calendar)\\s+${year}|${year}(?=\\s+(?:only|dol|date of loss|loss year|accident year|claims?|clms?|pmts?|invs?|loss(?:es)?|renewals?|payments?|invoices?|premiums?|polic(?:y|ies)|business|to date)|\\W*$)`,
    (match) => {
      const text = match[1] ?? match[2];
      return { from: `${text}-01-01`, to: `${text}-12-31`, words: `in ${text}` };
    },
  ],
  [
    "(?<=\\b(?:due|expir\\w*|renew\\w*|received|reported|paid)\\s+)today",
    ([whole], asOf) => onDay(asOf, undefined, whole),
  ],
  ["\\btomorrow", ([whole], asOf) => onDay(addDays(asOf, 1), undefined, whole)],
  ["\\byesterday", ([whole], asOf) => onDay(addDays(asOf, -1), undefined, whole)],
];

const compiled = forms.map(([pattern, read]): readonly [RegExp, Reader] => [
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, "iu"),
  read,
]);
/** Nothing that a period is made of stands in the question: none is looked for. */
const mayHold = new RegExp(
  `\\d|\\b(?:day|week|wk|month|mo|mth|quarter|qtr|year|yr|today|tomorrow|yesterday|ytd|${month}|q[1-4])`,
  "iu",
);

/** The periods that a question names; "today" is `asOf`. At most one is usual. */
export function readPeriods(text: string, asOf: string, words: readonly ReadWord[]): readonly Period[] {
  const found: Period[] = [];
  if (!mayHold.test(text)) return found;
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

function tidy(words: string): string {
  return words.trim().replaceAll(/\s+/g, " ");
}

function upTo(to: string | undefined, words: string): Period | undefined {
  return to === undefined ? undefined : { from: undefined, to, words: tidy(words) };
}

function from(day: string | undefined, words: string): Period | undefined {
  return day === undefined ? undefined : { from: day, to: undefined, words: tidy(words) };
}

function onDay(day: string | undefined, last: string | undefined, words: string): Period | undefined {
  if (day === undefined) return undefined;
  const period = { from: day, to: day, words: tidy(words) };
  return last === undefined || last === day
    ? period
    : { ...period, last: { from: last, to: last, words: tidy(words) } };
}

function dayBefore(day: string | undefined): string | undefined {
  return day === undefined ? undefined : addDays(day, -1);
}

function dayAfter(day: string | undefined): string | undefined {
  return day === undefined ? undefined : addDays(day, 1);
}

function ahead(match: RegExpExecArray, asOf: string): Period | undefined {
  const span = spanIn(match);
  if (span === undefined) return undefined;
  const words = `within ${span.count} ${span.unit}${span.count === 1 ? "" : "s"}`;
  return { from: asOf, to: moved(asOf, span, 1), words };
}

function back(match: RegExpExecArray, asOf: string): Period | undefined {
  const span = spanIn(match);
  if (span === undefined) return undefined;
  const words = `in the last ${span.count} ${span.unit}${span.count === 1 ? "" : "s"}`;
  return { from: moved(asOf, span, -1), to: asOf, words };
}

const namedCounts: { readonly [word: string]: number } = {
  a: 1,
  an: 1,
  couple: 2,
  "couple of": 2,
  few: 3,
  several: 3,
  fifteen: 15,
  thirty: 30,
  "forty-five": 45,
  sixty: 60,
  ninety: 90,
};

function spanIn(match: RegExpExecArray): Span | undefined {
  const [count = "", unitWord = ""] = match.slice(1).filter((part) => part !== undefined);
  const each = unitOf(unitWord);
  if (each === undefined) return undefined;
  const words = count.toLowerCase();
  const number = /^\d/.test(words) ? Number(words) : (namedCounts[words] ?? numberWords.indexOf(words) + 1);
  return number === 0 ? undefined : { count: number, unit: each };
}

function unitOf(word: string): Span["unit"] | undefined {
  const lower = word.toLowerCase();
  return (["day", "week", "month", "quarter", "year"] as const).find(
    (each) =>
      lower.startsWith(each) ||
      lower.replace(/s$/, "") === { day: "day", week: "wk", month: "mo", quarter: "qtr", year: "yr" }[each] ||
      (each === "month" && lower.startsWith("mth")),
  );
}

function around(text: string | undefined, asOf: string, step: -1 | 0 | 1): Period | undefined {
  const each = unitOf(text ?? "");
  const days = each === undefined ? undefined : unitAround(asOf, each, step);
  return days === undefined
    ? undefined
    : { ...days, words: `${step === 0 ? "this" : step === 1 ? "next" : "last"} ${each}` };
}

/** From today to the end of a unit. */
function restOf(text: string | undefined, asOf: string, step: 0 | 1, words: string): Period | undefined {
  const each = unitOf(text ?? "");
  const days = each === undefined ? undefined : unitAround(asOf, each, step);
  return days === undefined ? undefined : { from: asOf, to: days.to, words: tidy(words) };
}

function quarterOf(
  whole: string,
  text: string,
  given: string | undefined,
  relative: string | undefined,
  asOf: string,
): Period | undefined {
  // "The first" alone is no quarter.
  if (!/q/i.test(whole)) return undefined;
  const at = /\d/.exec(text)?.[0] ?? String(["first", "second", "third", "fourth"].indexOf(text.toLowerCase()) + 1);
  const thisYear = Number(asOf.slice(0, 4));
  const first = Number(at) * 3 - 2;
  const step = { next: 1, last: -1 }[relative?.toLowerCase() ?? ""] ?? 0;
  const isPast = monthsOf(thisYear, first, 3).to < asOf;
  const inYear =
    given !== undefined ? fullYear(given) : relative !== undefined ? thisYear + step : isPast ? thisYear + 1 : thisYear;
  const period = {
    ...monthsOf(inYear, first, 3),
    words: `in the ${["first", "second", "third", "fourth"][Number(at) - 1] ?? ""} quarter of ${inYear}`,
  };
  if (given !== undefined || relative !== undefined || !isPast) return period;
  return {
    ...period,
    last: { ...monthsOf(thisYear, first, 3), words: period.words.replace(String(inYear), String(thisYear)) },
  };
}

/** `2027` of `'27` and `27`. */
function fullYear(written: string): number {
  const digits = written.replace(/\D/g, "");
  return Number(digits.length === 2 ? `20${digits}` : digits);
}

/** A month without a year is the next one to come, this month included; of what has happened the last one. */
function inMonth(name: string, given: string | undefined, asOf: string): Period | undefined {
  const days = monthOf(name, given, asOf);
  const at = monthNumber(name);
  if (days === undefined || at === undefined) return undefined;
  const period = { ...days, words: `in ${monthInWords(Number(days.from.slice(0, 4)), at)}` };
  const last = given === undefined ? lastMonthOf(name, asOf) : undefined;
  return last === undefined || last.from === period.from ? period : { ...period, last };
}

function monthOf(name: string, given: string | undefined, asOf: string): Days | undefined {
  const at = monthNumber(name);
  if (at === undefined) return undefined;
  const thisYear = Number(asOf.slice(0, 4));
  const inYear = given === undefined ? (at >= Number(asOf.slice(5, 7)) ? thisYear : thisYear + 1) : fullYear(given);
  return monthsOf(inYear, at, 1);
}

function lastMonthOf(name: string, asOf: string): Period | undefined {
  const at = monthNumber(name);
  if (at === undefined) return undefined;
  const inYear = Number(asOf.slice(0, 4)) - (at > Number(asOf.slice(5, 7)) ? 1 : 0);
  return { ...monthsOf(inYear, at, 1), words: `in ${monthInWords(inYear, at)}` };
}

/** A day as people write it; of two numbers with slashes the first is the month. Without a year the next or the last one. */
function dayOf(text: string, asOf: string, which: "next" | "last", inYear?: string): string | undefined {
  if (/^\d{4}-/.test(text)) return text;
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{2,4})$/.exec(text);
  if (slashes !== null)
    return dayText(Number((slashes[3] ?? "").padStart(4, "20")), Number(slashes[1]), Number(slashes[2]));
  const at = monthNumber(/[a-z]{3,}/i.exec(text.replace(/\d(?:st|nd|rd|th)|\bthe\b/gi, "1"))?.[0] ?? "");
  const given = /\d{4}/.exec(text)?.[0] ?? inYear;
  const number = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
  if (at === undefined || number === undefined) return undefined;
  if (given !== undefined) return dayText(Number(given), at, Number(number));
  const thisYear = Number(asOf.slice(0, 4));
  const near = dayText(thisYear, at, Number(number));
  if (near === undefined) return undefined;
  if (which === "next") return near >= asOf ? near : dayText(thisYear + 1, at, Number(number));
  return near <= asOf ? near : dayText(thisYear - 1, at, Number(number));
}
