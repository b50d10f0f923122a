import { expect, test } from "@jest/globals";
import { placeIn } from "./place-in.ts";

test("places in a text count code points, as every length does (PLAT-38)", () => {
  const text = "😀😀é Number 5 😀";
  const at = text.indexOf("Number");
  const place = placeIn(text, at, text.length);
  expect(place).toEqual({ start: 4, end: 14 });
  expect(Array.from(text).slice(place.start, place.end).join("")).toBe("Number 5 😀");
  expect(placeIn("plain", 1, 3)).toEqual({ start: 1, end: 3 });
});
