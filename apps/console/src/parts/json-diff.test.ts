import { describe, expect, test } from "@jest/globals";
import { jsonDiff } from "./json-diff.ts";

const pointers = (before: unknown, after: unknown) =>
  jsonDiff(before, after).map(({ pointer, kind }) => `${kind} ${pointer}`);

describe("a difference of two configurations (CON-67)", () => {
  test("names each member by its JSON Pointer", () => {
    expect(jsonDiff({ a: { b: 1, c: 2 }, d: 1 }, { a: { b: 3, c: 2 }, e: null })).toEqual([
      { pointer: "/a/b", kind: "changed", before: 1, after: 3 },
      { pointer: "/d", kind: "removed", before: 1, after: undefined },
      { pointer: "/e", kind: "added", before: undefined, after: null },
    ]);
  });

  test("is nothing for the same values, whatever the order of their members", () => {
    expect(jsonDiff({ a: 1, b: [{ c: 1 }] }, { b: [{ c: 1 }], a: 1 })).toEqual([]);
  });

  test("compares entries with keys by key, so that one that moves changes none behind it", () => {
    const rule = (key: string, weight: number) => ({ key, weight });
    expect(pointers([rule("a", 1), rule("b", 2)], [rule("new", 1), rule("a", 1), rule("b", 3)])).toEqual([
      "changed /b/weight",
      "added /new",
    ]);
  });

  test("compares other arrays by place, and as a whole when their length differs", () => {
    expect(pointers({ a: [1, 2] }, { a: [1, 3] })).toEqual(["changed /a/1"]);
    expect(pointers({ a: [1, 2] }, { a: [1] })).toEqual(["changed /a"]);
  });

  test("escapes names, and tells null, arrays and objects apart", () => {
    expect(pointers({ "a/b~": 1 }, { "a/b~": 2 })).toEqual(["changed /a~1b~0"]);
    expect(pointers({ a: null }, { a: {} })).toEqual(["changed /a"]);
    expect(pointers({ a: [] }, { a: {} })).toEqual(["changed /a"]);
  });
});
