import { expect, test } from "@jest/globals";
import { valueAt } from "./pointer.ts";

test("a pointer names members of objects and places of arrays, and never inherited members (IN-4)", () => {
  const value = { a: [{ "b/c": 1, "d~e": 2, "": 3 }], f: null };
  expect(valueAt(value, "/a/0/b~1c")).toBe(1);
  expect(valueAt(value, "/a/0/d~0e")).toBe(2);
  expect(valueAt(value, "/a/0/")).toBe(3);
  expect(valueAt(value, "/f")).toBeNull();
  expect(valueAt(value, "")).toBe(value);
  for (const path of ["/a/1", "/a/00", "/a/-", "/a/length", "/f/x", "/toString", "/__proto__", "/a/0/b~1c/x"])
    expect(valueAt(value, path)).toBeUndefined();
});
