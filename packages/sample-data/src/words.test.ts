import { expect, test } from "@jest/globals";
import { Random } from "./random.ts";
import { NameMaker } from "./words.ts";

test("names can be read aloud: no three vowels or three equal letters in a row, no vowel doubled that English does not double", () => {
  const names = new NameMaker(1, 6_000, 4_000);
  const random = new Random(1, "read");
  const made = Array.from({ length: 3_000 }, () => [names.person(random).full, names.business(random)]).flat();
  const words = made.flatMap((name) => name.split(" "));
  const isHard = (word: string): boolean => /[aeiou]{3}|([a-z])\1\1|aa|ii|uu/i.test(word);
  expect(words.filter((word) => !/^[A-Z][a-z]{2,17}$/.test(word) || isHard(word))).toEqual([]);
  expect(new Set(words).size).toBeGreaterThan(3_000);
});
