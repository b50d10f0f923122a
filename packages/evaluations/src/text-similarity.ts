import type { SimilarityMetric } from "@service/contract";
import { commonSubsequence } from "./common-subsequence.ts";
import { editDistance } from "./edit-distance.ts";
import { foldedText, tokensOf } from "./fold-text.ts";

/** The metrics that need no model. */
export type TextMetric = Exclude<SimilarityMetric, "embedding">;

/** How alike two strings are, 0 to 1, the same in both directions (EVAL-15). Two empty texts are alike. */
export function textSimilarity(metric: TextMetric, a: string, b: string): number {
  switch (metric) {
    case "token_f1":
      return sharedF1(tokensOf(a), tokensOf(b));
    case "rouge_l":
      return rougeL(tokensOf(a), tokensOf(b));
    case "levenshtein":
      return levenshtein(codePoints(foldedText(a)), codePoints(foldedText(b)));
    case "char_ngram":
      return sharedF1(trigrams(foldedText(a)), trigrams(foldedText(b)));
  }
}

/** Harmonic mean of precision and recall over two bags: each element counts as often as it stands in both. */
function sharedF1(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const left = new Map<string, number>();
  for (const item of a) left.set(item, (left.get(item) ?? 0) + 1);
  let shared = 0;
  for (const item of b) {
    const count = left.get(item) ?? 0;
    if (count === 0) continue;
    left.set(item, count - 1);
    shared += 1;
  }
  return (2 * shared) / (a.length + b.length);
}

/** ROUGE-L with equal weight of precision and recall: twice the common subsequence by both lengths. */
function rougeL(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const numbers = new Map<string, number>();
  const numbered = (tokens: readonly string[]): number[] =>
    tokens.map((token) => {
      const number = numbers.get(token) ?? numbers.size;
      numbers.set(token, number);
      return number;
    });
  return (2 * commonSubsequence(numbered(a), numbered(b))) / (a.length + b.length);
}

function levenshtein(a: readonly number[], b: readonly number[]): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : 1 - editDistance(a, b) / longer;
}

function codePoints(text: string): number[] {
  return Array.from(text, (char) => char.codePointAt(0) ?? 0);
}

/** Every three neighbouring characters; a shorter text is one gram of its own. */
function trigrams(text: string): string[] {
  const chars = [...text];
  if (chars.length === 0) return [];
  if (chars.length < 3) return [text];
  return chars.slice(2).map((char, index) => `${chars[index]}${chars[index + 1]}${char}`);
}
