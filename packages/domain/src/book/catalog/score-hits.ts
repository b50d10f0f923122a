/** A word of a search in the title of a row. */
export interface WordHit {
  /** Position in the search. */
  readonly word: number;
  readonly key: string;
  /** How often the title has it. */
  readonly count: number;
  /** Words of the title. */
  readonly length: number;
  /** The title has the word itself, and not only one that begins with it. */
  readonly isWhole: boolean;
}

/** The usual constants of BM25: how soon repetitions stop to count, and how much the length of a title does. */
const k1 = 1.2;
const b = 0.75;
/** A word that is only begun counts half. */
const begunWeight = 0.5;

/** Scores of rows by BM25 over their hits; `rows` is how many the dataset has (CAT-20). */
export function scoreHits(hits: readonly WordHit[], rows: number): { readonly key: string; readonly score: number }[] {
  const byWord = new Map<number, Map<string, { count: number; length: number }>>();
  let lengths = 0;
  for (const { word, key, count, length, isWhole } of hits) {
    const found = byWord.get(word) ?? new Map<string, { count: number; length: number }>();
    byWord.set(word, found);
    const before = found.get(key)?.count ?? 0;
    found.set(key, { count: before + count * (isWhole ? 1 : begunWeight), length });
    lengths += length;
  }
  const usualLength = hits.length === 0 ? 1 : lengths / hits.length;
  const scores = new Map<string, number>();
  for (const found of byWord.values()) {
    const rarity = Math.log(1 + (Math.max(rows, found.size) - found.size + 0.5) / (found.size + 0.5));
    for (const [key, { count, length }] of found) {
      const weight = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / usualLength));
      scores.set(key, (scores.get(key) ?? 0) + rarity * weight);
    }
  }
  return [...scores].map(([key, score]) => ({ key, score: Math.round(score * 10_000) / 10_000 }));
}
