import { frameOf } from "./question-frame.ts";
import { means, type Reading } from "./reading.ts";
import { waysOfPayment } from "./ways-of-payment.ts";

/** A dollar sign on its own: `number and $`. */
const loneDollar = /\$+(?!\s?\d)/u;
const howMuch = /\bhow much\b(?! (?:time|longer|notice|of a))/iu;

/** "Number and amount", "# + $", "when and how much": the amount of the row is asked for beside something else (ANSWER-64). */
export function asksAmount({ core, words }: Reading): boolean {
  return (
    loneDollar.test(core) ||
    howMuch.test(core) ||
    words.some(({ stem, by, isAside }) => stem === "amount" && by === "plain" && isAside !== true)
  );
}

/** "Number and amount": the number that is written on the row, where no count is asked for. */
export function asksNumber(reading: Reading): boolean {
  return (
    !means(reading, "op", "count") &&
    reading.words.some(({ stem, by, isAside }) => stem === "number" && by === "plain" && isAside !== true)
  );
}

/** "Why", "how come", "for what reason". */
export function asksReason({ core }: Reading): boolean {
  return /\b(?:why|how come|reasons?|what made|explanation for)\b/iu.test(core);
}

/** "Paid plus reserve", "paid and reserved together": what a claim has cost in all. */
export function addsUp({ core }: Reading): boolean {
  return /\b(?:plus|together|combined|all[- ]in|total|sum|added|add|adding|altogether)\b/iu.test(core);
}

/** "When did they let us know", "what day was it phoned in": when the claim was reported. */
export function asksWhenReported(reading: Reading): boolean {
  return (
    frameOf(reading) === "when" &&
    /\b(?:(?:let|told|tell|call(?:ed)?|e-?mail(?:ed)?) (?:us|the (?:carrier|company|insurer|agency))\b|(?:call|phone|turn|hand|send|sent)(?:ed)? (?:it |this |that |the (?:claim|loss) )?in\b|file[ds]?\b|submit(?:ted)?\b|notif\w+|(?:hear|heard|learn(?:ed)?|find out|found out|aware|know|knew) (?:about|of)\b|put on notice)/iu.test(
      reading.core,
    )
  );
}

/** "Submission - sent on?": the day. */
export function asksSentOn({ core }: Reading): boolean {
  return /\b(?:sent|submitted) on\W*$/iu.test(core);
}

/** "How did they pay", "by check or by card": the way of payment. */
export function asksHowPaid({ core }: Reading): boolean {
  return /\bhow (?:did|do|does|was|were|is|has|have)\b(?! (?:much|many))/iu.test(core) || waysOfPayment.test(core);
}

/** "When do they have to pay it": by which day, and not when they did. */
export function asksUntilWhen(reading: Reading): boolean {
  return (
    means(reading, "status", "open", "unpaid", "overdue") ||
    /\b(?:have|has|had|need|needs|needed|supposed|must|expected|ought) (?:to )?(?:pay|be (?:paid|in)|settle)\b/iu.test(
      reading.core,
    )
  );
}

/** Whether an invoice has been paid, and neither when nor how much. */
export function asksWhetherPaid(reading: Reading): boolean {
  const isPaid = means(reading, "field", "paid", "pay") || means(reading, "status", "closed", "unpaid");
  return (
    isPaid &&
    !means(reading, "status", "overdue") &&
    frameOf(reading) === undefined &&
    !asksAmount(reading) &&
    (reading.isYesNo || /\?\s*$/u.test(reading.core)) &&
    !/\b(?:what|which|how|who|whose|date|day)\b/iu.test(reading.core)
  );
}
