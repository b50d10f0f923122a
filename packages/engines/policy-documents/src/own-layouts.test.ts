import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { parseJsonObject } from "@service/json";
import { measureDocuments } from "./testing/index.ts";

function rowsOf(name: string) {
  return readFileSync(new URL(`testing/${name}.ndjson`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map(parseJsonObject);
}

describe.each([
  { name: "own-layouts", count: 95, rightMin: 0.95, wrongMax: 0.01, heldMin: 900 },
  // By somebody who never saw the reader: what is reached so far. Raise it with each rule.
  { name: "others-layouts", count: 74, rightMin: 0.88, wrongMax: 0.008, heldMin: 1_700 },
  // By another stranger; no rule was learned on them yet, so this is how the reader fares on what it has not seen.
  { name: "unlearned-layouts", count: 20, rightMin: 0.84, wrongMax: 0.05, heldMin: 300 },
])("documents of $name (READ-20)", ({ name, count, rightMin, wrongMax, heldMin }) => {
  const { tally, documents, held, notHeld } = measureDocuments(rowsOf(name));
  const { right, wrong, unread } = tally.all;
  const all = right + wrong + unread;

  test("are read right, with hardly a wrong value", () => {
    expect(documents).toBe(count);
    expect({ share: right / all >= rightMin, unread: tally.unread }).toMatchObject({ share: true });
    expect({ isWithin: wrong <= wrongMax * all, wrong: tally.wrong }).toMatchObject({ isWithin: true });
  });

  test("every value stands in the place that it names (READ-2)", () => {
    expect(held).toBeGreaterThan(heldMin);
    expect(notHeld).toEqual([]);
  });

  test("no struck figure and no instruction is a value (READ-5, READ-6)", () => {
    for (const field of ["superseded", "injected"]) expect(tally.byField.get(field)).toBeUndefined();
  });
});
