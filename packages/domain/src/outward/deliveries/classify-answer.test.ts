import { describe, expect, test } from "@jest/globals";

import { classifyAnswer, type Outcome, transportFailures } from "./classify-answer.ts";

const nowMs = Date.parse("2026-03-22T12:00:00Z");

function outcomeOf(status: number, headers: Record<string, string> = {}): Outcome {
  return classifyAnswer({ kind: "answer", status, headers }, nowMs).outcome;
}

describe("an answer", () => {
  test("is classified as HOOK-58 says, for every status", () => {
    const transient = new Set([302, 307, 408, 409, 421, 423, 425, 429]);
    for (let status = 200; status < 600; status += 1) {
      const expected: Outcome =
        status < 300
          ? "delivered"
          : transient.has(status) || (status >= 500 && status !== 501 && status !== 505)
            ? "transient"
            : "permanent";
      expect([status, outcomeOf(status)]).toEqual([status, expected]);
    }
  });

  test("410 means that the endpoint is gone, and so does the receiver's request to be disabled (HOOK-59)", () => {
    expect(classifyAnswer({ kind: "answer", status: 410, headers: {} }, nowMs).isGone).toBe(true);
    expect(classifyAnswer({ kind: "answer", status: 404, headers: {} }, nowMs).isGone).toBe(false);
    const disable = classifyAnswer({ kind: "answer", status: 500, headers: { "webhook-delivery": "disable" } }, nowMs);
    expect(disable).toMatchObject({ outcome: "permanent", isGone: true });
    const abort = classifyAnswer(
      { kind: "answer", status: 500, headers: { "webhook-delivery": "abort-message" } },
      nowMs,
    );
    expect(abort).toMatchObject({ outcome: "permanent", isGone: false });
    // Ignored on a success.
    expect(outcomeOf(200, { "webhook-delivery": "abort-message" })).toBe("delivered");
  });

  test("that never came is transient, whatever the reason; only time-outs wait at least a minute (HOOK-58)", () => {
    for (const failure of transportFailures) {
      const verdict = classifyAnswer({ kind: "failure", failure }, nowMs);
      expect(verdict).toMatchObject({ outcome: "transient", errorCode: failure });
      expect(verdict.isReceiverOverloaded).toBe(failure === "timeout" || failure === "connect_timeout");
    }
  });

  test("may name a time, in seconds or as a date, on 429 and 503 only (HOOK-55)", () => {
    const after = (status: number, text: string) =>
      classifyAnswer({ kind: "answer", status, headers: { "retry-after": text } }, nowMs).retryAfterSeconds;
    expect(after(429, "120")).toBe(120);
    expect(after(503, "Sun, 22 Mar 2026 12:02:00 GMT")).toBe(120);
    expect(after(503, "Sun, 22 Mar 2020 12:02:00 GMT")).toBe(0);
    expect(after(500, "120")).toBeUndefined();
    expect(after(429, "soon")).toBeUndefined();
    expect(after(429, "-5")).toBeUndefined();
    expect(after(429, "99999999999999999999")).toBe(1e20);
  });
});
