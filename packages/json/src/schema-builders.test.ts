import { expect, test } from "@jest/globals";
import { compileSchema } from "./schema-validation.ts";
import { keySchema, naicsSchema, stateSchema } from "./schema-builders.ts";

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
