import { expect, test } from "@jest/globals";
import { parseObject, placeOf, written } from "./json-text.ts";

const text = written({ price: 1, ranking: { weights: { price: 2 } }, items: [{ on: 1 }, { on: 2 }], "a/b": [[3, 4]] });
const lineOf = (pointer: string) => text.slice(placeOf(text, pointer).from).split("\n")[0];

test.each([
  ["/price", '"price": 1,'],
  ["/ranking/weights/price", '"price": 2'],
  ["/items/1/on", '"on": 2'],
  ["items[1].on", '"on": 2'],
  ["/a~1b/0/1", "4"],
  ["/ranking/missing", '"ranking": {'],
  ["", "{"],
])("%s leads to its member, and what is missing to its parent", (pointer, line) => {
  expect(lineOf(pointer)).toBe(line);
});

test("what is no JSON object is refused with what is wrong", () => {
  expect(() => parseObject("{")).toThrow(/not JSON/);
  expect(() => parseObject("[1]")).toThrow(/not a JSON object/);
  expect(parseObject("{}")).toEqual({});
});
