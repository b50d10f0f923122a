import { CronExpressionParser } from "cron-parser";

import { type CalendarDay, dayAt, isTimeZone, movedBy, wallTimesOf, weekdayOf } from "./zone-time.ts";

/** A cron expression of five fields (minute, hour, day of month, month, day of week) in a time zone. */
export interface CronSchedule {
  /** The first tick after an instant; undefined when none lies within the years searched. */
  next(after: Date): Date | undefined;
  /** The latest tick at or before an instant, not before `since`. */
  latest(at: Date, since: Date): Date | undefined;
}

/** Longer than the longest wait of any expression: 29 February may be eight years away. */
const searchedDaysMax = 9 * 366;
const fieldNames = ["minute", "hour", "day of month", "month", "day of week"] as const;
const numbers = /^[0-9*,/-]+$/;
const months = /^(?:[0-9*,/-]|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)+$/i;
const weekdays = /^(?:[0-9*,/-]|sun|mon|tue|wed|thu|fri|sat)+$/i;
const alphabets = [numbers, numbers, numbers, months, weekdays] as const;
const expressionCharsMax = 200;

/** What is wrong with an expression, as readable text; undefined when it is valid. */
export function cronProblem(expression: string): string | undefined {
  if (expression.length > expressionCharsMax) return `must have at most ${expressionCharsMax} characters`;
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== fieldNames.length) return "must have five fields: minute hour day-of-month month day-of-week";
  for (const [index, field] of fields.entries()) {
    if (!alphabets[index]?.test(field)) return `the ${fieldNames[index] ?? "field"} "${field}" is not one`;
  }
  try {
    const schedule = compileCron(expression, "UTC");
    return schedule.next(new Date(0)) ? undefined : "never comes";
  } catch (error) {
    return error instanceof Error ? `is not a cron expression: ${error.message}` : "is not a cron expression";
  }
}

/**
 * Compiles an expression that `cronProblem` has accepted. cron-parser reads the fields; the instants are computed here,
 * because over a clock change that library finds different ticks backwards than forwards, and it loses days on which
 * midnight is skipped.
 *
 * When the clocks change:
 * - an expression whose minute and hour are fixed ticks once for each time it names: a time that is skipped ticks at
 *   the first instant after the change, a time that comes twice ticks the first time;
 * - one whose minute or hour begins with `*` counts real time: what is skipped does not tick, what comes twice ticks twice.
 *
 * Day of month and day of week: when both are restricted, either is enough, as in every cron.
 */
export function compileCron(expression: string, timezone: string): CronSchedule {
  if (!isTimeZone(timezone)) throw new RangeError(`"${timezone}" is not a time zone`);
  const texts = expression.trim().split(/\s+/);
  const { minute, hour, dayOfMonth, month, dayOfWeek } = CronExpressionParser.parse(texts.join(" ")).fields;
  const minutes = valuesOf(minute.values);
  const hours = valuesOf(hour.values);
  const daysOfMonth = new Set(valuesOf(dayOfMonth.values));
  const monthsOfYear = new Set(valuesOf(month.values));
  const daysOfWeek = new Set(valuesOf(dayOfWeek.values).map((day) => day % 7));
  const beginsWithStar = (index: number): boolean => texts[index]?.startsWith("*") ?? false;
  const countsRealTime = beginsWithStar(0) || beginsWithStar(1);
  const isEitherDay = !beginsWithStar(2) && !beginsWithStar(4);

  function isOn(date: CalendarDay): boolean {
    if (!monthsOfYear.has(date.month)) return false;
    const onMonthday = daysOfMonth.has(date.day);
    const onWeekday = daysOfWeek.has(weekdayOf(date));
    return isEitherDay ? onMonthday || onWeekday : onMonthday && onWeekday;
  }

  /** In the order of time. */
  function ticksOf(date: CalendarDay): number[] {
    const wallTime = wallTimesOf(timezone, date);
    const ticks = new Set<number>();
    for (const ofHour of hours) {
      for (const ofMinute of minutes) {
        const time = wallTime(ofHour, ofMinute);
        if (time.kind !== "skipped" || !countsRealTime) ticks.add(time.instantMs);
        if (time.kind === "twice" && countsRealTime) ticks.add(time.laterMs);
      }
    }
    return [...ticks].sort((a, b) => a - b);
  }

  return {
    next(after) {
      // Start a day earlier: a skipped midnight belongs to the day that it begins.
      let date = movedBy(dayAt(timezone, after.getTime()), -1);
      for (let searched = 0; searched < searchedDaysMax; searched += 1) {
        const tick = isOn(date) ? ticksOf(date).find((instant) => instant > after.getTime()) : undefined;
        if (tick !== undefined) return new Date(tick);
        date = movedBy(date, 1);
      }
      return undefined;
    },
    latest(at, since) {
      let date = movedBy(dayAt(timezone, at.getTime()), 1);
      const firstDay = movedBy(dayAt(timezone, since.getTime()), -1);
      for (let searched = 0; searched < searchedDaysMax && !isBefore(date, firstDay); searched += 1) {
        const tick = isOn(date) ? ticksOf(date).findLast((instant) => instant <= at.getTime()) : undefined;
        if (tick !== undefined) return tick >= since.getTime() ? new Date(tick) : undefined;
        date = movedBy(date, -1);
      }
      return undefined;
    },
  };
}

/** Narrows the library's lists, which may hold letters too (`L`); the alphabets above refuse those. */
function valuesOf(values: readonly (number | string)[]): number[] {
  return values.filter((value) => typeof value === "number");
}

function isBefore(one: CalendarDay, other: CalendarDay): boolean {
  return Date.UTC(one.year, one.month - 1, one.day) < Date.UTC(other.year, other.month - 1, other.day);
}
