import { expect, test } from "@jest/globals";
import { readRetryAfter } from "./retry-after.ts";

test("Retry-After is a number of seconds or a date, never negative, and anything else is ignored", () => {
  const nowMs = Date.parse("2026-01-15T12:00:00Z");
  const rows: [string | undefined, number | undefined][] = [
    ["120", 120],
    [" 0 ", 0],
    ["Thu, 15 Jan 2026 12:01:30 GMT", 90],
    ["Thursday, 15-Jan-26 12:01:30 GMT", 90],
    ["Thu, 15 Jan 2026 11:00:00 GMT", 0],
    [undefined, undefined],
    ["", undefined],
    ["-5", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["2026-01-15T12:01:30Z", undefined],
  ];
  for (const [text, seconds] of rows) expect([text, readRetryAfter(text, nowMs)]).toEqual([text, seconds]);
});
