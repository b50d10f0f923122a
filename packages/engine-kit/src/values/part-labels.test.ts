import { describe, expect, test } from "@jest/globals";
import { labelsOf } from "./labels.ts";
import { isOfOnePart } from "./part-labels.ts";
import { readLabelled } from "./read-labelled.ts";
import { valueTextOf } from "./value-text.ts";

const read = (text: string, kind: "count" | "money", labels: readonly string[]): unknown => {
  const reading = readLabelled(valueTextOf(text), { labels: labelsOf(labels), read: kind, today: "2026-01-15" });
  return reading.kind === "value" ? reading.value : undefined;
};
const countIn = (text: string): unknown =>
  read(text, "count", ["number of employees", "total employees", "employees", "headcount"]);

describe("labels of a part (VALUE-16)", () => {
  test.each([
    "Employees (full-time): 9",
    "Employees (Full Time): 9",
    "Employees (FT): 9",
    "Employees (FTE): 9",
    "Employees [full-time]: 9",
    "Employees full-time: 9",
    "Employees - full-time: 9",
    "Employees, part time: 9",
    "Number of employees (part-time): 9",
    "Total employees (full-time only): 9",
    "Headcount (seasonal): 9",
    "Employees (clerical): 9",
    "Employees (excluding owners): 9",
    "Employees (full-time)\n9",
    "Employees (full-time): 9\nEmployees (part-time): 5",
    "Employees (Ohio): 9",
    "Employees: 9 full-time",
    "Employees: 9 (full-time)",
  ])("state no total: %j", (text) => {
    expect(countIn(text)).toBeUndefined();
  });

  test.each([
    ["Employees (full-time): 9\nTotal employees: 14", 14],
    ["Employees (total): 14", 14],
    ["Employees (2025): 14", 14],
    ["Employees (full and part-time): 14", 14],
    ["Employees (full-time and part-time): 14", 14],
    ["Employees (FT/PT): 14", 14],
    ["Employees (including seasonal): 14", 14],
    ["Employees: 9 full-time and 5 part-time", 14],
  ])("do not hide a total: %j", (text, count) => {
    expect(countIn(text)).toBe(count);
  });

  test("of money name the state they speak of", () => {
    const payroll = (text: string): unknown => read(text, "money", ["payroll"]);
    expect(["Payroll (Ohio only): $80,000", "Payroll (OH): $80,000"].map(payroll)).toEqual([undefined, undefined]);
    expect(["Payroll (2025): $80,000", "Payroll (all states): $80,000"].map(payroll)).toEqual([80_000, 80_000]);
  });
});

test("a figure with one part behind it counts that part (VALUE-16)", () => {
  expect([" full-time", " (FT)", " part-time staff", " seasonal"].map(isOfOnePart)).toEqual([true, true, true, true]);
  expect(["", " people", " full and part-time", " in 2 locations", "\nfull-time"].map(isOfOnePart)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
