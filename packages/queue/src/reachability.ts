import type { Logger } from "@service/runtime";

import { within } from "./within.ts";

export type Reachability = {
  /** Cached answer: whether the backend answered lately. Costs nothing. */
  isUp(): boolean;
  /** A call failed or was too slow: counts as away until a probe succeeds. */
  reportFailure(error: unknown): void;
  /**
   * A call that had little time was not answered in it: nothing is said of the backend yet. It is asked at once, and until
   * it has answered `isQuick` says no.
   */
  reportSlow(): void;
  /** Whether it is up, and nobody is waiting to hear that it is not slow. */
  isQuick(): boolean;
  /** A call was answered. */
  reportAnswer(): void;
  /** Whether a call was answered in the last `withinMs`. */
  hasAnswered(withinMs: number): boolean;
  /** Called whenever the backend has become reachable, also the first time. */
  onUp(listener: () => void): void;
  /** Asks now. */
  check(timeoutMs: number): Promise<boolean>;
  close(): void;
};

/** While up, often enough that a frozen backend is noticed before most callers meet it. */
const intervalUpMs = 1_000;
const intervalDownMs = 200;
const probeTimeoutMs = 700;
/** Probes that time out on an open connection before it is dropped: it may be half-open (the peer is gone). */
const timeoutsBeforeReconnect = 4;

/** What ioredis and pg say of a command, a query or a connection that took too long. */
function isTimeout(error: unknown): boolean {
  return Error.isError(error) && /timed out|timeout/i.test(error.message);
}

/** Watches a backend: a cached flag, kept by probes while idle and by failures of real calls. */
export function watchReachability(options: {
  /** One cheap question to the backend. */
  probe: () => Promise<void>;
  /** Drops connections that do not answer. */
  reconnect: () => void;
  kind: string;
  log: Logger;
  /** Multiplies the time that a probe is given. */
  patience: number;
}): Reachability {
  const { probe, reconnect, kind, log, patience } = options;
  const upListeners: (() => void)[] = [];
  let isUp = false;
  let isSlow = false;
  let isClosed = false;
  let timeoutsInARow = 0;
  let answeredAtMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let asking: Promise<void> | undefined;

  function schedule(delayMs: number): void {
    if (isClosed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), delayMs);
    timer.unref();
  }

  /** Shared by all who want to know now; a probe under way answers them too. */
  function ask(): Promise<void> {
    asking ??= askOnce().finally(() => {
      asking = undefined;
      schedule(isUp ? intervalUpMs : intervalDownMs);
    });
    return asking;
  }

  async function askOnce(): Promise<void> {
    try {
      await within(probe(), probeTimeoutMs * patience);
      goUp();
    } catch (error) {
      goDown(error);
      timeoutsInARow += 1;
      if (timeoutsInARow % timeoutsBeforeReconnect === 0 && !isClosed) reconnect();
    }
  }

  function goUp(): void {
    timeoutsInARow = 0;
    isSlow = false;
    if (isClosed || isUp) return;
    isUp = true;
    log.info({ backend: kind }, "queue backend is reachable");
    for (const listener of upListeners) listener();
  }

  function goDown(error: unknown): void {
    answeredAtMs = Number.NEGATIVE_INFINITY;
    if (!isUp || isClosed) return;
    isUp = false;
    log.warn({ backend: kind, err: error }, "queue backend is away");
  }

  void ask();
  return {
    isUp: () => isUp,
    reportFailure(error) {
      goDown(error);
      // Asked at once: when a single call was slow, the flag is back within a round trip.
      if (!isClosed) void ask();
    },
    reportSlow() {
      isSlow = true;
      answeredAtMs = Number.NEGATIVE_INFINITY;
      if (!isClosed) void ask();
    },
    isQuick: () => isUp && !isSlow,
    reportAnswer() {
      answeredAtMs = performance.now();
    },
    hasAnswered: (withinMs) => performance.now() - answeredAtMs <= withinMs,
    onUp(listener) {
      upListeners.push(listener);
    },
    async check(timeoutMs) {
      const deadlineMs = performance.now() + timeoutMs;
      for (;;) {
        try {
          await within(probe(), deadlineMs - performance.now());
          // A process that asks before it takes work must find the flag as it was told.
          goUp();
          return true;
        } catch (error) {
          // A call has a shorter patience than this question: one that took too long is asked again.
          if (!isTimeout(error) || performance.now() >= deadlineMs) return false;
        }
      }
    },
    close() {
      isClosed = true;
      isUp = false;
      clearTimeout(timer);
    },
  };
}
