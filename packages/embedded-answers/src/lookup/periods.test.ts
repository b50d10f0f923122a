import { expect, test } from "@jest/globals";
import { readPeriods } from "./periods.ts";

const read = (text: string) => readPeriods(text, "2026-11-20", []).map(({ from, to }) => [from, to]);

test.each([
  ["pollution exps Dec 26", "2026-12-01", "2026-12-31"],
  ["expiring in Feb '27", "2027-02-01", "2027-02-28"],
  ["losses in Mar 24", "2024-03-01", "2024-03-31"],
  ["due 12/2026", "2026-12-01", "2026-12-31"],
  ["expiring december", "2026-12-01", "2026-12-31"],
  ["December's expirations", "2026-12-01", "2026-12-31"],
  ["Q1 27 expirations", "2027-01-01", "2027-03-31"],
  ["1Q27", "2027-01-01", "2027-03-31"],
  ["2027 Q1", "2027-01-01", "2027-03-31"],
  ["renewing jan thru march 2027", "2027-01-01", "2027-03-31"],
  ["up nov - feb 2027", "2026-11-01", "2027-02-28"],
  ["in the first half of 2027", "2027-01-01", "2027-06-30"],
  ["the week of December 7", "2026-12-07", "2026-12-13"],
])("a period as a desk writes it: %s (ANSWER-72)", (text, from, to) => {
  expect(read(text)).toEqual([[from, to]]);
});

test.each([
  ["expiring on Dec 26", "2026-12-26", "2026-12-26"],
  ["by Dec 26", undefined, "2026-12-26"],
  ["before 12/24/2026", undefined, "2026-12-23"],
  ["Dec 26, 2027", "2027-12-26", "2027-12-26"],
])("a day stays a day: %s (ANSWER-72)", (text, from, to) => {
  expect(read(text)).toEqual([[from, to]]);
});

test("a page of declarations is no month (ANSWER-72)", () => {
  expect(read("send me the dec")).toEqual([]);
});
