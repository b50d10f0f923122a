import { text } from "./checked-fields.ts";
import { isCurrency } from "./currencies.ts";
import type { InputIssue } from "./engine-type.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";
import { issuesMax } from "./schema-validation.ts";

// Problems of an input that a schema cannot express, the same for every engine type.

/** Elements of one list with the same key: the answer could not tell them apart. */
export function duplicateKeys(list: readonly JsonObject[], at: string, keyName: string, issues: InputIssue[]): void {
  const seen = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = text(element, keyName);
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `${at}[${index}].${keyName}`, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

/** An unknown currency: the published schemas only ask for three capital letters. */
export function unknownCurrency(owner: JsonObject, at: string, issues: InputIssue[]): void {
  const code = text(owner, "currency");
  if (code !== undefined && !isCurrency(code))
    issues.push({ field: `${at}currency`, message: "must be a currency code of ISO 4217, such as USD" });
}

/**
 * Whether a value survives being written as JSON: every string has a UTF-8 form (half a surrogate pair has none and
 * could be neither stored nor hashed) and every number is finite (`1e400` is read as Infinity and would be written as
 * null). Reports no place, which keeps it cheap.
 */
export function isCarriable(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isCarriable(value[index] ?? null)) return false;
    return true;
  }
  for (const name in value) if (!name.isWellFormed() || !isCarriable(value[name] ?? null)) return false;
  return true;
}

/**
 * The places of values that JSON cannot carry; `at` is the path of the value itself, the empty string for the document.
 */
export function uncarriable(value: Json, at: string, issues: InputIssue[]): void {
  if (!isCarriable(value)) place(value, at, issues);
}

function place(value: Json, at: string, issues: InputIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push({ field: at, message: "is not well-formed Unicode" });
  } else if (typeof value === "number") {
    if (!Number.isFinite(value)) issues.push({ field: at, message: "is too large a number" });
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
