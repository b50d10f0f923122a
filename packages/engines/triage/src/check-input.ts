import { duplicateKeys, toCents } from "@service/engine-kit";
import { type InputIssue, issuesMax, uncarriable } from "@service/json";
import { premiumOf, type WrittenInput } from "./input.ts";

/**
 * Problems of an input that a schema cannot express (TRI-6): keys used twice, premiums whose sum exceeds exact cents,
 * strings without a UTF-8 form. At most 50 problems.
 */
export function checkInput(input: WrittenInput): InputIssue[] {
  const { submissions, assignees = [], known: existing = [] } = input;
  const issues: InputIssue[] = [];
  duplicateKeys(submissions, "submissions", "submission_key", issues);
  duplicateKeys(assignees, "assignees", "seat_key", issues);
  duplicateKeys(existing, "known", "submission_key", issues);
  let totalCents = 0;
  for (const submission of submissions) totalCents += toCents(premiumOf(submission) ?? 0) ?? Infinity;
  if (!Number.isSafeInteger(totalCents)) {
    issues.push({ field: "submissions", message: "hold more premium than can be added exactly" });
  }
  for (const [index, { loss_history: history }] of submissions.entries()) {
    const cents = (history?.claims ?? []).reduce(
      (sum, { paid, reserved }) => sum + (toCents(paid + reserved) ?? Infinity),
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
