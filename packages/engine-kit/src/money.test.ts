import { describe, expect, test } from "@jest/globals";
import { fromCents, toCents } from "./money.ts";

describe("money (TYPE-8, TYPE-9)", () => {
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
