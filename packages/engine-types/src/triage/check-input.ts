import type { InputIssue } from "../engine-type.ts";
import type { Json, JsonObject } from "../json.ts";
import { isJsonArray, isJsonObject } from "../json.ts";
import { toCents } from "../money.ts";
import { issuesMax } from "../schema-validation.ts";
import { number, objects, part, text } from "../checked-fields.ts";

/**
 * What a schema cannot say about an input that satisfies it (domain.md A5): keys used twice, premiums whose sum no integer of
 * cents holds, text without a UTF-8 form. At most 50 problems.
 */
export function checkInput(input: JsonObject): InputIssue[] {
  const issues: InputIssue[] = [];
  const keyed = [
    ["submissions", "submission_key"],
    ["assignees", "seat_key"],
    ["known", "submission_key"],
  ] as const;
  for (const [list, name] of keyed) duplicateKeys(objects(input, list), list, name, issues);
  let totalCents = 0;
  for (const submission of objects(input, "submissions")) totalCents += toCents(premiumOf(submission) ?? 0) ?? Infinity;
  if (!Number.isSafeInteger(totalCents)) {
    issues.push({ field: "submissions", message: "hold more premium than can be added exactly" });
  }
  for (const [index, submission] of objects(input, "submissions").entries()) {
    const claims = objects(part(submission, "loss_history"), "claims");
    const cents = claims.reduce(
      (sum, claim) => sum + (toCents((number(claim, "paid") ?? 0) + (number(claim, "reserved") ?? 0)) ?? Infinity),
      0,
    );
    if (!Number.isSafeInteger(cents)) {
      issues.push({
        field: `submissions[${index}].loss_history.claims`,
        message: "hold more money than can be added exactly",
      });
    }
  }
  malformedText(input, "", issues);
  return issues.slice(0, issuesMax);
}

/** What the business is worth: the estimate, else what the incumbent charges. */
export function premiumOf(submission: JsonObject): number | undefined {
  return number(submission, "premium_estimate") ?? number(part(submission, "incumbent"), "premium");
}

function duplicateKeys(list: readonly JsonObject[], at: string, name: string, issues: InputIssue[]): void {
  const seen = new Set<string>();
  for (const [index, element] of list.entries()) {
    const key = text(element, name);
    if (key === undefined) continue;
    if (seen.has(key)) issues.push({ field: `${at}[${index}].${name}`, message: `duplicate key "${key}"` });
    seen.add(key);
  }
}

/** Half a surrogate pair has no UTF-8 form: nothing that cites it could be stored or hashed. */
function malformedText(value: Json, at: string, issues: InputIssue[]): void {
  if (issues.length >= issuesMax) return;
  if (typeof value === "string") {
    if (!value.isWellFormed()) issues.push({ field: at, message: "is not well-formed Unicode" });
  } else if (isJsonArray(value)) {
    for (const [index, element] of value.entries()) malformedText(element, `${at}[${index}]`, issues);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (!name.isWellFormed()) issues.push({ field: at, message: "has a name that is not well-formed Unicode" });
      malformedText(member, at === "" ? name : `${at}.${name}`, issues);
    }
  }
}
