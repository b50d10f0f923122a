import { describe, expect, test } from "@jest/globals";
import { gradeOf, scoreItems, type ScoredItem } from "./score-dimensions.ts";

const item = (weight: number, value: ScoredItem["value"]): ScoredItem => ({ dimension: "d", weight, value });

describe("scoreItems", () => {
  test("gives the worked numbers of ENT-47", () => {
    const items = [item(20, 1), item(20, 0), item(35, 0), item(10, 1), item(5, 0.5), item(10, undefined)];
    expect(scoreItems(items)).toEqual({ score: 36.1, coverage: 0.9 });
  });

  test("gives no score below 30 percent coverage (ENT-46)", () => {
    expect(scoreItems([item(29, 1), item(71, undefined)])).toEqual({ score: null, coverage: 0.29 });
    expect(scoreItems([item(30, 1), item(70, undefined)])).toEqual({ score: 100, coverage: 0.3 });
  });

  test("gives no score where nothing applies", () => {
    expect(scoreItems([])).toEqual({ score: null, coverage: 0 });
  });

  test("grades from A to E, and not at all without a score", () => {
    expect([90, 89.9, 75, 60, 40, 39.9, null].map(gradeOf)).toEqual(["A", "B", "B", "C", "D", "E", null]);
  });
});
