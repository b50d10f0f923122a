import { duplicateKeys, toCents } from "@service/engine-kit";
import { type InputIssue, type JsonObject, issuesMax, number, objects, part, uncarriable } from "@service/json";

/**
 * Problems of an input that a schema cannot express (TRI-6): keys used twice, premiums whose sum exceeds exact cents,
 * strings without a UTF-8 form. At most 50 problems.
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
  uncarriable(input, "", issues);
  return issues.slice(0, issuesMax);
}

/** Value of the business: the estimate, else the incumbent's premium. */
export function premiumOf(submission: JsonObject): number | undefined {
  return number(submission, "premium_estimate") ?? number(part(submission, "incumbent"), "premium");
}
