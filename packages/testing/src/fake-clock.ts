import type { Clock } from "@service/runtime";

export type FakeClock = Clock & {
  /** Moves time forward (or, negative, back). */
  advance(milliseconds: number): void;
  set(time: Date): void;
};

/** A clock that moves only when the test advances it. */
export function fakeClock(start: Date = new Date("2026-01-15T12:00:00.000Z")): FakeClock {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    nowMs: () => current,
    advance(milliseconds) {
      current += milliseconds;
    },
    set(time) {
      current = time.getTime();
    },
  };
}
