import { type JsonObject, number } from "@service/json";
import { familyKeys } from "../codes.ts";
import { cents, code, day, inKeyOrder, sumOfCents } from "./row-fields.ts";

/** What the invoices of an account say about its payments. */
export type Billing = {
  readonly late12m: number;
  readonly overdueCents: number;
  /** Overdue invoices that state no amount. */
  readonly overdueUnknown: number;
  readonly oldestOverdueDay: number | undefined;
  readonly overdueInvoices: readonly JsonObject[];
};

/** Payments made late or unpaid after their day, within the last year; the unpaid balance, however old. */
export function readBilling(invoices: readonly JsonObject[] | undefined, todayDay: number): Billing {
  let late12m = 0;
  let overdueCents = 0;
  let overdueUnknown = 0;
  let oldestOverdueDay: number | undefined;
  const overdueInvoices: JsonObject[] = [];
  for (const invoice of inKeyOrder(invoices ?? [], familyKeys.invoices)) {
    const due = day(invoice, "due_on");
    const status = code(invoice, "status");
    if (due === undefined || due > todayDay || status === "void" || status === "cancelled") continue;
    const paid = day(invoice, "paid_on");
    const balance = cents(invoice, "balance");
    const isUnpaid = paid === undefined && status !== "paid" && (balance === undefined || balance > 0);
    const isOverdue = isUnpaid && due < todayDay;
    const daysLate = number(invoice, "days_late") ?? (paid === undefined ? 0 : paid - due);
    if (due > todayDay - 365 && (isOverdue || daysLate > 0)) late12m += 1;
    if (!isOverdue) continue;
    const owed = balance ?? cents(invoice, "amount");
    if (owed === undefined) overdueUnknown += 1;
    else overdueCents = sumOfCents(overdueCents, Math.max(0, owed));
    overdueInvoices.push(invoice);
    if (oldestOverdueDay === undefined || due < oldestOverdueDay) oldestOverdueDay = due;
  }
  return { late12m, overdueCents, overdueUnknown, oldestOverdueDay, overdueInvoices };
}
