import { describe, expect, test } from "@jest/globals";
import { asJsonObject, isJson, parseJsonObject } from "./json.ts";

const circleless = { list: [1, "two", true, null, { deep: [] }], none: {} };

describe("a value of unknown origin", () => {
  test.each([null, 0, -1.5, "", "text", false, [], {}, circleless, Object.create(null)])("is JSON: %j", (value) => {
    expect(isJson(value)).toBe(true);
  });

  test.each([
    ["undefined", undefined],
    ["an undefined member", { a: undefined }],
    ["a hole", [undefined]],
    ["a function deep inside", { a: [{ b: () => 1 }] }],
    ["a bigint", [1n]],
    ["infinity", { a: Number.POSITIVE_INFINITY }],
    ["a date", { a: new Date(0) }],
    ["a map", new Map()],
  ])("is no JSON: %s", (_what, value) => {
    expect(isJson(value)).toBe(false);
    expect(() => asJsonObject(value)).toThrow(TypeError);
  });

  test("may be as deep as it likes", () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(isJson(deep)).toBe(true);
  });
});

test("a text is parsed as an object, or refused", () => {
  expect(parseJsonObject('{"a":[1]}')).toEqual({ a: [1] });
  for (const text of ["[]", "null", "1", "", "{"]) expect(() => parseJsonObject(text)).toThrow(SyntaxError);
});
