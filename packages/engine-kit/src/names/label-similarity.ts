import { foldToken } from "./fold-token.ts";
import { tokensOf } from "./tokens-of.ts";
import { similarities, slipSimilarity } from "./word-similarity.ts";

/** A label prepared for many comparisons, its words by falling weight. */
export type PreparedLabel = { readonly words: readonly LabelWord[] };

type LabelWord = { readonly text: string; readonly fold: string; readonly weight: number };

/** Weight of words that name nothing. */
const emptyWordWeight = 0.05;
const emptyWords: ReadonlySet<string> = new Set(["and", "or", "the", "of", "for", "to", "in"]);
/** What only the known label has counts a quarter. */
const leftFactor = 0.25;

/** Reads a label of a coverage or a field: unlike a name it has no titles and no legal forms (NAME-38). */
export function prepareLabel(label: string): PreparedLabel {
  const words = tokensOf(label).map((text) => ({
    text,
    fold: foldToken(text),
    weight: emptyWords.has(text) ? emptyWordWeight : 1,
  }));
  return { words: words.sort((a, b) => b.weight - a.weight) };
}

/** Similarity 0..1 of a stated label with a known one (NAME-38): each word with the most similar one left. */
export function labelSimilarity(stated: PreparedLabel, candidate: PreparedLabel): number {
  const left = new Set(candidate.words);
  let reached = 0;
  let possible = 0;
  for (const word of stated.words) {
    let best: LabelWord | undefined;
    let similarity = 0;
    for (const other of left) {
      const alike = wordSimilarity(word, other);
      if (alike > similarity) [best, similarity] = [other, alike];
    }
    if (best !== undefined) left.delete(best);
    reached += similarity * word.weight;
    possible += word.weight;
  }
  for (const { weight } of left) possible += leftFactor * weight;
  return possible === 0 ? 0 : reached / possible;
}

function wordSimilarity(a: LabelWord, b: LabelWord): number {
  return Math.max(slipSimilarity(a.text, b.text), similarities.fold * slipSimilarity(a.fold, b.fold));
}
