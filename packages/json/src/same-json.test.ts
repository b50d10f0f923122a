import { describe, expect, test } from "@jest/globals";
import { canonicalJson } from "./canonical-json.ts";
import { isJsonArray, isJsonObject, type Json, parseJson } from "./json.ts";
import { sameJsonSteps } from "./same-json.ts";

function isSame(compact: string, value: Json): boolean {
  const steps = sameJsonSteps(compact, value);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same value with the members of each object in the opposite order. */
function reversed(value: Json): Json {
  if (isJsonArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

const values: readonly string[] = [
  "null",
  "true",
  "0",
  "-0",
  "1",
  "12",
  "1e21",
  '""',
  '"1"',
  '"[{"',
  String.raw`"a\"b\\"`,
  '"\u2028é"',
  "[]",
  "{}",
  "[[]]",
  "[{}]",
  "[1,2]",
  "[12]",
  "[1,[2]]",
  "[[1],2]",
  "[1,2,3]",
  '{"a":1}',
  '{"a":12}',
  '{"a":1,"b":2}',
  '{"a":2,"b":1}',
  '{"a":{"b":1}}',
  '{"a":{"c":1}}',
  '{"ab":1}',
  String.raw`{"a\"b":1,"\\":2}`,
  String.raw`{"a\"b":1,"\\\\":2}`,
  '{"__proto__":{"a":1},"toString":null}',
  '{"valueOf":{"a":1},"toString":null}',
  '{"rows":[{"k":1,"v":[true,false,null]},{"k":2,"v":[]}],"n":1.5}',
  '{"rows":[{"k":1,"v":[true,false,null]},{"k":2,"v":{}}],"n":1.5}',
];

describe("a compact string and a value", () => {
  test("are the same exactly where their canonical forms are, in any order of members", () => {
    for (const left of values) {
      const compact = JSON.stringify(parseJson(left));
      for (const right of values.map(parseJson)) {
        const expected = canonicalJson(parseJson(left)) === canonicalJson(right);
        expect([left, right, isSame(compact, right)]).toEqual([left, right, expected]);
        expect([left, right, isSame(compact, reversed(right))]).toEqual([left, right, expected]);
      }
    }
  });

  test("differ where the string goes on, or ends early", () => {
    expect(isSame("[1,2]", [1])).toBe(false);
    expect(isSame("[1]", [1, 2])).toBe(false);
    expect(isSame('{"a":1,"b":2}', { a: 1 })).toBe(false);
    expect(isSame('{"a":1}', { a: 1, b: 2 })).toBe(false);
    expect(isSame('{"a', { a: 1 })).toBe(false);
    expect(isSame("11", 1)).toBe(false);
    expect(isSame("", 1)).toBe(false);
  });

  test("are compared in steps, so that millions of values hold nothing up", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => index);
    expect([...sameJsonSteps(JSON.stringify(many), many)]).toHaveLength(5);
  });
});
