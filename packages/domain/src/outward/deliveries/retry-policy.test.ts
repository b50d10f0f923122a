import { randomUUID } from "node:crypto";

import { describe, expect, test } from "@jest/globals";
import { fakeClock } from "@service/testing";

import { cycleDeadlineSeconds, standardV3WaitsSeconds, attemptsMax, waitAfter } from "./retry-policy.ts";

const plain = { retryAfterSeconds: undefined, isReceiverOverloaded: false };

describe("standard-v3", () => {
  test("is sixteen attempts over 283,955 seconds (HOOK-53)", () => {
    expect(attemptsMax).toBe(16);
    expect(standardV3WaitsSeconds.reduce((sum: number, wait) => sum + wait, 0)).toBe(283_955);
  });

  test("keeps jitter within its bounds and ends before 84 h over the whole schedule, for 10,000 deliveries", () => {
    let shortest = Infinity;
    let longest = 0;
    let outside = 0;
    for (let count = 0; count < 10_000; count += 1) {
      const deliveryId = randomUUID();
      const clock = fakeClock();
      const startMs = clock.nowMs();
      let attempts = 1;
      for (;;) {
        const waitMs = waitAfter({ deliveryId, cycle: 1, attemptNumber: attempts, ...plain }, 1);
        if (waitMs === undefined) break;
        const step = standardV3WaitsSeconds[attempts] ?? 0;
        const bound = Math.min(step * 0.1, 600);
        if (Math.abs(waitMs / 1_000 - step) > bound) outside += 1;
        clock.advance(waitMs);
        attempts += 1;
      }
      if (attempts !== 16) outside += 1;
      const totalSeconds = (clock.nowMs() - startMs) / 1_000;
      shortest = Math.min(shortest, totalSeconds);
      longest = Math.max(longest, totalSeconds);
    }
    expect(outside).toBe(0);
    expect(shortest / 86_400).toBeGreaterThan(3.21);
    expect(longest / 86_400).toBeLessThan(3.36);
    expect(longest).toBeLessThan(cycleDeadlineSeconds);
  });

  test("stops at 84 h whatever receivers ask for: 10,000 deliveries with random Retry-After and time-outs (HOOK-56)", () => {
    let outside = 0;
    let stopped = 0;
    for (let count = 0; count < 10_000; count += 1) {
      const deliveryId = randomUUID();
      const clock = fakeClock();
      const deadlineMs = clock.nowMs() + cycleDeadlineSeconds * 1_000;
      // From a receiver that never sends Retry-After to one that always asks for a year.
      const appetite = count % 10;
      let attempts = 1;
      for (;;) {
        const requestedDelay = Math.floor(Math.random() * 10) < appetite ? 31_536_000 * Math.random() : undefined;
        const failed = {
          deliveryId,
          cycle: 1,
          attemptNumber: attempts,
          retryAfterSeconds: requestedDelay,
          isReceiverOverloaded: count % 3 === 0,
        };
        const waitMs = waitAfter(failed, 1);
        const step = standardV3WaitsSeconds[attempts];
        if (waitMs === undefined || step === undefined) break;
        const jitter = Math.min(step * 0.1, 600);
        if (waitMs / 1_000 < step - jitter || waitMs / 1_000 > Math.max(2 * step, 60, step + jitter)) outside += 1;
        // As settling an attempt does: never past the deadline, and none after it.
        clock.advance(Math.min(waitMs, deadlineMs - clock.nowMs()));
        attempts += 1;
        if (clock.nowMs() >= deadlineMs) {
          stopped += 1;
          break;
        }
      }
      if (attempts > attemptsMax || clock.nowMs() > deadlineMs) outside += 1;
    }
    expect(outside).toBe(0);
    expect(stopped).toBeGreaterThan(0);
  });

  test("gives the same wait for the same attempt, and spreads different deliveries (HOOK-54)", () => {
    const failed = { deliveryId: "d", cycle: 1, attemptNumber: 9, ...plain };
    expect(waitAfter(failed, 1)).toBe(waitAfter(failed, 1));
    const waits = new Set(Array.from({ length: 100 }, (_, n) => waitAfter({ ...failed, deliveryId: `d${n}` }, 1)));
    expect(waits.size).toBe(100);
  });

  test("Retry-After only raises a wait, to twice the step or a minute at most (HOOK-55)", () => {
    const at = (attemptNumber: number, retryAfterSeconds: number | undefined, isReceiverOverloaded = true) =>
      (waitAfter({ deliveryId: "d", cycle: 1, attemptNumber, retryAfterSeconds, isReceiverOverloaded }, 1) ?? 0) /
      1_000;
    expect(at(1, 0)).toBeCloseTo(5, 0);
    expect(at(1, 31_536_000)).toBe(60);
    expect(at(5, 31_536_000)).toBe(1_800);
    expect(at(5, 1_000)).toBe(1_000);
    expect(at(5, 1)).toBeGreaterThanOrEqual(810);
    // A 429 that names no time, and a time-out, wait a minute.
    expect(at(1, undefined)).toBe(60);
    expect(at(1, undefined, false)).toBeLessThan(6);
  });

  test("the time scale multiplies everything (HOOK-57)", () => {
    for (const failed of [
      { deliveryId: "d", cycle: 2, attemptNumber: 7, ...plain },
      { deliveryId: "d", cycle: 2, attemptNumber: 1, retryAfterSeconds: 1e9, isReceiverOverloaded: true },
      { deliveryId: "d", cycle: 2, attemptNumber: 1, retryAfterSeconds: undefined, isReceiverOverloaded: true },
    ]) {
      expect(waitAfter(failed, 0.001)).toBeCloseTo((waitAfter(failed, 1) ?? 0) * 0.001, 6);
    }
  });
});
