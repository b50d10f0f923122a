import type { Logger } from "@service/runtime";

export interface WakeLoopOptions {
  /** Names the loop in its log lines. */
  readonly name: string;
  readonly log: Logger;
  /** Longest pause between two looks, milliseconds; random within the range, so that processes do not synchronize. */
  readonly pollMs: { readonly least: number; readonly most: number };
  /** Pause after a look that failed, milliseconds: the first, doubled up to the last. 250 and 5,000 by default. */
  readonly backoffMs?: { readonly first: number; readonly last: number };
  /** Pauses before the first look too, so that tasks of processes started together drift apart. Default false. */
  readonly pausesFirst?: boolean;
  /**
   * Does what is due now. A long one should end soon after `signal` aborts: the loop is being stopped.
   * @returns milliseconds until the next look, when that is sooner than the poll.
   */
  readonly look: (signal: AbortSignal) => Promise<number | void>;
}

export interface WakeLoop {
  /** Something may be due: look now, or once more when a look is under way. */
  wake(): void;
  /**
   * As `wake`, for a listener of the queue: resolves when that look has ended, so that a wake-up that comes meanwhile goes
   * to another process. Resolves at once while looks fail.
   */
  wakeAndWait(): Promise<void>;
  /** Looks no more; resolves when the look under way has ended. Safe to call twice. */
  stop(): Promise<void>;
}

const usualBackoffMs = { first: 250, last: 5_000 } as const;

/**
 * Looks for work when woken, and after a pause without a wake-up: a lost wake-up costs latency, never work. One look at a
 * time. The first failure of a row is logged, and the pause grows until a look succeeds; wake-ups do not shorten that
 * pause, or every caller with work would query a store that is away.
 */
export function startWakeLoop(options: WakeLoopOptions): WakeLoop {
  const { name, log, pollMs, backoffMs = usualBackoffMs, pausesFirst = false, look } = options;
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  let failures = 0;
  let woken = Promise.withResolvers<void>();
  /** The end of the next look to begin. */
  let looked = Promise.withResolvers<void>();

  const pollPauseMs = (): number => pollMs.least + Math.random() * (pollMs.most - pollMs.least);

  async function lookOnce(): Promise<number> {
    try {
      const sooner = await look(stopping.signal);
      if (failures > 0) log.info({ loop: name }, "the loop works again");
      failures = 0;
      return Math.min(sooner ?? Number.POSITIVE_INFINITY, pollPauseMs());
    } catch (error) {
      if (failures === 0) log.warn({ loop: name, err: error }, "the loop failed; it will be retried");
      failures += 1;
      return Math.min(backoffMs.last, backoffMs.first * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
    }
  }

  async function run(): Promise<void> {
    if (pausesFirst) await pause(pollPauseMs());
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      const ended = looked;
      looked = Promise.withResolvers<void>();
      const pauseMs = await lookOnce();
      ended.resolve();
      await pause(pauseMs);
    }
    looked.resolve();
  }

  async function pause(ms: number): Promise<void> {
    const passed = Promise.withResolvers<void>();
    const timer = setTimeout(passed.resolve, ms);
    await Promise.race([passed.promise, failures > 0 ? stopped.promise : woken.promise]);
    clearTimeout(timer);
  }

  const running = run();
  return {
    wake: () => woken.resolve(),
    wakeAndWait() {
      woken.resolve();
      return failures > 0 || stopping.signal.aborted ? Promise.resolve() : looked.promise;
    },
    async stop() {
      stopping.abort();
      stopped.resolve();
      woken.resolve();
      await running;
    },
  };
}
