import { expect, test } from "@jest/globals";
import { InsuredNameReader } from "./read-insured-name.ts";

test.each([
  ["Quarry Lane Millwork LLC", ["quarrylanemillwork"]],
  ["Quarry Lane Millwork, L.L.C.", ["quarrylanemillwork"]],
  ["Quarry Lane Millwork Limited Liability Company", ["quarrylanemillwork"]],
  ["The Quarry & Lane Co., Inc.", ["quarrylane"]],
  ["JRM Holdings LLC dba Blue Fin Dining", ["bluefindining", "jrmholdings"]],
  ["Spago (Los Angeles)", ["spago", "spagolosangeles"]],
  ["O'Brien's Grill", ["obriensgrill"]],
  ["Dr. Jane Roe, DDS", ["drjaneroedds", "janeroe"]],
  ["Roe, Jane", ["janeroe", "roejane"]],
  ["The", ["the"]],
  ["!!!", []],
])("%s is known as %j (TRI-79)", (written, names) => {
  const forms = new InsuredNameReader().read(written);
  expect(forms.map(({ joined }) => joined).sort()).toEqual(names);
});

test("at most four names of 15 words each are compared", () => {
  const forms = new InsuredNameReader().read(
    Array.from({ length: 9 }, (_, index) => `Firm ${"word ".repeat(20)}${index}`).join(" dba "),
  );
  expect(forms.length).toBeLessThanOrEqual(4);
  expect(Math.max(...forms.map(({ words }) => words.length))).toBeLessThanOrEqual(15);
});
