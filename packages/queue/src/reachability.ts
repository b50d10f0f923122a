import { answersWithin, type Logger, within } from "@service/runtime";

export type Reachability = {
  /** Cached answer: whether the backend answered lately. Costs nothing. */
  isUp(): boolean;
  /** A call failed: counts as away until a probe succeeds. */
  reportFailure(error: unknown): void;
  /**
   * A call hit its own short deadline. That does not prove the backend is down: probe it, and let `isQuick` return false
   * until it answers.
   */
  reportSlow(): void;
  /** Whether it is up and no probe after `reportSlow` is pending. */
  isQuick(): boolean;
  /** A call was answered. */
  reportAnswer(): void;
  /** Whether a call was answered in the last `withinMs`. */
  hasAnswered(withinMs: number): boolean;
  /** Called whenever the backend has become reachable, also the first time. */
  onUp(listener: () => void): void;
  /** Probes now. */
  check(timeoutMs: number): Promise<boolean>;
  close(): void;
};

/** Probe interval while up: short enough to notice a frozen backend before most callers do. */
const intervalUpMs = 1_000;
const intervalDownMs = 200;
const probeTimeoutMs = 700;
/** Drop an open connection after so many probes timed out on it: it may be half-open (the peer is gone). */
const timeoutsBeforeReconnect = 4;

/** Watches a backend: a cached flag, updated by probes and by failures of real calls. */
export function watchReachability(options: {
  /** One cheap request to the backend. */
  probe: () => Promise<void>;
  /** Drops connections that do not answer. */
  reconnect: () => void;
  kind: string;
  log: Logger;
  /** Multiplies the deadline of a probe. */
  patience: number;
}): Reachability {
  const { probe, reconnect, kind, log, patience } = options;
  const upListeners: (() => void)[] = [];
  let isUp = false;
  /** What was found last is in the log, so that a backend that is away from the start is as well. */
  let isReported = false;
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

  /** Concurrent callers share one probe, including one already under way. */
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
    isReported = false;
    log.info({ backend: kind }, "queue backend is reachable");
    for (const listener of upListeners) listener();
  }

  function goDown(error: unknown): void {
    answeredAtMs = Number.NEGATIVE_INFINITY;
    if (isReported || isClosed) return;
    isUp = false;
    isReported = true;
    log.warn({ backend: kind, err: error }, "queue backend is away");
  }

  void ask();
  return {
    isUp: () => isUp,
    reportFailure(error) {
      goDown(error);
      // Probe immediately: when only one call was slow, the flag is back within a round trip.
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
      const isAnswered = await answersWithin(probe, timeoutMs);
      // `isUp` must agree with this answer: a process checks it before it takes work.
      if (isAnswered) goUp();
      return isAnswered;
    },
    close() {
      isClosed = true;
      isUp = false;
      clearTimeout(timer);
    },
  };
}
