import { describe, expect, test } from "@jest/globals";
import { parseJsonRow } from "./json-row.ts";

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

test.each([
  '{"a":1,"b":[{"a":1},{"a":2}],"c":{"a":null}}',
  '{ "a" : ":" , "b:" : "\\":" , "c\\\\" : "\\\\" , "d" : "\\\\\\":" }',
  '{"n":-0.5e-3,"big":9007199254740991,"long":"12345678901234567890"}',
  "{}",
])("%s is read as it is", (text) => {
  expect(parseJsonRow(text)).toEqual({ kind: "row", value: JSON.parse(text) });
});

describe("refused is what would be changed without a word (FILE-43)", () => {
  test.each([
    ['{"a":1,"a":2}', "has a member twice in one object"],
    ['{"b":[{"a":1,"a" : 1}]}', "has a member twice in one object"],
    ['{"a":1,"\\u0061":2}', "has a member twice in one object"],
    ['{"a":{"__proto__":1}}', "has a member named __proto__, which cannot be read"],
    ['{"\\u005f_proto__":1}', "has a member named __proto__, which cannot be read"],
    ['{"a":1e400}', "holds a number that is too large"],
    ['{"a":"\\ud800"}', "holds half of a surrogate pair"],
    ['{"\\ud800":1}', "holds half of a surrogate pair"],
    ["[1]", "is not a JSON object"],
    ["null", "is not a JSON object"],
  ])("%s: %s", (text, message) => {
    expect(parseJsonRow(text)).toEqual({ kind: "fault", message });
  });

  test("a row may be nested 32 levels, however deep it is (FILE-20)", () => {
    const message = "is nested deeper than 32 levels";
    expect(parseJsonRow(nested(32))).toMatchObject({ kind: "row" });
    for (const levels of [33, 40_000]) expect(parseJsonRow(nested(levels))).toEqual({ kind: "fault", message });
  });

  test("what is not JSON has the place that the parser names, and not its words", () => {
    expect(parseJsonRow('{"a":1,}')).toEqual({ kind: "fault", message: "is not JSON", at: 7 });
    expect(parseJsonRow("{a:1}")).toMatchObject({ kind: "fault", message: "is not JSON" });
  });
});

test("a whole number beyond what JSON numbers hold is read as its digits (FILE-44)", () => {
  const text = '{"id":12345678901234567890,"in":[-9007199254740993,1e20,1.5],"ok":9007199254740991}';
  expect(parseJsonRow(text)).toEqual({
    kind: "row",
    value: { id: "12345678901234567890", in: ["-9007199254740993", 1e20, 1.5], ok: 9007199254740991 },
  });
});
