import type { InputIssue } from "../engine-type.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonArray, isJsonObject } from "../json.ts";
import { toCents } from "../money.ts";
import { issuesMax } from "../schema-validation.ts";
import { codeOf } from "./coverages.ts";
import { number, objects, part, text } from "../checked-fields.ts";

/**
 * What a schema cannot say about an input that satisfies it: duplicate needs and coverages, losses whose sum no integer of
 * cents holds, text without a UTF-8 form. At most 50 problems.
 */
export function checkInput(input: JsonObject): InputIssue[] {
  const issues: InputIssue[] = [];
  const needKeys = new Set<string>();
  for (const [index, need] of objects(input, "needs").entries()) {
    const key = text(need, "need_key") ?? "";
    if (needKeys.has(key)) issues.push({ field: `needs[${index}].need_key`, message: `duplicate key "${key}"` });
    needKeys.add(key);
    const coverages = new Set<string>();
    for (const [position, wanted] of objects(need, "coverages").entries()) {
      const code = codeOf(text(wanted, "coverage") ?? "");
      if (coverages.has(code)) {
        issues.push({ field: `needs[${index}].coverages[${position}].coverage`, message: "is wanted twice" });
      }
      coverages.add(code);
    }
  }
  checkLosses(objects(part(input, "loss_history"), "claims"), issues);
  if (!isWellFormed(input)) malformedText(input, "", issues);
  return issues.slice(0, issuesMax);
}

/** Whether every text of a document has a UTF-8 form; names no place, and so costs next to nothing. */
export function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (isJsonArray(value)) return value.every(isWellFormed);
  if (!isJsonObject(value)) return true;
  for (const name in value) if (!name.isWellFormed() || !isWellFormed(value[name] ?? null)) return false;
  return true;
}

/** Half a surrogate pair has no UTF-8 form: nothing that cites it could be stored or hashed. */
export function malformedText(value: Json, at: string, issues: InputIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push({ field: at, message: "is not well-formed Unicode" });
  } else if (isJsonArray(value)) {
    for (const [index, element] of value.entries()) malformedText(element, `${at}[${index}]`, issues);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const field = at === "" ? name : `${at}.${name}`;
      if (name.isWellFormed()) malformedText(member, field, issues);
      else issues.push({ field: field.toWellFormed(), message: "is not well-formed Unicode" });
    }
  }
}

function checkLosses(claims: readonly JsonObject[], issues: InputIssue[]): void {
  let cents = 0;
  for (const claim of claims) {
    for (const name of ["paid", "reserved"]) cents += toCents(number(claim, name) ?? 0) ?? Number.NaN;
  }
  if (!Number.isSafeInteger(cents)) {
    issues.push({ field: "loss_history.claims", message: "add up to more money than can be computed exactly" });
  }
}
