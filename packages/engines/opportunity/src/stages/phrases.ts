import { dateInWords, fromCents, inDays, labelOf, moneyInWords } from "@service/engine-kit";
import { dateFromDayNumber } from "@service/json";
import type { Account } from "./account.ts";

/** Parts of sentences that several detectors say (WORD-1 to WORD-7). */

/** `commercial auto policy`; `policy` where the line is not stated or has no name. */
export function policyName(line: string | undefined): string {
  return line === undefined || line === "other" ? "policy" : `${labelOf(line)} policy`;
}

/** `business income`; hired and non-owned auto are asked for together, under the code of one of them. */
export function coverageName(coverage: string): string {
  return coverage === "non_owned_auto" || coverage === "hired_auto" ? "hired and non-owned auto" : labelOf(coverage);
}

/** `the commercial auto policy of Blue Harbor Cafe`. */
export function policyOf(account: Account, line: string | undefined): string {
  return `the ${policyName(line)} of ${account.label}`;
}

/** `March 30, 2026`. */
export function dayInWords(day: number): string {
  return dateInWords(dateFromDayNumber(day) ?? "");
}

/** `March 30, 2026, in 74 days`. */
export function dayAhead(day: number, todayDay: number): string {
  return `${dayInWords(day)}, ${inDays(day - todayDay)}`;
}

/** `$2,600 a year`. */
export function yearly(cents: number): string {
  return `${moneyInWords(fromCents(cents))} a year`;
}

/** When the account's next policy expires, or that no date is on file: the first sentence of every reason names whom it is about. */
export function nextExpirationOf(account: Account, todayDay: number): string {
  const next = account.nextExpirationDay;
  return next === undefined
    ? `No expiration date of a policy of ${account.label} is on file.`
    : `The next policy of ${account.label} expires on ${dayAhead(next, todayDay)}.`;
}
