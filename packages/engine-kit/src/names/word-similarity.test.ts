import { describe, expect, test } from "@jest/globals";
import { editDistance } from "./edit-distance.ts";
import { foldToken } from "./fold-token.ts";
import { type NameKind, type NameWord, WordBook } from "./name-word.ts";
import { slipSimilarity, wordSimilarity } from "./word-similarity.ts";

const book = new WordBook();
const similarityOf = (a: string, b: string, kind: NameKind): number => {
  const [left, right]: readonly [NameWord, NameWord] = [book.word(a, kind), book.word(b, kind)];
  expect(wordSimilarity(right, left)).toBe(wordSimilarity(left, right));
  return wordSimilarity(left, right);
};

test.each([
  ["schmidt", "smidt"],
  ["shmidt", "smidt"],
  ["achmed", "asmid"],
  ["chaikovsky", "kikovski"],
  ["tchaikovsky", "kikovski"],
  ["zacharov", "sakarov"],
  ["zakharov", "sakarov"],
  ["alexander", "aliksandir"],
  ["phillip", "vilip"],
  ["yuri", "iori"],
  ["youssouf", "iosov"],
  ["hannah", "hana"],
])("%s folds to a key of its sound (NAME-15)", (word, fold) => {
  expect(foldToken(word)).toBe(fold);
});

describe("similarity of two words", () => {
  test.each<[string, string, NameKind, number, string]>([
    ["zakharov", "zakharov", "person", 1, "equal (NAME-26)"],
    ["a", "aleksandr", "person", 0.8, "an initial (NAME-18)"],
    ["b", "aleksandr", "person", 0, "another initial (NAME-18)"],
    ["a", "acme", "organization", 0, "a letter of an organization is no initial (NAME-18)"],
    ["mohammed", "muhammad", "person", 0.95, "usual spellings (NAME-19)"],
    ["aleksandr", "alexander", "person", 0.95, "usual spellings (NAME-19)"],
    ["bob", "robert", "person", 0.85, "a nickname (NAME-20)"],
    ["bank", "banco", "organization", 0.95, "one trade (NAME-21)"],
    ["zacharov", "zakharov", "person", 0.93, "equal fold (NAME-22)"],
    ["tradng", "trading", "organization", 1 - (1 / 7) * 1.1, "a letter less (NAME-23)"],
    ["mejai", "mejia", "person", 1 - (1 / 5) * 1.1, "two letters swapped (NAME-23)"],
    ["li", "lo", "person", 0, "short words bear no slip (NAME-23)"],
    ["a320", "a321", "organization", 0, "numbers are equal or not (NAME-24)"],
    ["21", "21", "organization", 1, "numbers are equal or not (NAME-24)"],
  ])("%s and %s of a %s are %p: %s", (a, b, kind, similarity) => {
    expect(similarityOf(a, b, kind)).toBeCloseTo(similarity, 10);
  });

  test("slips cost more the more there are, and end at a quarter of the letters or three (NAME-23)", () => {
    expect(slipSimilarity("abcdefghijkl", "abcdefghijkx")).toBeCloseTo(1 - 1.1 / 12, 10);
    expect(slipSimilarity("abcdefghijkl", "abcdefghijxx")).toBeCloseTo(1 - (2 / 12) * 1.45, 10);
    expect(slipSimilarity("abcdefghijkl", "abcdefghixxx")).toBeCloseTo(1 - (3 / 12) * 1.8, 10);
    expect(slipSimilarity("abcdefghijkl", "abcdefghxxxx")).toBe(0);
    expect(slipSimilarity("abcdefg", "abcdexx")).toBe(0);
  });

  test.each([
    ["ab", "ba", 3, 1],
    ["abc", "", 3, 3],
    ["abcd", "abdc", 1, 1],
    ["abcdef", "fedcba", 2, 3],
    ["kitten", "sitting", 3, 3],
  ])("the distance of %j and %j is bounded by %d: %d", (a, b, max, distance) => {
    expect(editDistance(a, b, max)).toBe(distance);
  });
});
