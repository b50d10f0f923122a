/** Long enough for a machine that is busy with other things: how fast something is, is not for tests to judge. */
const defaultDeadlineMs = 90_000;

/** Something that code under test announces and a test waits for, instead of sleeping. */
export type Signal<T> = {
  /** Announces a value: the oldest waiting caller receives it, or the next who asks. */
  send(value: T): void;
  /** The next value, in order. @throws after `deadlineMs` without one. */
  next(deadlineMs?: number): Promise<T>;
  /** Values announced so far. */
  readonly count: number;
};

export function createSignal<T = void>(name = "signal"): Signal<T> {
  // Wrapped, so that a missing entry and an announced `undefined` differ.
  const unread: { value: T }[] = [];
  const waiting: ((value: T) => void)[] = [];
  let count = 0;
  return {
    send(value) {
      count += 1;
      const first = waiting.shift();
      if (first) first(value);
      else unread.push({ value });
    },
    next(deadlineMs = defaultDeadlineMs) {
      const oldest = unread.shift();
      if (oldest) return Promise.resolve(oldest.value);
      return new Promise<T>((resolve, reject) => {
        const receive = (value: T): void => {
          clearTimeout(timer);
          resolve(value);
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(receive), 1);
          reject(new Error(`${name} did not come within ${deadlineMs} ms (${count} so far)`));
        }, deadlineMs);
        waiting.push(receive);
      });
    },
    get count() {
      return count;
    },
  };
}

/**
 * Waits until `condition` answers something other than `false`, `undefined` or `null`, and returns it. It asks again
 * every `everyMs`: for states of another process that announces nothing; where a signal exists, use the signal.
 *
 * @throws after `deadlineMs`, with the last error of `condition` as the cause.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { deadlineMs = defaultDeadlineMs, everyMs = 20, what = "the condition" } = {},
): Promise<Exclude<T, false | undefined | null>> {
  const deadline = Date.now() + deadlineMs;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (isSomething(value)) return value;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() >= deadline) throw new Error(`${what} did not hold within ${deadlineMs} ms`, { cause: lastError });
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

function isSomething<T>(value: T): value is Exclude<T, false | undefined | null> {
  return value !== false && value !== undefined && value !== null;
}
