import { describe, expect, test } from "@jest/globals";
import type { Json } from "./json.ts";
import { compileConfigurationSchema, compileSchema } from "./schema-validation.ts";
import {
  closed,
  dateSchema,
  instantSchema,
  keySchema,
  listOf,
  moneySchema,
  nullable,
  textSchema,
} from "./schema-builders.ts";

const schema = closed(
  {
    items: listOf(
      closed(
        {
          key: keySchema(),
          price: moneySchema(),
          on: dateSchema(),
          at: instantSchema(),
          note: nullable(textSchema(3)),
        },
        ["key"],
      ),
      5,
    ),
  },
  ["items"],
);
const check = compileSchema(schema);

test("names the elements that are the same (TYPE-95)", () => {
  const unique = compileSchema({ type: "array", items: { type: "string" }, uniqueItems: true });
  expect(unique(["a", "b", "a"])).toEqual([{ field: "", message: "elements 0 and 2 are the same" }]);
});

describe("validation of inputs", () => {
  test("accepts what the schema describes", () => {
    expect(
      check({ items: [{ key: "a.b:c-d_1", price: 299.04, on: "2024-02-29", at: "2026-01-01T00:00:00Z", note: null }] }),
    ).toEqual([]);
    expect(
      check({
        items: [
          { key: "a", price: 90_071_992_547_409.91 },
          { key: "b", price: 0.07 },
          { key: "c", price: 1_234_567.89 },
          { key: "d", price: 1e13 },
          { key: "e", price: 5e-2 },
        ],
      }),
    ).toEqual([]);
  });

  test.each<[string, Json, string]>([
    ["a missing member", {}, "items"],
    ["a missing member of an element", { items: [{ key: "a" }, {}] }, "items[1].key"],
    ["a surplus member", { items: [{ key: "a", extra: 1 }] }, "items[0].extra"],
    ["a bad key", { items: [{ key: "a b" }] }, "items[0].key"],
    ["a third decimal", { items: [{ key: "a", price: 1.005 }] }, "items[0].price"],
    ["a third decimal of millions", { items: [{ key: "a", price: 1_234_567.891 }] }, "items[0].price"],
    ["a third decimal of billions", { items: [{ key: "a", price: 10_000_000_000.005 }] }, "items[0].price"],
    ["a small amount with an exponent", { items: [{ key: "a", price: 1e-7 }] }, "items[0].price"],
    ["a negative amount", { items: [{ key: "a", price: -1 }] }, "items[0].price"],
    ["money beyond 2^53 cents", { items: [{ key: "a", price: 90_071_992_547_409.94 }] }, "items[0].price"],
    ["a day that does not exist", { items: [{ key: "a", on: "2026-02-29" }] }, "items[0].on"],
    ["an instant without zone", { items: [{ key: "a", at: "2026-01-01T00:00:00" }] }, "items[0].at"],
    ["too long a text", { items: [{ key: "a", note: "😀😀😀😀" }] }, "items[0].note"],
    ["a document of another type", [], ""],
  ])("names the field of %s", (_title, value, field) => {
    expect(check(value).map((issue) => issue.field)).toContain(field);
  });

  test("names the allowed number of decimals", () => {
    expect(check({ items: [{ key: "a", price: 1.234 }] })).toEqual([
      { field: "items[0].price", message: "must have at most 2 decimals" },
    ]);
  });

  test("counts text in code points (TYPE-17)", () => {
    expect(check({ items: [{ key: "a", note: "😀😀😀" }] })).toEqual([]);
  });

  test("returns at most fifty problems (TYPE-93)", () => {
    const many = compileSchema(listOf(closed({ n: { type: "number" } }), 10_000));
    expect(many(Array.from({ length: 500 }, () => ({ n: "x" })))).toHaveLength(50);
  });

  test("names configuration issues by JSON Pointer, odd names escaped", () => {
    expect(compileConfigurationSchema(schema)({ items: [{ key: "a", "x/y~z.w": 1 }] })).toEqual([
      { path: "/items/0/x~1y~0z.w", message: "unknown field" },
    ]);
  });
});
