import { describe, expect, test } from "@jest/globals";
import { commonSubsequence } from "./common-subsequence.ts";
import { editDistance } from "./edit-distance.ts";
import { textSimilarity, type TextMetric } from "./text-similarity.ts";

describe("similarity of texts, by hand (EVAL-15)", () => {
  test.each<[TextMetric, string, string, number]>([
    // Words the, policy, ends on each side twice and once: shared 3 of 4 and 3 words, 2·3 / 7.
    ["token_f1", "The policy ends Friday", "the policy ends", 6 / 7],
    // A bag: "a a b" and "a b b" share a and b, 2·2 / 6.
    ["token_f1", "a a b", "a b b", 4 / 6],
    // NFKC and lower case: the ligature and full width letters are the plain ones; a hyphen divides.
    ["token_f1", "Oﬃce-ＡＢ", "office ab", 1],
    ["token_f1", "one", "two", 0],
    ["token_f1", "", "", 1],
    ["token_f1", "", "word", 0],
    // Longest common subsequence of a b c d and a c b d: 3 words, 2·3 / 8.
    ["rouge_l", "a b c d", "a c b d", 6 / 8],
    ["rouge_l", "d c b a", "a b c d", 2 / 8],
    ["rouge_l", "", "", 1],
    // kitten to sitting: three edits of seven characters.
    ["levenshtein", "kitten", "sitting", 1 - 3 / 7],
    ["levenshtein", "  Two   words ", "two words", 1],
    ["levenshtein", "", "", 1],
    ["levenshtein", "abc", "", 0],
    // nig igh ght and nac ach cht: none shared; night and nigh share nig igh: 2·2 / (3 + 2).
    ["char_ngram", "night", "nacht", 0],
    ["char_ngram", "night", "nigh", 4 / 5],
    ["char_ngram", "ab", "AB", 1],
    ["char_ngram", "ab", "abc", 0],
  ])("%s of %j and %j", (metric, a, b, expected) => {
    expect(textSimilarity(metric, a, b)).toBeCloseTo(expected, 12);
    expect(textSimilarity(metric, b, a)).toBeCloseTo(expected, 12);
  });

  test("compares the first 20,000 characters and nothing behind them (EVAL-15)", () => {
    const start = "x".repeat(20_000);
    expect(textSimilarity("levenshtein", `${start}aaaa`, `${start}bbbb`)).toBe(1);
    expect(textSimilarity("levenshtein", `${start.slice(1)}a`, `${start.slice(1)}b`)).toBeCloseTo(1 - 1 / 20_000, 12);
    expect(textSimilarity("rouge_l", "a ".repeat(10_001), "b ".repeat(10_000))).toBe(0);
  });
});

/** Small numbers that follow from a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}

test("the bit-parallel distance and subsequence are those of the tables by definition", () => {
  const random = randomOf(7);
  for (let round = 0; round < 300; round += 1) {
    const sequence = () => Array.from({ length: Math.floor(random() * 100) }, () => Math.floor(random() * 5));
    const [a, b] = [sequence(), sequence()];
    expect(editDistance(a, b)).toBe(distanceByTable(a, b));
    expect(commonSubsequence(a, b)).toBe(subsequenceByTable(a, b));
  }
});

function distanceByTable(a: readonly number[], b: readonly number[]): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, item] of a.entries()) {
    const current = [row + 1];
    for (const [column, facing] of b.entries())
      current.push(
        Math.min(
          (previous[column] ?? 0) + (item === facing ? 0 : 1),
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
        ),
      );
    previous = current;
  }
  return previous[b.length] ?? 0;
}

function subsequenceByTable(a: readonly number[], b: readonly number[]): number {
  let previous = b.map(() => 0);
  for (const item of a) {
    const current: number[] = [];
    for (const [column, facing] of b.entries())
      current.push(
        item === facing ? (previous[column - 1] ?? 0) + 1 : Math.max(previous[column] ?? 0, current[column - 1] ?? 0),
      );
    previous = current;
  }
  return previous[b.length - 1] ?? 0;
}
