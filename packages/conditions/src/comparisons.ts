import { dayNumber, daysBetween, type Json, isJsonArray, isJsonObject } from "@service/json";
import type { Facts, Truth } from "./facts.ts";
import type { Operator } from "./grammar.ts";

/** `mismatch` is unknown plus a warning for the author: the fact's type does not fit the operator (COND-4). */
export type Outcome = Truth | "mismatch";
/** Compares a present fact with an expected value that `normalizeExpected` has prepared. */
export type Comparison = (actual: Json, expected: Json, facts: Facts) => Outcome;

/** Operators that compare values; `exists`, `missing` and `matches` are compiled separately. */
export type ComparingOperator = Exclude<Operator, "exists" | "missing" | "matches">;

/** A string as it is compared: trimmed and without case. Constants are prepared once, facts at each evaluation. */
export function comparableText(text: string): string {
  return text.trim().toLowerCase();
}

/** Prepares an expected value for `comparisons`: normalizes strings, also inside a list. */
export function normalizeExpected(value: Json): Json {
  if (typeof value === "string") return comparableText(value);
  return isJsonArray(value) ? value.map(normalizeExpected) : value;
}

export const comparisons: { readonly [Op in ComparingOperator]: Comparison } = {
  eq: (actual, expected) => truthOf(areEqual(actual, expected)),
  ne: (actual, expected) => negated(truthOf(areEqual(actual, expected))),
  gt: (actual, expected) => {
    const order = orderOf(actual, expected);
    return order === undefined ? "mismatch" : order > 0 ? "true" : "false";
  },
  gte: (actual, expected) => {
    const order = orderOf(actual, expected);
    return order === undefined ? "mismatch" : order >= 0 ? "true" : "false";
  },
  lt: (actual, expected) => {
    const order = orderOf(actual, expected);
    return order === undefined ? "mismatch" : order < 0 ? "true" : "false";
  },
  lte: (actual, expected) => {
    const order = orderOf(actual, expected);
    return order === undefined ? "mismatch" : order <= 0 ? "true" : "false";
  },
  between: (actual, expected) => {
    if (!isJsonArray(expected) || expected.length !== 2) return "mismatch";
    const low = orderOf(actual, expected[0]);
    const high = orderOf(actual, expected[1]);
    return low === undefined || high === undefined ? "mismatch" : truthOf(low >= 0 && high <= 0);
  },
  in: isIn,
  not_in: (actual, expected) => negated(isIn(actual, expected)),
  contains: (actual, expected) => {
    if (isJsonArray(actual)) {
      for (const element of actual) if (areEqual(element, expected) === true) return "true";
      return "false";
    }
    if (typeof actual !== "string" || typeof expected !== "string") return "mismatch";
    return truthOf(comparableText(actual).includes(expected));
  },
  starts_with: (actual, expected) => {
    if (typeof actual !== "string") return "mismatch";
    const text = comparableText(actual);
    if (typeof expected === "string") return truthOf(text.startsWith(expected));
    if (!isJsonArray(expected)) return "mismatch";
    for (const prefix of expected) if (typeof prefix === "string" && text.startsWith(prefix)) return "true";
    return "false";
  },
  within_days: (actual, expected, facts) => {
    const age = ageInDays(actual, facts);
    return age === undefined || typeof expected !== "number" ? "mismatch" : truthOf(Math.abs(age) <= expected);
  },
  older_than_days: (actual, expected, facts) => {
    const age = ageInDays(actual, facts);
    return age === undefined || typeof expected !== "number" ? "mismatch" : truthOf(age > expected);
  },
  before: (actual, expected) => {
    const days = daysFromTo(expected, actual);
    return days === undefined ? "mismatch" : days < 0 ? "true" : "false";
  },
  after: (actual, expected) => {
    const days = daysFromTo(expected, actual);
    return days === undefined ? "mismatch" : days > 0 ? "true" : "false";
  },
};

/** Kleene negation; a mismatch stays a mismatch. */
export function negated<Value extends Outcome>(truth: Value): Value | "true" | "false" {
  return truth === "true" ? "false" : truth === "false" ? "true" : truth;
}

function truthOf(value: boolean | undefined): Outcome {
  return value === undefined ? "mismatch" : value ? "true" : "false";
}

/** Equality of values of one kind; `undefined` for values of different kinds. `expected` is normalized. */
function areEqual(actual: Json | undefined, expected: Json | undefined): boolean | undefined {
  if (typeof actual === "string") return typeof expected === "string" ? comparableText(actual) === expected : undefined;
  if (typeof actual === "number" || typeof actual === "boolean") {
    return typeof actual === typeof expected ? actual === expected : undefined;
  }
  if (isJsonArray(actual)) {
    if (!isJsonArray(expected)) return undefined;
    return (
      actual.length === expected.length && actual.every((value, index) => areEqual(value, expected[index]) === true)
    );
  }
  return undefined;
}

function orderOf(actual: Json | undefined, expected: Json | undefined): number | undefined {
  if (typeof actual === "number") return typeof expected === "number" ? actual - expected : undefined;
  if (typeof actual !== "string" || typeof expected !== "string") return undefined;
  return orderOfTexts(comparableText(actual), expected);
}

/** By code points, as a database orders them; JavaScript's own order puts U+E000 to U+FFFF behind all that follow. */
function orderOfTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a === b) continue;
    return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(b) ? -1 : 1;
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function isIn(actual: Json, expected: Json): Outcome {
  if (!isJsonArray(expected) || isJsonArray(actual) || isJsonObject(actual)) return "mismatch";
  const wanted = typeof actual === "string" ? comparableText(actual) : actual;
  let isComparable = expected.length === 0;
  for (const candidate of expected) {
    if (wanted === candidate) return "true";
    isComparable ||= typeof candidate === typeof wanted;
  }
  return isComparable ? "false" : "mismatch";
}

/** Days from the fact's day to `as_of`: positive in the past. */
function ageInDays(actual: Json, facts: Facts): number | undefined {
  if (typeof actual !== "string") return undefined;
  const day = dayNumber(actual);
  const today = asOfDay(facts.asOf);
  return day === undefined || today === undefined ? undefined : today - day;
}

// A run compares with the same `as_of` thousands of times: caching the last one keeps parsing off the hot path.
let lastAsOf = "";
let lastAsOfDay: number | undefined;

function asOfDay(asOf: string): number | undefined {
  if (asOf !== lastAsOf) {
    lastAsOfDay = dayNumber(asOf);
    lastAsOf = asOf;
  }
  return lastAsOfDay;
}

/** Normalizing has lowered the `T` and `Z` of `expected`, which an instant has as capitals. */
function daysFromTo(expected: Json, actual: Json): number | undefined {
  if (typeof expected !== "string" || typeof actual !== "string") return undefined;
  return daysBetween(expected.length === 10 ? expected : expected.toUpperCase(), actual);
}
