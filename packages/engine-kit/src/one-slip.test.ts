import { expect, test } from "@jest/globals";
import { isOneSlip } from "./one-slip.ts";

test.each([
  ["45402", "45412", true],
  ["45402", "45420", true],
  ["45402", "54402", true],
  ["45402", "4542", true],
  ["148", "1148", true],
  ["48", "84", true],
  ["45402", "45402", false],
  ["45402", "45511", false],
  ["45402", "54420", false],
  ["48", "4888", false],
  ["", "1", true],
])("%s and %s are one slip apart: %s", (a, b, isSlip) => {
  expect(isOneSlip(a, b)).toBe(isSlip);
  expect(isOneSlip(b, a)).toBe(isSlip);
});
