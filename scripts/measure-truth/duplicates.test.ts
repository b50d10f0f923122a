import { describe, expect, test } from "@jest/globals";
import { figuresOf } from "./duplicates.ts";
import { inventedInsureds } from "./invented-insureds.ts";

describe("duplicates among invented insureds (TRI-103)", () => {
  const rows = inventedInsureds(1);
  const figures = figuresOf("invented", rows, { all: 0.95, duplicate: 0.9, precision: 0.97 });

  test("are 200 of 690 insureds", () => {
    expect(rows).toHaveLength(690);
    expect(rows.length - new Set(rows.map(({ truth }) => truth)).size).toBe(200);
  });

  test.each(figures.map((each) => [each.name, each] as const))("%s is met", (_, { value, wanted, isMet, misses }) => {
    expect({ value, wanted, isMet, misses: isMet ? [] : misses }).toEqual({ value, wanted, isMet: true, misses: [] });
  });
});

test("a measurement notices when triage finds less", () => {
  const strangers = inventedInsureds(1).map((row, index) => ({ ...row, truth: `${index % 300}` }));
  const figures = figuresOf("strangers", strangers, { all: 0.95, duplicate: 0.9, precision: 0.97 });
  // Letter triples find none of these either.
  expect(figures.filter(({ isMet }) => isMet).map(({ name }) => name)).toEqual([
    "strangers: F1 of all links, not below letter triples",
  ]);
});
