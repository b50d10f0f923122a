import { describe, expect, test } from "@jest/globals";
import { Timestamp } from "@service/contract";
import { isInstant } from "@service/json";

/** Inputs are checked by `isInstant`, everything else that a caller sends by `Timestamp`. */
describe("an instant is taken or refused alike in inputs and in every other request (PLAT-100)", () => {
  test.each([
    "2026-01-31T09:30:00Z",
    "2026-01-31T09:30:00.1Z",
    "2026-01-31T09:30:00.123456789Z",
    "2026-01-31T09:30:00+00:00",
    "2026-01-31T09:30:00-05:30",
    "2026-01-31T09:30:00+15:59",
    "2024-02-29T23:59:59Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
  ])("%s is taken", (text) => {
    expect([isInstant(text), Timestamp.safeParse(text).success]).toEqual([true, true]);
  });

  test.each([
    ["a leap second", "2016-12-31T23:59:60Z"],
    ["a leap second with an offset", "2017-01-01T00:59:60+01:00"],
    ["small letters", "2026-01-31t09:30:00z"],
    ["a space", "2026-01-31 09:30:00Z"],
    ["no offset", "2026-01-31T09:30:00"],
    ["no seconds", "2026-01-31T09:30Z"],
    ["an offset without a colon", "2026-01-31T09:30:00+0100"],
    ["an offset of 16 hours", "2026-01-31T09:30:00+16:00"],
    ["ten decimals", "2026-01-31T09:30:00.1234567891Z"],
    ["a day that does not exist", "2026-02-29T09:30:00Z"],
    ["hour 24", "2026-01-31T24:00:00Z"],
    ["the year 0", "0000-01-01T00:00:00Z"],
    ["the year 0 in UTC", "0001-01-01T00:00:00+14:00"],
    ["the year 10000 in UTC", "9999-12-31T23:59:59-01:00"],
    ["a date", "2026-01-31"],
    ["nothing", ""],
  ])("%s is refused: %j", (_what, text) => {
    expect([isInstant(text), Timestamp.safeParse(text).success]).toEqual([false, false]);
  });
});
