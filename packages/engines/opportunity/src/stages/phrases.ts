import { dateInWords, fromCents, inDays, labelOf, listInWords, moneyInWords } from "@service/engine-kit";
import { dateFromDayNumber } from "@service/json";
import type { Account } from "./account.ts";
import type { Policy } from "./policy.ts";

/** Parts of sentences that several detectors say (WORD-1 to WORD-7). */

/** `commercial auto policy`; `policy` where the line is not stated or has no name. */
export function policyName(line: string | undefined): string {
  return line === undefined || line === "other" ? "policy" : `${labelOf(line)} policy`;
}

/** The policy by all of its lines, so that a package does not read as several policies (OPP-94). */
export function nameOfPolicy({ line, lines }: Pick<Policy, "line" | "lines">): string {
  const named = [...new Set(lines)];
  if (named.length < 2) return policyName(line);
  return named.length > linesNamedMax
    ? `package policy of ${named.length} lines`
    : `${listInWords(named.map((each) => (each === "other" ? "another line" : labelOf(each))))} policy`;
}

const linesNamedMax = 3;

/** `business income`; hired and non-owned auto are asked for together, under the code of one of them. */
export function coverageName(coverage: string): string {
  return coverage === "non_owned_auto" || coverage === "hired_auto" ? "hired and non-owned auto" : labelOf(coverage);
}

/**
 * That an account has no policy of a line: none on file, or none in force where one that ended is on file (WORD-6). The
 * start of a sentence, without its stop.
 */
export function noPolicyOf(
  { policies, label }: Account,
  line: string,
): { readonly title: string; readonly reason: string } {
  const name = policyName(line);
  const ended = policies.filter(
    ({ lines, isInForce, status }) => lines.includes(line) && !isInForce && status !== "quoted",
  );
  const days = ended.flatMap(({ expiresDay }) => expiresDay ?? []);
  if (ended.length === 0) return { title: `${label} has no ${name} on file`, reason: `No ${name} is on file.` };
  const until = days.length === 0 ? "" : `, with a term to ${dayInWords(Math.max(...days))}`;
  return {
    title: `${label} has no ${name} in force`,
    reason: `No ${name} is in force; one that ended is on file${until}.`,
  };
}

/** `the commercial auto policy of Blue Harbor Cafe`. */
export function policyOf(account: Account, policy: Policy): string {
  return `the ${nameOfPolicy(policy)} of ${account.label}`;
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

/**
 * When the account's next policy expires, that all of them have expired, or that no date is on file: the first sentence
 * of every reason names whom it is about.
 */
export function nextExpirationOf(account: Account, todayDay: number): string {
  const next = account.nextExpirationDay;
  if (next !== undefined) return `The next policy of ${account.label} expires on ${dayAhead(next, todayDay)}.`;
  const past = account.policies.flatMap(({ expiresDay, status }) =>
    expiresDay !== undefined && expiresDay < todayDay && status !== "quoted" ? [expiresDay] : [],
  );
  if (past.length > 0)
    return `The last policy on file of ${account.label} expired on ${dayInWords(Math.max(...past))}.`;
  return account.policies.length > 0 && account.inForce.length === 0
    ? `No policy of ${account.label} is in force.`
    : `No expiration date of a policy of ${account.label} is on file.`;
}
