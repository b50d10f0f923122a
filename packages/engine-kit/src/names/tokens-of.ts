import { readText } from "./read-text.ts";

/** Words of one name that are compared (NAME-1). */
export const nameWordsMax = 30;

/**
 * The words of a text without case and marks (NAME-4): `&` is "and", apostrophes and points join, a point between two
 * longer words and every other mark parts them. `text` is in Latin letters (`readText`).
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .toLowerCase()
    .replaceAll("&", " and ")
    .replace(/(?<=[a-z0-9]{2})\.(?=[a-z0-9]{2})/g, " ")
    .replace(/['`.]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
  return plain === "" ? [] : plain.split(" ");
}

/** The words of any text that is no name (a label, a city), in Latin letters, at most 30. */
export function tokensOf(written: string): string[] {
  return wordsOf(readText(written).spellings[0] ?? "").slice(0, nameWordsMax);
}

/** `tokensOf`, parted by one blank. */
export function normalizeName(written: string): string {
  return tokensOf(written).join(" ");
}
