import { labelOf } from "@service/engine-kit";
import { dateFromDayNumber } from "@service/json";
import type { Account } from "../account.ts";
import type { Policy } from "../policy.ts";
import type { Premium } from "../added-premium.ts";
import { accountEvidence, engagementOf, policyEvidence, type Bench, type Finding } from "../candidate.ts";
import { dayAhead, dayInWords, policyName, yearly } from "../phrases.ts";

/** A line lost this many months ago comes up for renewal with its new carrier (OPP-37). */
const lostMonthsMin = 9;
const lostMonthsMax = 13;
const winBackPropensity = 0.2;

/** `win_back`: a line whose last term ended 9 to 13 months ago and that the client does not hold with us now. */
export function detectLostLines(account: Account, bench: Bench): Finding[] {
  const { today, todayDay } = bench.book;
  const earliest = monthsBefore(today, lostMonthsMax);
  const latest = monthsBefore(today, lostMonthsMin);
  const found: Finding[] = [];
  for (const policy of account.policies) {
    const { line } = policy;
    const lostDay = lostOn(policy);
    if (line === undefined || lostDay === undefined || account.linesCovered.has(line)) continue;
    const lostDate = dateFromDayNumber(lostDay);
    if (lostDate === undefined || lostDate < earliest || lostDate > latest) continue;
    const isLastTerm = account.policies.every(
      (other) => other === policy || other.line !== line || (lostOn(other) ?? -Infinity) <= lostDay,
    );
    if (!isLastTerm) continue;
    // With another carrier since then, the client's next x-date is the anniversary of the loss.
    const anniversary = lostDay + 365 >= todayDay ? lostDay + 365 : lostDay + 730;
    found.push(lostLine(account, policy, line, { lostDay, anniversary }, bench));
  }
  return found;
}

function lostLine(
  account: Account,
  policy: Policy,
  line: string,
  { lostDay, anniversary }: { readonly lostDay: number; readonly anniversary: number },
  bench: Bench,
): Finding {
  const ended = `${policyName(line)} of ${account.label} ended on ${dayInWords(lostDay)}`;
  return {
    kind: "win_back",
    ruleKey: "win_back",
    account,
    policy,
    line,
    severity: "low",
    status: "review",
    title: `The ${ended} and may be won back`,
    premium: lastPremium(policy),
    propensity: winBackPropensity * engagementOf(account),
    xDay: anniversary,
    describe: () => ({
      deadline: [
        `${account.label} may renew its ${policyName(line)} elsewhere on ${dayAhead(anniversary, bench.book.todayDay)}.`,
      ],
      facts: [
        `The ${ended}${policy.status === "expired" || policy.status === undefined ? "" : ` (${labelOf(policy.status)})`}.`,
        `No ${policyName(line)} is on file since.`,
      ],
      talkingPoints: ["Ask what the present carrier does better and what it does not"],
      evidence: [...policyEvidence(policy), accountEvidence(account)],
      recommendation: "Ask for the present policy and quote it again.",
    }),
  };
}

function lastPremium({ premiumCents, line }: Policy): Premium {
  return {
    cents: premiumCents,
    sentence: () =>
      premiumCents === undefined
        ? `The premium of the ${policyName(line)} that ended is not on file.`
        : `The premium of the ${policyName(line)} that ended was ${yearly(premiumCents)}.`,
  };
}

/** The day a term was lost; undefined while it runs or when no end is known. */
function lostOn(policy: Policy): number | undefined {
  if (policy.isInForce) return undefined;
  switch (policy.status) {
    case "cancelled":
      return policy.cancelledDay ?? policy.expiresDay;
    case "non_renewed":
    case "expired":
      return policy.expiresDay;
    default:
      return undefined;
  }
}

/** The same day of an earlier month, or that month's last day. */
function monthsBefore(date: string, months: number): string {
  const count = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months;
  const year = String(Math.floor(count / 12)).padStart(4, "0");
  const month = (count % 12) + 1;
  const length = new Date(Date.UTC(Math.floor(count / 12), month, 0)).getUTCDate();
  const day = Math.min(Number(date.slice(8, 10)), length);
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
