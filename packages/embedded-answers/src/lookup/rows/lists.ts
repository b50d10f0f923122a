import { capitalized } from "@service/engine-kit";
import { byText, type Json } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily, BookRow } from "../../book-source.ts";
import { type Ask, ofClient } from "../ask.ts";
import { familyOf, fieldLabel } from "../families.ts";
import { asOf, type LookedUp, lookedUp, memberAt, placeOfRow } from "../looked-up.ts";
import type { Selection } from "../selection/select.ts";
import { clientOf, nameOfClient, referredTo } from "./referred.ts";
import { phraseOf, placeOfSelection, rowsMax, subjectOf } from "./wording.ts";

/** @param rankedBy the rows are the first ones by this field, in their order. */
export async function listed(ask: Ask, selection: Selection, opening: string, rankedBy?: string): Promise<LookedUp> {
  const { book } = ask;
  const { family, rows } = selection;
  const phrase = phraseOf(selection, rows.length);
  const start = opening === "" ? asOf(book) : `${opening}${asOf(book).replace(/^A/, "a")}`;
  const text = new AnswerText()
    .add(`${start}${subjectOf(ask, rows.length)} `)
    .cited(phrase, placeOfSelection(ask, selection, `${phrase}${ofClient(ask)}`))
    .add(": ");
  const shown = [...new Set([...(rankedBy === undefined ? [] : [rankedBy]), ...familyOf(family).shown])].filter(
    (field) => !book.hidden(family).has(field),
  );
  const ordered = rankedBy === undefined ? ordering(selection) : rows;
  for (const [index, row] of ordered.slice(0, rowsMax).entries()) {
    const details: string[] = [];
    for (const field of shown) {
      const words = await referredTo(book, field, memberAt(row.fields, field));
      if (words !== undefined) details.push(`${fieldLabel(field)} ${words}`);
    }
    const title = await titleOf(ask, family, row);
    const words = details.length === 0 ? title : `${title} (${details.join(", ")})`;
    if (index > 0) text.add("; ");
    text.cited(words, placeOfRow(book, family, row, capitalized(words)));
  }
  if (rows.length > rowsMax)
    text
      .add("; and ")
      .cited(
        `${rows.length - rowsMax} more`,
        placeOfSelection(ask, selection, `${rows.length} rows, ${rows.length - rowsMax} more`),
      );
  return lookedUp(text.add("."), opening === "" ? ordered.map(({ fields }) => familyOf(family).title(fields)) : true);
}

/** What a row is called, with its client where the question is about nobody. */
export async function titleOf({ book, client }: Ask, family: BookFamily, row: BookRow): Promise<string> {
  const name = client === undefined && family !== "accounts" ? await nameOfClient(book, clientOf(row)) : undefined;
  return `${familyOf(family).title(row.fields)}${name === undefined ? "" : ` of ${name}`}`;
}

/** So many rows are named where they are counted. */
const namedMax = 3;

/** How many rows there are; few ones are named as well. */
export async function counted(ask: Ask, selection: Selection): Promise<LookedUp> {
  const count = selection.rows.length;
  const phrase = phraseOf(selection, count);
  const figure = count === 0 ? `${phrase} (0)` : phrase;
  const text = new AnswerText().add(`${asOf(ask.book)}${subjectOf(ask, count)} `);
  text.cited(figure, placeOfSelection(ask, selection, `${figure}${ofClient(ask)}`));
  for (const [index, row] of (count <= namedMax ? ordering(selection) : []).entries()) {
    const title = await titleOf(ask, selection.family, row);
    text.add(index === 0 ? ": " : ", ").cited(title, placeOfRow(ask.book, selection.family, row, capitalized(title)));
  }
  return lookedUp(text.add("."), count);
}

/** By the family's day where it has one, the newest first of what was, the nearest first of what comes; else by title. */
function ordering({ family, rows }: Selection): readonly BookRow[] {
  const { day } = familyOf(family);
  const isNewestFirst = ["claims", "activities", "documents", "payments"].includes(family);
  return rows.toSorted((left, right) => {
    const [a, b] =
      day === undefined ? ["", ""] : [dayText(memberAt(left.fields, day)), dayText(memberAt(right.fields, day))];
    return (
      (isNewestFirst ? byText(b, a) : byText(a, b)) ||
      byText(familyOf(family).title(left.fields), familyOf(family).title(right.fields)) ||
      byText(left.key, right.key)
    );
  });
}

export function dayText(value: Json | undefined): string {
  return typeof value === "string" ? value.slice(0, 10) : "";
}
