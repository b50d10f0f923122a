import type { JsonObject } from "@service/json";
import { type Ask, nameOf } from "../ask.ts";
import { countInWords, familyOf } from "../families.ts";
import { placeOfRows } from "../looked-up.ts";
import type { Selection } from "../selection/select.ts";

/** Rows that one sentence names. */
export const rowsMax = 12;

export function whereOf({ client }: Ask): JsonObject {
  return client === undefined ? {} : { client_key: client.key };
}

/** `3 open claims`, with what narrows them. */
export function phraseOf({ family, before, behind }: Selection, count: number): string {
  const noun = countInWords(count, before.join(" "), familyOf(family).noun);
  return [noun, ...behind].join(" ");
}

export function subjectOf(ask: Ask, count: number): string {
  const name = nameOf(ask);
  return name === undefined ? `there ${count === 1 ? "is" : "are"}` : `${name} has`;
}

export function placeOfSelection(ask: Ask, { family, rows, where }: Selection, quote: string) {
  return placeOfRows(ask.book, family, { where, count: rows.length }, quote);
}
