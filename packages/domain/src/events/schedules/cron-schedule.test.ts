import { describe, expect, test } from "@jest/globals";

import { compileCron, cronProblem } from "./cron-schedule.ts";

const newYork = "America/New_York";

/** The ticks after an instant, in order. */
function ticks(expression: string, timezone: string, after: string, count: number): string[] {
  const schedule = compileCron(expression, timezone);
  const found: string[] = [];
  let at = new Date(after);
  while (found.length < count) {
    const tick = schedule.next(at);
    if (!tick) break;
    found.push(tick.toISOString().replace(":00.000Z", "Z"));
    at = tick;
  }
  return found;
}

describe("spring, when clocks in New York go from 02:00 to 03:00 on 2026-03-08", () => {
  test("a fixed time that is skipped ticks once, at the first instant after the change (AUTO-20)", () => {
    expect(ticks("30 2 * * *", newYork, "2026-03-07T00:00:00Z", 4)).toEqual([
      "2026-03-07T07:30Z",
      "2026-03-08T07:00Z",
      "2026-03-09T06:30Z",
      "2026-03-10T06:30Z",
    ]);
  });

  test("several skipped times are one tick", () => {
    expect(ticks("0,15,30 2,3 * * *", newYork, "2026-03-08T05:00:00Z", 4)).toEqual([
      "2026-03-08T07:00Z",
      "2026-03-08T07:15Z",
      "2026-03-08T07:30Z",
      "2026-03-09T06:00Z",
    ]);
  });

  test("a schedule that counts real time continues in equal steps (AUTO-20)", () => {
    expect(ticks("*/30 * * * *", newYork, "2026-03-08T06:00:00Z", 4)).toEqual([
      "2026-03-08T06:30Z",
      "2026-03-08T07:00Z",
      "2026-03-08T07:30Z",
      "2026-03-08T08:00Z",
    ]);
    expect(ticks("30 * * * *", newYork, "2026-03-08T06:00:00Z", 3)).toEqual([
      "2026-03-08T06:30Z",
      "2026-03-08T07:30Z",
      "2026-03-08T08:30Z",
    ]);
  });
});

describe("autumn, when clocks in New York go from 02:00 back to 01:00 on 2026-11-01", () => {
  test("a fixed time that comes twice ticks the first time only (AUTO-20)", () => {
    expect(ticks("30 1 * * *", newYork, "2026-10-31T00:00:00Z", 3)).toEqual([
      "2026-10-31T05:30Z",
      "2026-11-01T05:30Z",
      "2026-11-02T06:30Z",
    ]);
  });

  test("it does not tick again when the service checks between the two", () => {
    expect(ticks("30 1 * * *", newYork, "2026-11-01T05:45:00Z", 1)).toEqual(["2026-11-02T06:30Z"]);
    const schedule = compileCron("30 1 * * *", newYork);
    const since = new Date("2026-10-31T05:30:00Z");
    expect(schedule.latest(new Date("2026-11-01T06:45:00Z"), since)).toEqual(new Date("2026-11-01T05:30:00Z"));
  });

  test("a schedule that counts real time ticks in both hours", () => {
    expect(ticks("*/30 * * * *", newYork, "2026-11-01T05:00:00Z", 5)).toEqual([
      "2026-11-01T05:30Z",
      "2026-11-01T06:00Z",
      "2026-11-01T06:30Z",
      "2026-11-01T07:00Z",
      "2026-11-01T07:30Z",
    ]);
  });
});

describe("other zones", () => {
  test("a day whose midnight is skipped still has its tick", () => {
    expect(ticks("0 0 * * *", "America/Havana", "2026-03-07T06:00:00Z", 2)).toEqual([
      "2026-03-08T05:00Z",
      "2026-03-09T04:00Z",
    ]);
  });

  test("a clock change of half an hour counts too", () => {
    // Lord Howe: 02:00 at +10:30 becomes 02:30 at +11:00 on 2026-10-04.
    expect(ticks("15 2 * * *", "Australia/Lord_Howe", "2026-10-02T16:00:00Z", 2)).toEqual([
      "2026-10-03T15:30Z",
      "2026-10-04T15:15Z",
    ]);
  });

  test("a day that a zone left out ticks with the next, once", () => {
    // Samoa went from 29 to 31 December 2011.
    expect(ticks("0 8 30 12 *", "Pacific/Apia", "2011-12-01T00:00:00Z", 2)).toEqual([
      "2011-12-30T10:00Z",
      "2012-12-29T18:00Z",
    ]);
  });

  test("half-hour offsets and ticks across years", () => {
    expect(ticks("0 0 1 1 *", "Asia/Kolkata", "2026-06-01T00:00:00Z", 2)).toEqual([
      "2026-12-31T18:30Z",
      "2027-12-31T18:30Z",
    ]);
  });
});

describe("fields", () => {
  test.each([
    ["0 9 * * 1-5", ["2026-11-20T09:00Z", "2026-11-23T09:00Z"]],
    ["0 9 * * MON", ["2026-11-23T09:00Z", "2026-11-30T09:00Z"]],
    ["0 0 * * 7", ["2026-11-22T00:00Z", "2026-11-29T00:00Z"]],
    ["0 0 1 feb,aug *", ["2027-02-01T00:00Z", "2027-08-01T00:00Z"]],
    ["5-10/5 */12 * * *", ["2026-11-20T00:05Z", "2026-11-20T00:10Z"]],
    ["0 0 29 2 *", ["2028-02-29T00:00Z", "2032-02-29T00:00Z"]],
  ])("%s", (expression, expected) => {
    expect(ticks(expression, "UTC", "2026-11-19T23:00:00Z", 2)).toEqual(expected);
  });

  test("day of month and day of week: either is enough when both are restricted", () => {
    expect(ticks("0 0 22 * MON", "UTC", "2026-11-21T00:00:00Z", 3)).toEqual([
      "2026-11-22T00:00Z",
      "2026-11-23T00:00Z",
      "2026-11-30T00:00Z",
    ]);
  });

  test.each([
    ["* * * *", "five fields"],
    ["* * * * * *", "five fields"],
    ["@daily", "five fields"],
    ["60 * * * *", "not a cron expression"],
    ["*/0 * * * *", "not a cron expression"],
    ["H * * * *", 'the minute "H" is not one'],
    ["0 0 L * *", 'the day of month "L" is not one'],
    ["0 0 ? * *", 'the day of month "?" is not one'],
    ["0 0 * * 1#2", "day of week"],
    ["0 0 30 2 *", "not a cron expression"],
    ["0 0 31 4,6 *", "never comes"],
    ["", "five fields"],
    ["1 ".repeat(150), "at most 200"],
  ])("%j is refused", (expression, message) => {
    expect(cronProblem(expression)).toContain(message);
  });

  test("an unknown zone is refused", () => {
    expect(() => compileCron("0 0 * * *", "Mars/Olympus")).toThrow("not a time zone");
    expect(() => compileCron("0 0 * * *", "+02:00")).toThrow("not a time zone");
  });
});

describe("after downtime", () => {
  const hourly = compileCron("0 * * * *", "UTC");

  test("the latest missed tick is found, however many were missed (AUTO-21)", () => {
    const at = new Date("2026-11-21T15:59:59.999Z");
    expect(hourly.latest(at, new Date("2026-11-01T00:00:00Z"))).toEqual(new Date("2026-11-21T15:00:00Z"));
    expect(hourly.latest(new Date("2026-11-21T16:00:00Z"), at)).toEqual(new Date("2026-11-21T16:00:00Z"));
  });

  test("none is found when nothing was due", () => {
    expect(hourly.latest(new Date("2026-11-21T15:59:00Z"), new Date("2026-11-21T15:01:00Z"))).toBeUndefined();
  });
});

test("searching backwards finds the same ticks as forwards, over both clock changes of a year", () => {
  const from = Date.parse("2026-03-06T00:00:00Z");
  for (const expression of ["30 2 * * *", "30 1 * * *", "*/20 * * * *", "0 */3 * * *", "15,45 0-4 * * *"]) {
    const schedule = compileCron(expression, newYork);
    for (const start of [from, Date.parse("2026-10-30T00:00:00Z")]) {
      let at = new Date(start);
      for (let step = 0; step < 60; step += 1) {
        const tick = schedule.next(at);
        if (!tick) throw new Error("no tick");
        expect(tick.getTime()).toBeGreaterThan(at.getTime());
        expect(schedule.latest(tick, new Date(0))).toEqual(tick);
        const previous = schedule.latest(new Date(tick.getTime() - 1), new Date(0));
        if (step > 0) expect(previous).toEqual(at);
        at = tick;
      }
    }
  }
});
