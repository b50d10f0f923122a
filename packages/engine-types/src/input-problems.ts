import { text } from "./checked-fields.ts";
import type { InputIssue } from "./engine-type.ts";
import type { Json, JsonObject } from "./json.ts";
import { isJsonArray, isJsonObject } from "./json.ts";
import { issuesMax } from "./schema-validation.ts";

// Problems of an input that no schema can say, the same for every engine type.

/** Elements of one list that have the same key: nothing could tell them apart in the answer. */
export function duplicateKeys(list: readonly JsonObject[], at: string, keyName: string, issues: InputIssue[]): void {
  const seen = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = text(element, keyName);
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `${at}[${index}].${keyName}`, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

/**
 * Whether a value can be written as JSON text and come back as it was: every text has a UTF-8 form (half a surrogate
 * pair has none, so nothing that cites it could be stored or hashed) and every number is finite (`1e400` is read as
 * Infinity and would be written as null). Names no place, and so costs next to nothing.
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

/** Where a value is not carriable; `at` is the place of the value itself, the empty string for the document. */
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
