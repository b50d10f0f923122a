import { capitalized, moneyInWords } from "@service/engine-kit";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import { type Ask, ofClient } from "../ask.ts";
import type { Wanted } from "../wanted/wanted.ts";
import { countInWords, familyOf, fieldLabel } from "../families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfField, placeOfRows } from "../looked-up.ts";
import { means, unexplained } from "../reading.ts";
import { rolesOfAgency } from "../selection/conditions.ts";
import type { Selection } from "../selection/select.ts";
import { isMoney } from "../values.ts";
import { addEnd } from "./ended-terms.ts";
import { phraseOf, placeOfSelection, subjectOf } from "./wording.ts";

/** Nothing of the question compares rows. */
export function isUnnarrowed({ reading, carrier, colleague, unit }: Ask): boolean {
  const { lines, states, periods, bound } = reading;
  return (
    lines.length + states.length + periods.length === 0 &&
    bound === undefined &&
    carrier === undefined &&
    colleague === undefined &&
    unit === undefined &&
    rolesOfAgency(reading).length === 0 &&
    unexplained(reading).length === 0 &&
    !means(reading, "status") &&
    !/\bquoted\b/iu.test(reading.core) &&
    !means(reading, "field", "producer", "servicer", "appointed", "rating", "admitted_states") &&
    !means(reading, "role") &&
    !means(reading, "kind")
  );
}

/** A whole family, counted by the source however large it is. */
export async function countedAll(ask: Ask, family: BookFamily): Promise<LookedUp | undefined> {
  if (!ask.book.isReadable(family)) return undefined;
  const count = await ask.book.countAll(family);
  const phrase = `${countInWords(count, "", familyOf(family).noun)}${count === 0 ? " (0)" : ""}`;
  const text = new AnswerText().add(`${asOf(ask.book)}there ${count === 1 ? "is" : "are"} `);
  return lookedUp(
    text.cited(phrase, placeOfRows(ask.book, family, { where: {}, count }, `${phrase}: ${count}`)).add("."),
    count,
  );
}

/**
 * Nothing is there: the rows that were looked for are counted, so that a caller can look as well.
 * @param last the policy of the line that was in force last: how it ended is said as well.
 */
export function absent(ask: Ask, selection: Selection, last?: BookRow): LookedUp | undefined {
  const phrase = phraseOf(selection, 0);
  const isYesNo = ask.reading.isYesNo;
  if (
    !isYesNo &&
    ask.client === undefined &&
    selection.where["status"] === undefined &&
    Object.keys(selection.where).length === 0
  )
    return undefined;
  const text = new AnswerText().add(
    `${isYesNo ? `No: ${asOf(ask.book).replace(/^A/, "a")}` : asOf(ask.book)}${subjectOf(ask, 0)} `,
  );
  text.cited(phrase, placeOfSelection(ask, selection, `${phrase}${ofClient(ask)}: 0 rows`));
  if (last !== undefined) addEnd(text.add("; "), ask, last);
  return lookedUp(text.add("."), isYesNo ? false : []);
}

export function summed(
  ask: Ask,
  selection: Selection,
  { family, fields }: Wanted,
  kind: "sum" | "average",
): LookedUp | "hidden" | undefined {
  const field = fields.find(isMoney) ?? familyOf(family).amount;
  if (field === undefined) return undefined;
  if (ask.book.hidden(family).has(field)) return "hidden";
  const amounts = selection.rows.flatMap(({ fields: held }) => {
    const value = memberAt(held, field);
    return typeof value === "number" ? [value] : [];
  });
  if (amounts.length === 0 && (selection.rows.length > 0 || kind === "average")) return undefined;
  if (selection.rows.length === 0 && ask.client !== undefined && family !== "claims" && family !== "invoices")
    return undefined;
  // Whole cents: the order in which numbers are added must not show.
  const cents = amounts.reduce((sum, value) => sum + Math.round(value * 100), 0);
  const value = kind === "sum" ? cents / 100 : Math.round(cents / Math.max(1, amounts.length)) / 100;
  const words = moneyInWords(value);
  const phrase = phraseOf(selection, selection.rows.length);
  // "Do they owe us anything" is answered as well.
  const isOwed = ask.reading.isYesNo && field === "balance" && kind === "sum";
  const opening = isOwed ? `${cents > 0 ? "Yes" : "No"}: ${asOf(ask.book).replace(/^A/, "a")}` : asOf(ask.book);
  const text = new AnswerText().add(
    `${opening}the ${kind === "sum" ? "total" : "average"} ${fieldLabel(field).replace(/^total /, "")} of ${phrase}${ofClient(ask)} is `,
  );
  const quote = `${kind === "sum" ? "Total" : "Average"} ${fieldLabel(field)} of ${phrase}${ofClient(ask)}: ${words}`;
  text.cited(words, placeOfSelection(ask, selection, quote));
  // The sum of one row is its own amount.
  const [only, ...others] = selection.rows;
  if (only !== undefined && others.length === 0 && family !== "policies") {
    const title = familyOf(family).title(only.fields);
    text
      .add(" (")
      .cited(title, placeOfField(ask.book, family, only, field, `${capitalized(title)}: ${fieldLabel(field)} ${words}`))
      .add(")");
  }
  return lookedUp(text.add("."), value);
}
