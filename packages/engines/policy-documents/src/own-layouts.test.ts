import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { parseJsonObject } from "@service/json";
import { measureDocuments } from "./testing/index.ts";

const file = new URL("testing/own-layouts.ndjson", import.meta.url);
const rows = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map(parseJsonObject);

describe("the package's own layouts (READ-20)", () => {
  const { tally, documents, held, notHeld } = measureDocuments(rows);
  const { right, wrong, unread } = tally.all;

  test("are read right, with hardly a wrong value", () => {
    expect(documents).toBe(95);
    expect({ share: right / (right + wrong + unread) >= 0.95, unread: tally.unread }).toMatchObject({ share: true });
    expect({ isWithin: wrong <= 0.01 * (right + wrong + unread), wrong: tally.wrong }).toMatchObject({
      isWithin: true,
    });
  });

  test("every value stands in the place that it names (READ-2)", () => {
    expect(held).toBeGreaterThan(900);
    expect(notHeld).toEqual([]);
  });

  test("no struck figure and no instruction is a value (READ-5, READ-6)", () => {
    for (const field of ["superseded", "injected"]) expect(tally.byField.get(field)).toBeUndefined();
  });
});
