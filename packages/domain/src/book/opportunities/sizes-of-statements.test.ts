import { expect, test } from "@jest/globals";
import { SqlText } from "../records/index.ts";
import { testView } from "../../testing/index.ts";
import { hasWords, wordsOf } from "./opportunity-words.ts";
import { filterConditions } from "./select-opportunities.ts";

const long = "x".repeat(10_000);
const q = Array.from({ length: 10 }, (_, index) => `${index}${long}`).join(" ");
const words = wordsOf({ q }, testView("organization"));

test("every filter at once makes a short statement: values are parameters (OPPS-4)", () => {
  const values = new SqlText();
  const several = Array.from({ length: 1_000 }, (_, index) => `${index}${long}`);
  const conditions = [
    ...filterConditions(values, {
      kinds: several,
      statuses: several,
      changes: several,
      clientKey: long,
      line: long,
      producerSeat: long,
      officeKey: long,
      minScore: 1,
      dueBefore: "2026-11-28",
      isAnnotated: true,
    }),
    ...hasWords(values, words),
  ];
  expect(conditions.join(" and ").length).toBeLessThan(10 * 60 + 10 * 400);
  expect(values.values.length).toBeLessThanOrEqual(9 + 2 * 10);
});
