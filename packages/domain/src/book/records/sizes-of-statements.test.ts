import { describe, expect, test } from "@jest/globals";
import { familyNames, familyOf } from "@service/record-families";
import { filterConditions, type FilterValues } from "./row-filters.ts";
import { readSearchWords, termBegins } from "./search-words.ts";
import { SqlText } from "./sql-text.ts";
import { testView } from "../../testing/index.ts";

const long = "x".repeat(10_000);
const mostWords = Array.from({ length: 10 }, (_, index) => `${index}${long}`).join(" ");
const viewer = testView("organization");

describe("no question of a caller makes a long statement: values are parameters (REC-24, REC-30)", () => {
  test.each(familyNames)("every filter of %s at once", (family) => {
    const values = new SqlText();
    const tests: { readonly [test: string]: string | number | boolean } = {
      withinDays: 400,
      isEmpty: true,
      isOverdue: true,
    };
    const filters: FilterValues = Object.fromEntries(
      Object.entries(familyOf(family).filters).map(([name, filter], index) => [
        name,
        tests[filter.test] ?? `${index}${long}`,
      ]),
    );
    const { bounds, others } = filterConditions(values, {
      family,
      filters,
      today: "2026-11-28",
      sorted: undefined,
      row: "r",
      bounded: "b",
    });
    const count = Object.keys(filters).length;
    expect([...bounds, ...others].join(" and ").length).toBeLessThan(200 * (count + 1));
    expect(values.values.length).toBeLessThanOrEqual(count + 1);
  });

  test("the most words of a search, each of the greatest length", () => {
    const values = new SqlText();
    const words = readSearchWords(mostWords, viewer);
    const conditions = words.words.map((word) => termBegins(values, { connectionId: "c", seq: 1 }, "t", words, word));
    expect(conditions).toHaveLength(10);
    expect(conditions.join(" and ").length).toBeLessThan(10 * 300);
    expect(() => readSearchWords(`${mostWords} more`, viewer)).toThrow("at most 10 words");
  });
});
