import { describe, expect, test } from "@jest/globals";
import { roundHalfAwayFromZero, withoutBinaryNoise } from "./decimals.ts";

test("binary noise is removed, real digits are kept (TYPE-11)", () => {
  expect([0.7 + 0.1, 0.1 + 0.2, 0.8 * 0.625, 1 - 0.25].map(withoutBinaryNoise)).toEqual([0.8, 0.3, 0.5, 0.75]);
  expect(withoutBinaryNoise(0.49996)).toBe(0.49996);
  expect(withoutBinaryNoise(0.79999 * 0.625)).toBeLessThan(0.5);
});

describe("decimals (TYPE-9)", () => {
  test.each([
    [2.5, 0, 3],
    [-2.5, 0, -3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [1.335, 2, 1.34],
    [8.345, 2, 8.35],
    [0.1 + 0.2, 2, 0.3],
    [2.4999, 0, 2],
    [1_000_000_000.005, 2, 1_000_000_000.01],
    [61.45, 1, 61.5],
    [0, 2, 0],
    [-0.001, 2, 0],
  ])("rounds %p to %p decimals, halves away from zero", (value, decimals, rounded) => {
    expect(Object.is(roundHalfAwayFromZero(value, decimals), rounded)).toBe(true);
  });
});
