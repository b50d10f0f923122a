import { AnswerText } from "../../answer-text.ts";
import type { BookRow } from "../../book-source.ts";
import type { Ask } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { familyOf } from "../families.ts";
import { asOf, type LookedUp, lookedUp, placeOfField } from "../looked-up.ts";
import { means } from "../reading.ts";
import { coveringLines, isInForce } from "../selection/policy-lines.ts";
import { select, type Selection } from "../selection/select.ts";
import { memberText, valueInWords } from "../values.ts";
import { dayText } from "./lists.ts";
import { byNewestEnd } from "./prior-terms.ts";

/** Of the client's policies of the line the one that was in force last; undefined where the question names none. */
export async function lastTerm(ask: Ask, { family, where }: Selection): Promise<BookRow | undefined> {
  const isOfStatus = where["status"] !== undefined && where["billing"] === undefined && where["kind"] === undefined;
  if (family !== "policies" || !isOfStatus) return undefined;
  const [newest] = byNewestEnd(await termsBegun(ask));
  return newest;
}

/** "Has it lapsed": about the newest term, whatever terms before it have ended. */
export function asksWhetherEnded({ client, reading }: Ask, { family, fields }: Wanted): boolean {
  return (
    family === "policies" &&
    client !== undefined &&
    fields.length === 0 &&
    reading.isYesNo &&
    reading.lines.length === 1 &&
    reading.periods.length === 0 &&
    means(reading, "status", "expired", "cancelled", "non_renewed") &&
    !/\b(?:any|ever|policies|terms?)\b/iu.test(reading.core)
  );
}

export async function hasEnded(ask: Ask): Promise<LookedUp | undefined> {
  const [newest] = byNewestEnd(await termsBegun(ask));
  if (newest === undefined) return undefined;
  const isSo = means(ask.reading, "status", "expired")
    ? !isInForce(newest.fields, ask.book.asOf)
    : means(ask.reading, "status", memberText(newest.fields, "status"));
  const text = new AnswerText().add(`${isSo ? "Yes" : "No"}: ${asOf(ask.book).replace(/^A/, "a")}`);
  return lookedUp(addEnd(text, ask, newest).add("."), isSo);
}

/** The client's policies of the line, whatever became of them, but for those that are yet to begin. */
async function termsBegun(ask: Ask): Promise<readonly BookRow[]> {
  const { book, client, reading } = ask;
  const [lines] = reading.lines;
  if (client === undefined || lines === undefined || reading.lines.length > 1 || reading.periods.length > 0) return [];
  const meanings = reading.meanings.filter(({ kind }) => kind !== "status");
  const ofLine = { ...reading, lines: [coveringLines(lines)], meanings };
  const all = await select({ ...ask, reading: ofLine }, "policies", { isCurrent: false });
  if (all === undefined || all === "hidden") return [];
  return all.rows.filter(({ fields }) => dayText(fields["effective_on"]) <= book.asOf && fields["status"] !== "quoted");
}

/** When a policy was cancelled, or ended, or how long it is in force. */
export function addEnd(text: AnswerText, { book }: Ask, row: BookRow): AnswerText {
  const { fields } = row;
  const isCancelled = fields["status"] === "cancelled";
  const field = isCancelled && typeof fields["cancelled_on"] === "string" ? "cancelled_on" : "expires_on";
  const day = dayText(fields[field]);
  const title = familyOf("policies").title(fields);
  if (day === "" || book.hidden("policies").has(field))
    return text.cited(title, placeOfField(book, "policies", row, "status"));
  const verb = field === "cancelled_on" ? "was cancelled on" : day > book.asOf ? "is in force until" : "ended on";
  return text.cited(`${title} ${verb} ${valueInWords(field, day) ?? day}`, placeOfField(book, "policies", row, field));
}
