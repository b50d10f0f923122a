import type { InputIssue } from "./issue.ts";
import { isJsonArray, isJsonObject, type Json } from "./json.ts";
import { issuesMax } from "./schema-validation.ts";

/**
 * Whether a value survives being written as JSON: every string has a UTF-8 form (half a surrogate pair has none and
 * could be neither stored nor hashed) and every number is finite (`1e400` is read as Infinity and would be written as
 * null). Reports no place, which keeps it cheap.
 */
export function isCarriable(value: Json, isCarried: (value: number) => boolean = Number.isFinite): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return isCarried(value);
  if (typeof value !== "object" || value === null) return true;
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      if (!isCarriable(value[index] ?? null, isCarried)) return false;
    return true;
  }
  for (const name in value) if (!name.isWellFormed() || !isCarriable(value[name] ?? null, isCarried)) return false;
  return true;
}

/**
 * The places of values that JSON cannot carry, and of whole numbers beyond 2^53, whose last digits are lost when they are read;
 * `at` is the path of the value itself, the empty string for the document.
 */
export function uncarriable(value: Json, at: string, issues: InputIssue[]): void {
  if (!isCarriable(value, isKept)) place(value, at, issues);
}

function isKept(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

function place(value: Json, at: string, issues: InputIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push({ field: at, message: "is not well-formed Unicode" });
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) issues.push({ field: at, message: "is too large a number" });
    else if (!isKept(value))
      issues.push({ field: at, message: "is a whole number of more digits than JSON numbers keep: send it as text" });
  } else if (isJsonArray(value)) {
    for (const [index, element] of value.entries()) place(element, `${at}[${index}]`, issues);
  } else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const field = at === "" ? key : `${at}.${key}`;
      if (key.isWellFormed()) place(member, field, issues);
      else issues.push({ field: field.toWellFormed(), message: "is not well-formed Unicode" });
    }
  }
}
