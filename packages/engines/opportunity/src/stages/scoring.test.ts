import { describe, expect, test } from "@jest/globals";
import { roundHalfAwayFromZero } from "@service/json";
import { combinedLift, riskTier, scoreOf, shrunkPenetration, urgencyOf, valueUtility } from "./scoring.ts";

const rounded = (value: number): number => roundHalfAwayFromZero(value, 4);

describe("the arithmetic of OPP-25, OPP-26, OPP-55, OPP-56, OPP-57", () => {
  test("gives the worked numbers of OPP-58", () => {
    const parent = shrunkPenetration(0.18, [{ holders: 40, size: 150 }], 20);
    expect(rounded(parent)).toBe(0.2565);
    const penetration = shrunkPenetration(
      0.18,
      [
        { holders: 40, size: 150 },
        { holders: 33, size: 61 },
      ],
      20,
    );
    expect(rounded(penetration)).toBe(0.4707);
    const lift = combinedLift([1.05, 1.4, 1.2], 3, [0.5, 2.5]);
    expect(rounded(lift)).toBe(1.2083);
    const propensity = penetration * lift;
    expect(rounded(propensity)).toBe(0.5688);
    const revenue = 2600 * 0.12;
    expect(revenue).toBeCloseTo(312, 9);
    expect(roundHalfAwayFromZero(revenue * propensity, 2)).toBe(177.46);
    const value = valueUtility(revenue * propensity, 5000);
    expect(rounded(value)).toBe(0.6087);
    const urgency = urgencyOf(74, 180);
    expect(rounded(urgency)).toBe(0.7653);
    const score = scoreOf({ value: 45, propensity: 30, urgency: 25 }, value, propensity, urgency);
    expect(roundHalfAwayFromZero(score, 1)).toBe(63.6);
  });

  test("is 1 up to 30 days, .2 from the horizon on and .4 without a date", () => {
    expect([0, 30, 180, 300].map((days) => urgencyOf(days, 180))).toEqual([1, 1, 0.2, 0.2]);
    expect(urgencyOf(undefined, 180)).toBe(0.4);
    expect(urgencyOf(31, 30)).toBe(0.2);
  });

  test("takes the largest lifts and keeps their mean within the cap", () => {
    expect(combinedLift([9, 9, 0.1], 2, [0.5, 2.5])).toBe(2.5);
    expect(combinedLift([0.1], 3, [0.5, 2.5])).toBe(0.5);
    expect(combinedLift([], 3, [0.5, 2.5])).toBe(1);
  });

  test("never leaves its range", () => {
    expect(valueUtility(0, 5000)).toBe(0);
    expect(valueUtility(1e12, 5000)).toBe(1);
    expect(scoreOf({ value: 0, propensity: 0, urgency: 0 }, 1, 1, 1)).toBe(0);
  });

  test("sorts risks into tiers", () => {
    expect([0, 25, 26, 50, 51, 75, 76, 100].map(riskTier)).toEqual(["A", "A", "B", "B", "C", "C", "D", "D"]);
  });
});
