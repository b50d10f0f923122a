import type { EvidenceSource } from "@service/engine-kit";
import { dateFromDayNumber, type JsonObject, counted, cut, text } from "@service/json";
import type { Account } from "../account.ts";
import type { Policy } from "../policy.ts";
import { accountEvidence, policyEvidence, renewsIn, type Bench, type Finding } from "../candidate.ts";
import { day } from "../row-fields.ts";
import { money, words } from "../wording.ts";

const latePaymentsMin = 3;
const contactDays = 30;
const renewalNearDays = 120;

/** `billing_risk`: an overdue balance, or a client who repeatedly pays late. One per client. */
export function detectBillingRisk(account: Account, bench: Bench): Finding[] {
  const { late12m, overdueCents, oldestOverdueDay } = account;
  const isOverdue = overdueCents > 0;
  if (!isOverdue && late12m < latePaymentsMin) return [];
  const overdueDays = oldestOverdueDay === undefined ? 0 : bench.book.todayDay - oldestOverdueDay;
  return [
    {
      kind: "billing_risk",
      ruleKey: isOverdue ? "billing_overdue" : "billing_late_payments",
      account,
      severity: overdueDays > 30 ? "high" : "medium",
      status: "review",
      title: isOverdue ? "Overdue balance" : "Repeated late payments",
      premiumCents: account.premiumCents,
      // A cancellation for non-payment loses the account: an overdue balance weighs more than the habit.
      propensity: Math.min(0.9, (isOverdue ? 0.15 : 0) + 0.1 * late12m),
      xDay: account.nextExpirationDay,
      describe: () => ({
        because: [
          ...(isOverdue ? [`${money(overdueCents)} overdue for ${counted(overdueDays, "day", "days")}`] : []),
          ...(late12m > 0 ? [`${counted(late12m, "late payment", "late payments")} in twelve months`] : []),
        ],
        talkingPoints: ["Offer a payment plan before a notice of cancellation goes out"],
        evidence: [
          ...account.overdueInvoices.slice(0, 2).map(invoiceEvidence),
          { ...accountEvidence(account, "account.late_payments_12m"), value: late12m },
          accountEvidence(account),
        ],
        recommendation: "Call about the balance and the payment plan",
      }),
    },
  ];
}

function invoiceEvidence(invoice: JsonObject): EvidenceSource {
  return {
    kind: "record",
    ref: { family: "invoices", record_key: cut(text(invoice, "invoice_key") ?? "", 128) },
    value: { due_on: text(invoice, "due_on") ?? null },
  };
}

/** `claim_followup`: an open claim without recent contact, or one that will still be open at renewal. */
export function detectClaimFollowups(account: Account, bench: Bench): Finding[] {
  const found: Finding[] = [];
  const { todayDay } = bench.book;
  for (const claim of account.openClaims) {
    const key = text(claim, "claim_key");
    const policyKey = text(claim, "policy_key");
    const policy = account.policies.find((each) => each.key !== undefined && each.key === policyKey);
    const line = text(claim, "line") ?? policy?.line;
    const opened = day(claim, "reported_on") ?? day(claim, "occurred_on");
    const age = opened === undefined ? undefined : todayDay - opened;
    const isQuiet = account.daysSinceTouch === undefined || account.daysSinceTouch >= contactDays;
    const xDay =
      policy?.isInForce === true ? (policy.expiresDay ?? account.nextExpirationDay) : account.nextExpirationDay;
    const ruleKey =
      isQuiet && age !== undefined && age >= contactDays
        ? "claim_open_no_contact"
        : xDay !== undefined && xDay - todayDay <= renewalNearDays
          ? "claim_open_before_renewal"
          : undefined;
    if (ruleKey === undefined) continue;
    found.push({
      kind: "claim_followup",
      ruleKey,
      account,
      policy,
      line,
      severity: "medium",
      status: "review",
      title: line === undefined ? "Follow up an open claim" : `Follow up the open ${words(line)} claim`,
      premiumCents: policy?.premiumCents ?? account.premiumCents,
      propensity: 0.3,
      xDay,
      describe: () => ({
        because: [
          ...(age === undefined ? ["open claim"] : [`claim open for ${counted(age, "day", "days")}`]),
          ...(account.daysSinceTouch === undefined
            ? []
            : [`last contact ${counted(account.daysSinceTouch, "day", "days")} ago`]),
          ...renewsIn(account, todayDay),
        ],
        talkingPoints: ["A client judges an agency by how it handles a claim"],
        evidence: [
          ...(key === undefined
            ? []
            : [{ kind: "record" as const, ref: { family: "claims", record_key: cut(key, 128) } }]),
          ...(policy === undefined ? [] : policyEvidence(policy)),
          accountEvidence(account),
        ],
        recommendation: "Ask the adjuster for the state of the claim and tell the client",
      }),
    });
  }
  return found;
}

/**
 * `data_quality`: missing or wrong data on file that would distort other answers. One per client, with all problems.
 */
export function detectDataProblems(account: Account, bench: Bench): Finding[] {
  const problems = problemsOf(account, bench.book.todayDay);
  const [first] = problems;
  if (first === undefined) return [];
  return [
    {
      kind: "data_quality",
      ruleKey: "data_quality",
      account,
      severity: problems.some((problem) => problem.isWrong) ? "medium" : "low",
      status: "review",
      title:
        problems.length === 1
          ? `Correct the file: ${first.sentence}`
          : `Correct ${problems.length} problems of the file`,
      premiumCents: 0,
      propensity: 0.1,
      xDay: account.nextExpirationDay,
      describe: () => ({
        because: problems.map((problem) => problem.sentence).slice(0, 10),
        talkingPoints: [],
        evidence: [
          accountEvidence(account),
          ...problems.flatMap((problem) => (problem.policy === undefined ? [] : policyEvidence(problem.policy))),
        ],
        recommendation: "Correct the record in the system of record",
      }),
    },
  ];
}

type Problem = { readonly sentence: string; readonly isWrong: boolean; readonly policy?: Policy };

function problemsOf(account: Account, todayDay: number): Problem[] {
  const missing = (sentence: string): Problem => ({ sentence, isWrong: false });
  const problems: Problem[] = [];
  if (account.segment === undefined) problems.push(missing("no segment"));
  if (account.segment === "commercial" && account.naics === undefined) problems.push(missing("no NAICS code"));
  if (account.producerSeat === undefined) problems.push(missing("no producer"));
  if (account.kind === "insured" && account.rows.families.policies !== undefined && account.inForce.length === 0)
    problems.push({ sentence: "listed as insured without a policy in force", isWrong: true });
  const keys = new Set<string>();
  for (const policy of account.policies) {
    const name = policy.key === undefined ? "a policy" : `policy ${policy.key}`;
    if (policy.key !== undefined && keys.has(policy.key))
      problems.push({ sentence: `${name} is on file twice`, isWrong: true, policy });
    if (policy.key !== undefined) keys.add(policy.key);
    const { effectiveDay, expiresDay } = policy;
    if (effectiveDay !== undefined && expiresDay !== undefined && expiresDay <= effectiveDay)
      problems.push({ sentence: `${name} expires before it begins`, isWrong: true, policy });
    if (!policy.isInForce) continue;
    if (expiresDay !== undefined && expiresDay < todayDay)
      problems.push({
        sentence: `${name} is listed as active but expired on ${dateFromDayNumber(expiresDay) ?? "its date"}`,
        isWrong: true,
        policy,
      });
    const absent = [
      ...(policy.lines.length === 0 ? ["line"] : []),
      ...(expiresDay === undefined ? ["expiration date"] : []),
      ...(policy.premiumCents === undefined ? ["premium"] : []),
    ];
    if (absent.length > 0)
      problems.push({ sentence: `${name} has no ${absent.join(", no ")}`, isWrong: false, policy });
  }
  return problems;
}
