import { describe, expect, test } from "@jest/globals";
import { fromCents, roundHalfAwayFromZero, toCents, withoutBinaryNoise } from "./money.ts";

test("binary noise is removed, real digits are kept (TYPE-11)", () => {
  expect([0.7 + 0.1, 0.1 + 0.2, 0.8 * 0.625, 1 - 0.25].map(withoutBinaryNoise)).toEqual([0.8, 0.3, 0.5, 0.75]);
  expect(withoutBinaryNoise(0.49996)).toBe(0.49996);
  expect(withoutBinaryNoise(0.79999 * 0.625)).toBeLessThan(0.5);
});

describe("money (TYPE-8, TYPE-9)", () => {
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

  test("counts integer cents without binary residue", () => {
    expect(toCents(299.04)).toBe(29904);
    expect(toCents(1.15)).toBe(115);
    expect(toCents(-4.35)).toBe(-435);
    expect(fromCents(29904)).toBe(299.04);
    expect(fromCents(-0)).toBe(0);
  });

  test("returns undefined for amounts beyond 2^53 cents and for what is not finite", () => {
    expect(toCents(90_071_992_547_409.91)).toBe(Number.MAX_SAFE_INTEGER);
    expect(toCents(90_071_992_547_409.94)).toBeUndefined();
    expect(toCents(1e300)).toBeUndefined();
    expect(toCents(Number.NaN)).toBeUndefined();
    expect(toCents(Number.NEGATIVE_INFINITY)).toBeUndefined();
  });

  test("survives every amount of cents up to ten thousand", () => {
    for (let cents = 0; cents <= 1_000_000; cents += 7) expect(toCents(fromCents(cents))).toBe(cents);
  });
});
