import { describe, expect, test } from "@jest/globals";
import { labelSimilarity, prepareLabel } from "./label-similarity.ts";
import { nameScore } from "./name-score.ts";
import { readName } from "./read-name.ts";

const hostile: readonly (readonly [string, string])[] = [
  ["nothing", ""],
  ["blanks", "   "],
  ["300 characters", "x".repeat(300)],
  ["60 words", Array.from({ length: 60 }, (_, n) => `word${n}`).join(" ")],
  ["60 equal words", "limited ".repeat(60)],
  ["a title", "Dr."],
  ["only titles", "Dr. Prof. Sheikh Haji"],
  ["a legal form", "LLC"],
  ["only legal forms", "Company Limited LLC GmbH & Co. KG"],
  ["only particles", "al bin de la von"],
  ["only digits", "123 456"],
  ["only marks", "?!,.;:()[]{}"],
  ["emoji", "👑👩‍👩‍👧‍👦🚢"],
  ["right-to-left marks", "\u202e\u200f\u2067Acme\u2069\u200e"],
  ["half a surrogate pair", "Acme \ud83d"],
  ["look-alike letters", "\u0410\u0441m\u0435"],
  ["mixed scripts", "Acme Акме 习近平 محمد 도널드"],
  ["a comma at the start", ", Aleksandr Zakharov"],
  ["a comma at the end", "Aleksandr Zakharov,"],
  ["only commas", ",,,,,,"],
  ["a chain of other names", Array.from({ length: 40 }, (_, n) => `Pier${n}`).join(" a/k/a ")],
  ["a chain of nothing", "a/k/a ".repeat(50)],
  ["open brackets", "(".repeat(300)],
  ["nested brackets", `${"(".repeat(100)}x${")".repeat(100)}`],
  ["single letters", "a b c ".repeat(50)],
  ["a million characters", "ab ".repeat(330_000)],
  ["a million marks", "\u0301".repeat(1_000_000)],
];

describe("names that nobody is called (NAME-1)", () => {
  test.each(hostile)("%s neither throws nor takes long", (_, written) => {
    const startedAt = process.cpuUsage();
    for (const kind of ["person", "organization", "vessel", "unknown"] as const) {
      const read = readName(written, kind);
      expect(read.readings.length).toBeLessThanOrEqual(64);
      for (const { words } of read.readings) expect(words.length).toBeLessThanOrEqual(30);
      for (const [, other] of hostile) {
        const score = nameScore(read, readName(other.slice(0, 400), kind), () => 1);
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
    expect(process.cpuUsage(startedAt).user / 1000).toBeLessThan(20_000);
  });

  test("a name equals itself whatever it is made of, unless it cannot be searched (NAME-55)", () => {
    for (const [, written] of hostile) {
      for (const kind of ["person", "organization"] as const) {
        const read = readName(written, kind);
        expect(nameScore(read, read, () => 1)).toBe(read.readings.some(({ isUsable }) => isUsable) ? 1 : 0);
      }
    }
  });
});

describe("labels (NAME-38)", () => {
  test.each([
    ["Each Occurrence", "each occurrence", 1],
    ["Damage to Rented Premises", "Damage of rented premises", 3 / (3.05 + 0.25 * 0.05)],
    ["Business Income", "Business Income and Extra Expense", 2 / (2 + 0.25 * 2.05)],
    ["", "Business Income", 0],
  ])("%j against %j", (stated, candidate, similarity) => {
    expect(labelSimilarity(prepareLabel(stated), prepareLabel(candidate))).toBeCloseTo(similarity, 2);
  });
});
