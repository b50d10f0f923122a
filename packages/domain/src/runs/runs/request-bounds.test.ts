import { describe, expect, test } from "@jest/globals";
import { limits } from "@service/contract";
import { parseJson, type Json } from "@service/json";
import { checkRunBounds } from "./request-bounds.ts";

function refusalOf(raw: Json | undefined): { status: number; details: unknown } | undefined {
  try {
    checkRunBounds(raw);
    return undefined;
  } catch (error) {
    if (!(error instanceof Error) || !("details" in error) || !("status" in error)) throw error;
    return { status: Number(error.status), details: error.details };
  }
}

function nested(depth: number): Json {
  let value: Json = 1;
  for (let level = 1; level < depth; level += 1) value = { in: value };
  return { in: value };
}

const many = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe("bounds of a submission", () => {
  test.each([
    [
      "a text",
      { input: { a: ["x", { b: "y".repeat(limits.runStringCharsMax + 1) }] } },
      "string_chars",
      "$.input.a[1].b",
      200_000,
      200_001,
    ],
    ["a name", { input: { a: { ["n".repeat(200_001)]: 1 } } }, "string_chars", "$.input.a", 200_000, 200_001],
    ["an array", { input: { rows: many(10_001) } }, "array_items", "$.input.rows", 10_000, 10_001],
    ["offerings", { input: {}, offerings: many(10_001) }, "array_items", "$.offerings", 10_000, 10_001],
    [
      "an object",
      { input: { o: Object.fromEntries(many(1_001).map((n) => [`k${n}`, n])) } },
      "object_fields",
      "$.input.o",
      1_000,
      1_001,
    ],
  ])(
    "%s over its bound is refused with bound, path, limit and measured value (RUN-30)",
    (_, raw, bound, path, limit, measured) => {
      expect(refusalOf(raw)).toEqual({ status: 400, details: { bound, path, limit, measured } });
    },
  );

  test("depth counts input as level one and is checked before any recursion (RUN-36)", () => {
    expect(refusalOf({ input: nested(limits.runDepthMax) })).toBeUndefined();
    expect(refusalOf({ input: nested(limits.runDepthMax + 1) })).toMatchObject({
      status: 400,
      details: { bound: "depth", limit: 32, measured: 33 },
    });
    const deep = parseJson(`{"input":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`);
    expect(refusalOf(deep)).toMatchObject({ details: { bound: "depth" } });
  });

  test("total bytes are counted in UTF-8 over input and offerings together, and come first (RUN-36)", () => {
    const text = "é".repeat(190_000);
    const input = { texts: Array.from({ length: 15 }, () => text) };
    expect(refusalOf({ input })).toBeUndefined();
    const refused = refusalOf({ input, offerings: Array.from({ length: 10 }, () => text) });
    expect(refused).toMatchObject({
      status: 413,
      details: { bound: "total_bytes", path: "$", limit: limits.runInputBytes },
    });
    expect(refusalOf({ input: { one: "x".repeat(9 * 1024 * 1024) } })).toMatchObject({ status: 413 });
  });

  test("lengths are counted in code points (RUN-37)", () => {
    expect(refusalOf({ input: { t: "😀".repeat(limits.runStringCharsMax) } })).toBeUndefined();
    expect(refusalOf({ input: { t: "😀".repeat(limits.runStringCharsMax + 1) } })).toMatchObject({
      details: { measured: 200_001 },
    });
  });

  test.each<[Json | undefined]>([[undefined], [null], [1], ["text"], [[]], [{}], [{ input: null }], [{ input: 5 }]])(
    "%j has no bound to break",
    (raw) => {
      expect(refusalOf(raw)).toBeUndefined();
    },
  );
});

test("total bytes are not counted when the body is too small to exceed them", () => {
  const large = { input: { rows: many(80).map(() => "x".repeat(150_000)) } };
  expect(() => checkRunBounds(large, limits.runInputBytes)).not.toThrow();
  expect(() => checkRunBounds(large, limits.runInputBytes + 1)).toThrow("larger");
});
