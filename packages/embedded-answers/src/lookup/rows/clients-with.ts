import { pluralOf } from "@service/engine-kit";
import { byText } from "@service/json";
import { AnswerText } from "../../answer-text.ts";
import type { BookFamily, BookRow, BookSource } from "../../book-source.ts";
import { type Ask, nameOf } from "../ask.ts";
import { countInWords, familyOf } from "../families.ts";
import { asOf, type LookedUp, lookedUp, placeOfField, placeOfRows } from "../looked-up.ts";
import { means } from "../reading.ts";
import { select, type Selection } from "../selection/select.ts";
import { clientOf } from "./referred.ts";
import { rowsMax } from "./wording.ts";

/** Clients with such rows; of policies those in force, and "without" means with others in force and none of these. */
export async function clientsWith(ask: Ask, family: BookFamily): Promise<LookedUp | "hidden" | undefined> {
  const { book, reading } = ask;
  const selection = await select(ask, family, { isCurrent: true });
  if (selection === undefined || selection === "hidden") return selection;
  const having = await clientsOfEach(ask, selection);
  let keys = having;
  if (reading.isNegated && family !== "policies") return undefined;
  if (reading.isNegated) {
    const others = await select({ ...ask, reading: { ...reading, lines: [] } }, "policies", { isCurrent: true });
    if (others === undefined || others === "hidden") return others;
    const without = new Set(clientsOf(others));
    for (const key of having) without.delete(key);
    keys = [...without];
  }
  const isBoth = reading.lines.length > 1 && !/\bor\b/iu.test(reading.core);
  const before = isBoth ? selection.before.map((words) => words.replaceAll(" or ", " and ")) : selection.before;
  const policies = [...before, pluralOf(familyOf(family).noun), ...selection.behind].join(" ");
  const phrase = `${countInWords(keys.length, "", "client")} with ${reading.isNegated ? `other policies in force and no ${policies}` : policies}`;
  const where = reading.isNegated ? { without: selection.where } : selection.where;
  const place = (quote: string) =>
    placeOfRows(
      book,
      reading.isNegated ? "accounts" : family,
      { where, count: reading.isNegated ? keys.length : selection.rows.length },
      quote,
    );
  const text = new AnswerText()
    .add(`${asOf(book)}there ${keys.length === 1 ? "is" : "are"} `)
    .cited(phrase, place(phrase));
  if (means(reading, "op", "count")) return lookedUp(text.add("."), keys.length);
  const names = await namesOf(book, keys);
  if (names.length > 0) text.add(": ");
  for (const [index, { name, row }] of names.slice(0, rowsMax).entries()) {
    if (index > 0) text.add("; ");
    text.cited(name, placeOfField(book, "accounts", row, "name", name));
  }
  if (names.length > rowsMax)
    text.add("; and ").cited(`${names.length - rowsMax} more`, place(`${phrase}, ${names.length - rowsMax} more`));
  return lookedUp(
    text.add("."),
    names.map(({ name }) => name),
  );
}

/** With "cyber and umbrella" whoever has both. */
async function clientsOfEach(ask: Ask, selection: Selection): Promise<readonly string[]> {
  const { reading } = ask;
  const own = clientsOf(selection);
  if (selection.family !== "policies" || reading.lines.length < 2 || /\bor\b/iu.test(reading.core)) return own;
  let keys = own;
  for (const lines of reading.lines) {
    const ofLine = await select({ ...ask, reading: { ...reading, lines: [lines] } }, "policies", { isCurrent: true });
    const having = new Set(ofLine === undefined || ofLine === "hidden" ? [] : clientsOf(ofLine));
    keys = keys.filter((key) => having.has(key));
  }
  return keys;
}

function clientsOf({ rows }: Selection): readonly string[] {
  return [...new Set(rows.flatMap((row) => clientOf(row) ?? []))];
}

async function namesOf(
  book: BookSource,
  keys: readonly string[],
): Promise<readonly { readonly name: string; readonly row: BookRow }[]> {
  const names: { readonly name: string; readonly row: BookRow }[] = [];
  for (const key of keys.slice(0, 200)) {
    const row = await book.row("accounts", key);
    const name = row === undefined ? undefined : nameOf({ client: row });
    if (row !== undefined && name !== undefined) names.push({ name, row });
  }
  return names.toSorted(
    (left, right) => byText(left.name.toLowerCase(), right.name.toLowerCase()) || byText(left.row.key, right.row.key),
  );
}
