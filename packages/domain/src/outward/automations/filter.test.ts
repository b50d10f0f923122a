import { expect, test } from "@jest/globals";
import type { PlatformEvent } from "../../events/events/index.ts";
import { judgeByFilter } from "./filter.ts";

/** As large as an inbound event may be. */
const event: PlatformEvent = {
  id: "5e0bb1e0-92c3-4a4c-a1a5-d51b2f6f4a1c",
  seq: 1,
  organizationId: "5e0bb1e0-92c3-4a4c-a1a5-d51b2f6f4a1d",
  type: "inbound.appended",
  subject: { kind: "source", key: "mails" },
  data: { body: "ab".repeat(500_000) },
  dedupeKey: "d",
  causationId: null,
  depth: 0,
  occurredAt: new Date("2026-11-28T00:00:00Z"),
  recordedAt: new Date("2026-11-28T00:00:00Z"),
};
const ofBody = (op: string, value: string) => ({ fact: "event.data.body", op, value });

test.each([
  ["a large pattern", ofBody("matches", "[ab]{0,1000}[ab]{0,900}[xy]")],
  ["many leaves", { any: Array.from({ length: 199 }, (_, index) => ofBody("contains", `x${index}`)) }],
])("%s over the largest event leaves a filter undecided and holds nothing up (COND-26)", (_what, filter) => {
  expect(judgeByFilter(filter, event)).toEqual({
    truth: "unknown",
    message: "The filter could not be decided: the event is too large for it.",
  });
});

test("a filter of some leaves decides the largest event (COND-26)", () => {
  expect(judgeByFilter({ any: [ofBody("contains", "x"), ofBody("matches", "^abab")] }, event)).toEqual({
    truth: "true",
  });
});
