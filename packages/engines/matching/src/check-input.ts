import { codeOf } from "@service/engine-offerings";
import { toCents, unknownCurrency } from "@service/engine-kit";
import { type InputIssue, uncarriable, type JsonObject, issuesMax, number, objects, part, text } from "@service/json";

/**
 * Problems of an input that a schema cannot express: duplicate needs and coverages, unknown currencies, losses whose
 * sum exceeds exact cents, values that JSON cannot carry. At most 50 problems.
 */
export function checkInput(input: JsonObject): InputIssue[] {
  const issues: InputIssue[] = [];
  unknownCurrency(input, "", issues);
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
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
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
