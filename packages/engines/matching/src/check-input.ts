import { codeOf, type PlacementInput } from "@service/engine-offerings";
import { toCents, unknownCurrency } from "@service/engine-kit";
import { type InputIssue, uncarriable, issuesMax } from "@service/json";

/**
 * Problems of an input that a schema cannot express: duplicate needs and coverages, unknown currencies, losses whose
 * sum exceeds exact cents, values that JSON cannot carry. At most 50 problems.
 */
export function checkInput(input: PlacementInput): InputIssue[] {
  const issues: InputIssue[] = [];
  unknownCurrency(input, "", issues);
  const needKeys = new Set<string>();
  for (const [index, { need_key: key, coverages: wanted }] of input.needs.entries()) {
    if (needKeys.has(key)) issues.push({ field: `needs[${index}].need_key`, message: `duplicate key "${key}"` });
    needKeys.add(key);
    const coverages = new Set<string>();
    for (const [position, { coverage }] of wanted.entries()) {
      const code = codeOf(coverage);
      if (coverages.has(code)) {
        issues.push({ field: `needs[${index}].coverages[${position}].coverage`, message: "is wanted twice" });
      }
      coverages.add(code);
    }
  }
  checkLosses(input.loss_history?.claims ?? [], issues);
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

function checkLosses(claims: NonNullable<PlacementInput["loss_history"]>["claims"], issues: InputIssue[]): void {
  let cents = 0;
  for (const { paid, reserved } of claims) {
    for (const amount of [paid, reserved]) cents += toCents(amount) ?? Number.NaN;
  }
  if (!Number.isSafeInteger(cents)) {
    issues.push({ field: "loss_history.claims", message: "add up to more money than can be computed exactly" });
  }
}
