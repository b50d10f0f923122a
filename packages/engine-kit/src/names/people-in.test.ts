import { expect, test } from "@jest/globals";
import { peopleIn } from "./people-in.ts";

test.each<[string, readonly string[]]>([
  ["John Smith", []],
  ["John and Mary Smith", ["John Smith", "Mary Smith"]],
  ["Smith, John & Dovar, Ilva", ["Smith, John", "Dovar, Ilva"]],
  ["Ilva Dovar/Jonas Kelm", ["Ilva Dovar", "Jonas Kelm"]],
  // How they hold is nobody.
  ["John Smith & wife", ["John Smith"]],
  ["John Smith and Mary Smith, JTWROS", ["John Smith", "Mary Smith"]],
  ["John Smith and Mary Smith h/w", ["John Smith", "Mary Smith"]],
  // Nobody is named by a number or by kinship alone.
  ["John Smith and two sons", ["John Smith"]],
  ["John Smith and his brother", ["John Smith"]],
  ["John Smith and 3 others", ["John Smith"]],
  ["Ilva Dovar and children & Jonas Kelm", ["Ilva Dovar", "Jonas Kelm"]],
  // A word for kinship before a name is no part of it.
  ["John Smith and wife Mary", ["John Smith", "Mary Smith"]],
  ["John Smith and his brother Jonas Kelm", ["John Smith", "Jonas Kelm"]],
  ["Ilva Dovar and husband, Jonas Dovar", ["Ilva Dovar", "Jonas Dovar"]],
  // One person under two names.
  ["Mary Smith nee Jones", ["Mary Smith", "Mary Jones"]],
  ["Tan Nee Hock", []],
])("the people of %j are %j (NAME-58, NAME-60)", (text, people) => {
  expect(peopleIn(text)).toEqual({ texts: [text, ...people], isCut: false });
});

test("whoever comes behind eight people is left out, and the answer states it (NAME-1)", () => {
  const names = Array.from({ length: 9 }, (_, index) => `Ilva Dovar${"abcdefghi"[index] ?? ""}`);
  const { texts, isCut } = peopleIn(names.join(" & "));
  expect(texts.slice(1)).toEqual(names.slice(0, 8));
  expect(isCut).toBe(true);
});
