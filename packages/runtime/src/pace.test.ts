import { expect, test } from "@jest/globals";

import { createPace } from "./pace.ts";

/** How many of `count` calls, one every `gapMs`, are fast. */
function fastOf(count: number, gapMs: number): number {
  let now = 0;
  const pace = createPace({ everyMs: 5, patienceMs: 25, nowMs: () => now });
  let fast = 0;
  for (let call = 0; call < count; call += 1) {
    if (pace.isFast()) fast += 1;
    now += gapMs;
  }
  return fast;
}

test("calls at the allowed rate or below are never fast, above it they are after a while", () => {
  expect(fastOf(1_000, 10)).toBe(0);
  expect(fastOf(1_000, 5)).toBe(0);
  expect(fastOf(1_000, 2.5)).toBeGreaterThan(980);
  expect(fastOf(5, 0)).toBe(0);
  expect(fastOf(6, 0)).toBe(1);
});

test("a pause makes it slow again, however fast it was", () => {
  let now = 0;
  const pace = createPace({ everyMs: 5, patienceMs: 25, nowMs: () => now });
  for (let call = 0; call < 10_000; call += 1) pace.isFast();
  expect(pace.isFast()).toBe(true);
  now += 50;
  expect(pace.isFast()).toBe(false);
});
