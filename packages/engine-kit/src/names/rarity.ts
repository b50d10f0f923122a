import type { NameReading } from "./name-reading.ts";

/** Rarity of a word, 0 (in every name of a list) to 1 (in none). */
export type Idf = (word: string) => number;

/**
 * Rarity over a list of names, each given as its readings (NAME-16): `ln((N + 1) / (df + 1)) / ln(N + 1)`, `df` being
 * the names that hold the word.
 */
export function rarityIn(names: readonly (readonly NameReading[])[]): Idf {
  const frequencies = new Map<string, number>();
  for (const readings of names) {
    for (const word of new Set(readings.flatMap(({ words }) => words.map(({ text }) => text)))) {
      frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    }
  }
  const count = names.length;
  const scale = Math.log(count + 1);
  if (scale === 0) return () => 1;
  return (word) => Math.log((count + 1) / ((frequencies.get(word) ?? 0) + 1)) / scale;
}
