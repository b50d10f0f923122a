import { capitalized } from "@service/engine-kit";
import { dateInWords, isJsonObject, type Json, type JsonObject } from "@service/json";
import type { Citation } from "../answer.ts";
import type { AnswerText } from "../answer-text.ts";
import type { BookFamily, BookRow, BookSource } from "../book-source.ts";
import { familyOf, fieldLabel } from "./families.ts";
import { quotedValue } from "./values.ts";

/** What a look-up found: an answer, or a question back. */
export interface LookedUp {
  readonly method: "lookup" | "declined";
  readonly text: string;
  readonly citations: readonly Citation[];
  /** The value that was asked for, for an answer in JSON; undefined where it is not one value. */
  readonly value?: Json | undefined;
}

/** Where the words of an answer come from, for `AnswerText.cited`. */
type Place = Pick<Citation, "source" | "quote">;

/** A field of a row. */
export function placeOfField(book: BookSource, family: BookFamily, row: BookRow, field: string, shown?: string): Place {
  const title = capitalized(familyOf(family).title(row.fields));
  const value = shown ?? quotedValue(field, memberAt(row.fields, field));
  // What is cited is the field that a reader finds the value in.
  const cited = field === "carrier_name" ? (row.carrierFrom ?? field) : field;
  return {
    source: {
      kind: "records",
      ref: { connection_id: book.connectionId, family, key: row.key, field: cited },
      title,
      locator: cited,
    },
    quote: `${title}. ${capitalized(fieldLabel(field))}: ${value}. ${asOfQuoted(book)}`,
  };
}

/** A row as a whole. */
export function placeOfRow(book: BookSource, family: BookFamily, row: BookRow, quote: string): Place {
  return {
    source: {
      kind: "records",
      ref: { connection_id: book.connectionId, family, key: row.key },
      title: capitalized(familyOf(family).title(row.fields)),
      locator: null,
    },
    quote: `${quote}. ${asOfQuoted(book)}`,
  };
}

/** Several rows together: a count, a sum or a list. */
export function placeOfRows(
  book: BookSource,
  family: BookFamily,
  { where, count }: { readonly where: JsonObject; readonly count: number },
  quote: string,
): Place {
  return {
    source: {
      kind: "records",
      ref: { connection_id: book.connectionId, family, where, count },
      title: capitalized(family),
      locator: null,
    },
    quote: `${capitalized(quote)}. ${asOfQuoted(book)}`,
  };
}

function asOfQuoted({ asOf }: BookSource): string {
  return `As of ${dateInWords(asOf)} (${asOf})`;
}

/** Begins every sentence about the book: it is true of the day of its snapshot. */
export function asOf(book: BookSource): string {
  return `As of ${dateInWords(book.asOf)}, `;
}

/** Whether the policy hides a field, or the object of which a member is named: `values.building`. */
export function isHidden(hidden: ReadonlyMap<string, unknown>, path: string): boolean {
  return hidden.has(path.split(".")[0] ?? path);
}

/** The value at a field, or at a member of an object: `values.building`. */
export function memberAt(fields: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = fields;
  for (const part of path.split(".")) {
    if (value === undefined || !isJsonObject(value)) return undefined;
    value = value[part];
  }
  return value;
}

export function lookedUp(text: AnswerText, value?: Json): LookedUp {
  return { method: "lookup", ...text.end(), value };
}
