import { counted, type EvidenceSource, fromCents, inDays, moneyInWords } from "@service/engine-kit";
import { type JsonObject, cut, text } from "@service/json";
import type { Account } from "../account.ts";
import { premiumInForce } from "../added-premium.ts";
import { accountEvidence, type Bench, type Finding } from "../candidate.ts";
import { dayInWords, nextExpirationOf } from "../phrases.ts";

const latePaymentsMin = 3;

/** `billing_risk`: an overdue balance, or a client who repeatedly pays late. One per client. */
export function detectBillingRisk(account: Account, bench: Bench): Finding[] {
  const { late12m, overdueCents, overdueUnknown, oldestOverdueDay } = account;
  const isOverdue = overdueCents > 0 || overdueUnknown > 0;
  if (!isOverdue && late12m < latePaymentsMin) return [];
  const overdueDays = oldestOverdueDay === undefined ? 0 : bench.book.todayDay - oldestOverdueDay;
  return [
    {
      kind: "billing_risk",
      ruleKey: isOverdue ? "billing_overdue" : "billing_late_payments",
      account,
      severity: overdueDays > 30 ? "high" : "medium",
      status: "review",
      title: `${account.label} ${isOverdue ? overdueOf(account) : "has paid late repeatedly within twelve months"}`,
      premium: premiumInForce(account),
      // A cancellation for non-payment loses the account: an overdue balance weighs more than the habit.
      propensity: Math.min(0.9, (isOverdue ? 0.15 : 0) + 0.1 * late12m),
      xDay: account.nextExpirationDay,
      describe: () => ({
        deadline: deadlineOf(account, isOverdue, bench.book.todayDay),
        facts:
          late12m > 0
            ? [`${counted(late12m, "payment")} ${late12m === 1 ? "was" : "were"} late within twelve months.`]
            : [],
        talkingPoints: ["Offer a payment plan before a notice of cancellation goes out"],
        evidence: [
          ...account.overdueInvoices.slice(0, 2).map(invoiceEvidence),
          { ...accountEvidence(account, "account.late_payments_12m"), value: late12m },
          accountEvidence(account),
        ],
        recommendation: "Call about the balance and the payment plan.",
      }),
    },
  ];
}

/** The balance as far as it is known (WORD-5). */
function overdueOf({ overdueCents, overdueUnknown }: Account): string {
  const unknown = `${counted(overdueUnknown, "overdue invoice")} without a stated amount`;
  if (overdueCents === 0) return `has ${unknown}`;
  const balance = `has an overdue balance of ${moneyInWords(fromCents(overdueCents))}`;
  return overdueUnknown === 0 ? balance : `${balance} and ${unknown}`;
}

function deadlineOf(account: Account, isOverdue: boolean, todayDay: number): string[] {
  const { oldestOverdueDay: day, label } = account;
  if (!isOverdue || day === undefined) return [nextExpirationOf(account, todayDay)];
  return [`The oldest unpaid invoice of ${label} was due on ${dayInWords(day)}, ${inDays(day - todayDay)}.`];
}

function invoiceEvidence(invoice: JsonObject): EvidenceSource {
  return {
    kind: "record",
    ref: { family: "invoices", record_key: cut(text(invoice, "invoice_key") ?? "", 128) },
    value: { due_on: text(invoice, "due_on") ?? null },
  };
}
