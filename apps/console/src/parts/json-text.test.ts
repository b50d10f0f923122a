import { expect, test } from "@jest/globals";
import { parseObject, placeOf, written } from "./json-text.ts";

test("a pointer leads to its member, not to one of the same name elsewhere", () => {
  const text = written({ price: 1, ranking: { weights: { price: 2 } } });
  const { from, to } = placeOf(text, "/ranking/weights/price");
  expect(text.slice(from, to)).toBe('"price"');
  expect(from).toBeGreaterThan(text.indexOf("weights"));
  expect(placeOf(written({ items: [{ on: 1 }] }), "items[0].on")).not.toEqual({ from: 0, to: 0 });
  expect(placeOf(text, "/missing")).toEqual({ from: 0, to: 0 });
});

test("what is no JSON object is refused with what is wrong", () => {
  expect(() => parseObject("{")).toThrow(/not JSON/);
  expect(() => parseObject("[1]")).toThrow(/not a JSON object/);
  expect(parseObject("{}")).toEqual({});
});
