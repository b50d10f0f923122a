import { expect, test } from "@jest/globals";
import { compileSchema } from "./schema-validation.ts";
import { closed, eachOf, integerSchema, keySchema, naicsSchema, namesOf, stateSchema } from "./schema-builders.ts";
import type { Written } from "./shape.ts";

test("states are two capital letters, NAICS codes 2 to 6 digits, keys 1 to 128 characters (TYPE-17)", () => {
  const accepted = (schema: Parameters<typeof compileSchema>[0], values: readonly string[]): string[] => {
    const check = compileSchema(schema);
    return values.filter((value) => check(value).length === 0);
  };
  expect(accepted(stateSchema(), ["OH", "oh", "O", "OHI", "1A"])).toEqual(["OH"]);
  expect(accepted(naicsSchema(), ["23", "238160", "2", "2381600", "23a"])).toEqual(["23", "238160"]);
  expect(accepted(keySchema(), ["a", "A.b_c:d-9", "k".repeat(128), "k".repeat(129), "", "a b", "ä"])).toEqual([
    "a",
    "A.b_c:d-9",
    "k".repeat(128),
  ]);
});

test("members of one schema for a closed list of names: no other name is valid or compiles", () => {
  const weights = closed(eachOf(["price", "terms"], integerSchema(0, 9)), ["price"]);
  const written: Written<typeof weights> = { price: 3 };
  const check = compileSchema(weights);
  expect([check(written), check({ terms: 1 }).length, check({ price: 1, charm: 1 }).length]).toEqual([[], 1, 1]);
  // @ts-expect-error -- a name outside the list
  const unknown: Written<typeof weights> = { price: 3, charm: 1 };
  expect(check(unknown)).toHaveLength(1);
});

test("an object that requires all its members: each one is there for the compiler", () => {
  const members = { low: integerSchema(0, 9), high: integerSchema(0, 9) };
  const range = closed(members, namesOf(members));
  const check = compileSchema(range);
  const written: Written<typeof range> = { low: 1, high: 2 };
  // @ts-expect-error -- a required member is missing
  const incomplete: Written<typeof range> = { low: 1 };
  expect([check(written), check(incomplete).length]).toEqual([[], 1]);
});
