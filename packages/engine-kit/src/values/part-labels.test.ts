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

  test.each([
    ["Employees (full-time): 9\nEmployees (part-time): 5", 14],
    ["Full-time employees: 9 / Part-time employees: 5", 14],
    ["Full-time employees: 9\nPart-time employees: 5", 14],
    ["Full time employees: 9, part time employees: 5", 14],
    ["Employees: FT 9 PT 5", 14],
    ["FT 9 PT 5", 14],
    ["FT: 9\nPT: 5", 14],
    ["Employees: FT: 9, PT: 5", 14],
    ["Number of employees\nFull-time: 9\nPart-time: 5", 14],
    ["Number of full-time employees: 9\nNumber of part-time employees: 5", 14],
    ["| Full-time employees | 9 |\n| Part-time employees | 5 |", 14],
    ["Full-time employees\t9\nPart-time employees\t5", 14],
    ["Employees full-time: 9\nEmployees part-time: 5", 14],
    ["# FT employees: 9  # PT employees: 5", 14],
    ["Part-time employees: 5\nFull-time employees: 9", 14],
    ["Full-time employees: 9\nPart-time employees: 0", 9],
    ["Full-time employees: 9\nPart-time employees: none", 9],
    ["Full-time employees: 9\nPart-time employees: 5\nTotal employees: 14", 14],
    ["Employees: 9 FT / 5 PT", 14],
    ["Full-time employees | Part-time employees\n9 | 5", 14],
  ])("of both parts are their sum: %j", (text, count) => {
    expect(countIn(text)).toBe(count);
  });

  test.each([
    "Full-time employees: 9",
    "FT 9",
    "PT: 5",
    "Full-time employees: 9\nPart-time employees:",
    "Full-time employees: 9\nPart-time employees: TBD",
    "Full-time employees: 9-12\nPart-time employees: 5",
    "Full-time employees: 9\nFull-time employees: 8\nPart-time employees: 5",
    "Full-time employees: 9\nPart-time employees: 5\nTotal employees: 20",
    "Torque limit 40 ft 9 pt 5",
    "FT Lauderdale 9\nPT 5",
    "Full-time employees: 9\n\nSeasonal employees: 5",
    "Height: 12 ft\nFT 9",
  ])("of which one is missing or unclear are unknown: %j", (text) => {
    expect(countIn(text)).toBeUndefined();
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
