import { expect, test } from "@jest/globals";
import { PhraseTree } from "./phrase-tree.ts";

function foundIn(phrases: readonly string[], text: string): readonly string[] {
  const tree = new PhraseTree<string>();
  for (const phrase of phrases) tree.add(phrase, () => phrase);
  return [...tree.findIn(text)].map(({ at, end, found }) => `${text.slice(at, end)} = ${found}`);
}

test.each<[readonly string[], string, readonly string[]]>([
  [["fen mill", "fen"], "the fen mill and the fen.", ["fen mill = fen mill", "fen = fen"]],
  [["fen mill co"], "fen mills, fen mill company", []],
  [["48-739"], "no. 48-739, not 48-7390 or 148-739", ["48-739 = 48-739"]],
  [
    ["fen mill company"],
    "fen mill… and fen mill com… and fen mill cow…",
    ["fen mill… = fen mill company", "fen mill com… = fen mill company"],
  ],
  [["ärzte nord"], "die ärzte nord", ["ärzte nord = ärzte nord"]],
  [["a b c", "b"], "a b d", ["b = b"]],
  [[""], "anything", []],
  [
    ["the roof leaks since the storm of may"],
    "they say: the roof leaks since the sto",
    ["the roof leaks since the sto = the roof leaks since the storm of may"],
  ],
  [["the roof leaks"], "the roof", []],
])("%j in %j", (phrases, text, found) => {
  expect(foundIn(phrases, text)).toEqual(found);
});

test("many phrases that begin alike cost no more than one", () => {
  const tree = new PhraseTree<number>();
  for (let index = 0; index < 20_000; index += 1) tree.add(`harbor mill ${index} company`, () => index);
  const text = "the policy of harbor mill 7 company ends; harbor mill nowhere has none. ".repeat(20_000);
  expect([...tree.findIn(text)]).toHaveLength(20_000);
});
