import type { BookRow, BookSource } from "../book-source.ts";
import { wordsOf } from "../text/tokens.ts";
import type { Ask } from "./ask.ts";
import type { Reading } from "./reading.ts";
import { memberText } from "./values.ts";

/** The team or office of the agency whose name stands in the question; its words then mean nothing else (ANSWER-13). */
export async function findUnit(book: BookSource, reading: Reading): Promise<Ask["unit"]> {
  for (const family of ["teams", "offices"] as const) {
    if (!book.isReadable(family) || book.hidden(family).has("name")) continue;
    const { rows } = await book.rows(family, {});
    const named = ownWords(rows).flatMap(({ row, whole, own }) => {
      const [found] = [whole, own].flatMap((words) => {
        const at = placeOf(reading, words);
        return at < 0 ? [] : [{ row, at, length: words.length }];
      });
      return found === undefined ? [] : [found];
    });
    const [only] = named;
    if (only === undefined || named.length > 1) continue;
    for (const word of reading.words.slice(only.at, only.at + only.length)) word.by = family;
    return { family, row: only.row };
  }
  return undefined;
}

interface UnitName {
  readonly row: BookRow;
  readonly whole: readonly string[];
  /** Without the words that all of a family share: every office of an agency begins with the agency's name. */
  readonly own: readonly string[];
}

function ownWords(rows: readonly BookRow[]): readonly UnitName[] {
  const names = rows.map((row) => ({ row, words: wordsOf(memberText(row.fields, "name")) }));
  const isShared = (word: string): boolean => names.length > 1 && names.every(({ words }) => words.includes(word));
  return names.map(({ row, words }) => ({ row, whole: words, own: words.filter((word) => !isShared(word)) }));
}

/** Where the words stand one behind the other, with one among them that has no other meaning; -1: nowhere. */
function placeOf({ words }: Reading, own: readonly string[]): number {
  if (own.length === 0) return -1;
  return words.findIndex(
    (_, start) =>
      own.every((word, offset) => words[start + offset]?.word === word) &&
      words.slice(start, start + own.length).some(({ by }) => by === undefined),
  );
}
