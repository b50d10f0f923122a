import { day, inWords, moment, money, number, percent, visible } from "../parts/format.ts";

const noData = "no data";
/** Of a value that the reader's field policy withholds; `withoutWithheld` makes it absent. */
const withheld = "withheld";
/** The engines write amounts without a currency of the output as US dollars. */
const usual = "USD";

type Maybe<T> = T | null | undefined;

/** Whether a value is there: neither withheld nor one that nobody has, nor an optional member that is left out. */
export function isPresent<T>(value: Maybe<T>): value is T {
  return value !== null && value !== undefined;
}

function written<T>(value: Maybe<T>, write: (present: T) => string): string {
  return value === undefined ? withheld : value === null ? noData : write(value);
}

export function say(value: Maybe<string>): string {
  return written(value, (text) => (text === "" ? noData : visible(text)));
}

/** A name where there is room for a few words only: the heading of a column, the name of a picture. */
export function brief(value: Maybe<string>): string {
  const text = say(value);
  return text.length > 90 ? `${text.slice(0, 88)}…` : text;
}

/** Codes whose letters are abbreviations of the field. */
const abbreviated: Readonly<Record<string, string>> = {
  bi_per_accident: "Bodily injury per accident",
  bi_per_person: "Bodily injury per person",
  el_disease_employee: "Employers liability, disease, each employee",
  el_disease_policy: "Employers liability, disease, policy limit",
  el_each_accident: "Employers liability, each accident",
  statutory_wc: "Statutory workers compensation",
  us_commercial_core: "US commercial core",
};

export function code(value: Maybe<string>): string {
  return written(value, (text) => abbreviated[text] ?? visible(inWords(text)));
}

export function amount(value: Maybe<number>, currency: Maybe<string> = usual): string {
  return written(value, (sum) => money(sum, currency ?? usual));
}

export function figure(value: Maybe<number>, digits = 1): string {
  return written(value, (count) => number(count, digits));
}

export function share(value: Maybe<number>): string {
  return written(value, (part) => percent(part));
}

export function date(value: Maybe<string>): string {
  return written(value, (text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? day(text) : when(text)));
}

/** A moment; any other string is shown as it came. */
export function when(value: Maybe<string>): string {
  return written(value, (text) => (Number.isNaN(Date.parse(text)) ? visible(text) : moment(text)));
}

/** The elements of a list that are there: a policy withholds single ones, or the list. */
export function list<T>(value: Maybe<readonly T[]>): readonly T[] {
  return isPresent(value) && Array.isArray(value) ? value.filter(isPresent<T>) : [];
}

/** The members of an object by name, without those that are withheld. */
export function membersOf<T>(
  value: Maybe<Readonly<Record<string, T>>>,
): readonly (readonly [name: string, member: T])[] {
  return Object.entries(value ?? {}).filter(([, member]) => member !== null && member !== undefined);
}

/** A value of a fact or a cell: codes as words, amounts with thousands. */
export function plain(value: unknown): string {
  if (value === undefined) return withheld;
  if (value === null) return noData;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return number(value, 4);
  if (typeof value === "string") return wordsOf(value);
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.map(plain).join(", ");
  return Object.entries(value)
    .map(([name, member]) => `${inWords(name)}: ${plain(member)}`)
    .join("; ");
}

/** A code in words, a date as a date, other words as they are. */
function wordsOf(text: string): string {
  if (/^\d{4}-\d\d-\d\d(?:T|$)/.test(text)) return date(text);
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(text) ? code(text) : say(text);
}
