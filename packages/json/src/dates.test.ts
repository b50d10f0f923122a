import { describe, expect, test } from "@jest/globals";
import {
  addDays,
  dateFromDayNumber,
  dateOf,
  dayNumber,
  daysBetween,
  isDate,
  isInstant,
  yearsCompleted,
} from "./dates.ts";

describe("dates", () => {
  test.each(["2026-02-28", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s is a day (TYPE-14)", (text) => {
    expect(isDate(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "1900-02-29",
    "2026-13-01",
    "2026-00-01",
    "2026-04-31",
    "2026-4-01",
    "26-04-01",
    "2026/04/01",
    "0000-01-01",
    "",
    "2026-01-0x",
  ])("%p is no day", (text) => {
    expect(isDate(text)).toBe(false);
  });

  test("reads an instant in UTC, whatever zone it is written in (TYPE-14)", () => {
    expect(dateOf("2026-01-01T23:00:00-05:00")).toBe("2026-01-02");
    expect(dateOf("2026-01-01T00:30:00+01:00")).toBe("2025-12-31");
    expect(dateOf("2026-06-30T12:00:00Z")).toBe("2026-06-30");
    expect(dateOf("2016-12-31T23:59:59Z")).toBe("2016-12-31");
    expect(dateOf("2026-01-01T23:00:00")).toBeUndefined();
    expect(dateOf("soon")).toBeUndefined();
  });

  test("an instant needs a zone and times that exist", () => {
    expect(isInstant("2026-01-01T23:00:00.123456Z")).toBe(true);
    expect(isInstant("2026-01-01T24:00:00Z")).toBe(false);
    expect(isInstant("2026-02-30T10:00:00Z")).toBe(false);
    expect(isInstant("2026-01-01 10:00:00Z")).toBe(false);
  });

  test("counts days over month ends, leap days and centuries", () => {
    expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
    expect(daysBetween("2026-03-01", "2026-02-28")).toBe(-1);
    expect(daysBetween("2025-11-21", "2026-11-21")).toBe(365);
    expect(daysBetween("2026-01-01", "nonsense")).toBeUndefined();
    expect(addDays("2024-02-28", 2)).toBe("2024-03-01");
    expect(addDays("2026-01-01", -1)).toBe("2025-12-31");
    expect(addDays("9999-12-31", 1)).toBeUndefined();
  });

  test.each([
    ["2021-11-23", "2026-11-22", 4],
    ["2021-11-23", "2026-11-23", 5],
    ["2021-11-22", "2026-11-22", 5],
    ["2020-02-29", "2025-02-27", 4],
    ["2020-02-29", "2025-02-28", 5],
    ["2020-02-29", "2024-02-28", 3],
    ["2020-02-29", "2024-02-29", 4],
    ["2021-02-28", "2024-02-28", 3],
    ["2026-11-22", "2026-11-22", 0],
    ["2026-11-23", "2026-11-22", undefined],
    ["nonsense", "2026-11-22", undefined],
  ])("from %s to %s %p years are completed", (from, to, years) => {
    expect(yearsCompleted(from, to)).toBe(years);
  });

  test("agrees with the calendar of the platform over eight hundred years", () => {
    for (let day = dayNumber("1700-01-01") ?? 0; day < (dayNumber("2500-01-01") ?? 0); day += 13) {
      const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
      expect(dayNumber(date)).toBe(day);
      expect(dateFromDayNumber(day)).toBe(date);
    }
  });
});
