import type { Logger } from "@service/runtime";

export interface WakeLoopOptions {
  /** Names the loop in its log lines. */
  readonly name: string;
  readonly log: Logger;
  /** Longest pause between two looks, milliseconds; random within the range, so that processes do not synchronize. */
  readonly pollMs: { readonly least: number; readonly most: number };
  /** Pause after a look that failed, milliseconds: the first, doubled up to the last. 250 and 5,000 by default. */
  readonly backoffMs?: { readonly first: number; readonly last: number };
  /**
   * Does what is due now.
   * @returns milliseconds until the next look, when that is sooner than the poll.
   */
  readonly look: () => Promise<number | undefined>;
}

export interface WakeLoop {
  /** Something may be due: look now, or once more when a look is under way. */
  wake(): void;
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
  const { name, log, pollMs, backoffMs = usualBackoffMs, look } = options;
  let isStopping = false;
  let failures = 0;
  let woken = Promise.withResolvers<void>();

  async function lookOnce(): Promise<number> {
    const pauseMs = pollMs.least + Math.random() * (pollMs.most - pollMs.least);
    try {
      const sooner = await look();
      if (failures > 0) log.info({ loop: name }, "the loop works again");
      failures = 0;
      return sooner === undefined ? pauseMs : Math.min(sooner, pauseMs);
    } catch (error) {
      if (failures === 0) log.warn({ loop: name, err: error }, "the loop could not look for work; retrying");
      failures += 1;
      return Math.min(backoffMs.last, backoffMs.first * 2 ** (failures - 1)) * (0.75 + Math.random() / 2);
    }
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      woken = Promise.withResolvers<void>();
      await pause(await lookOnce());
    }
  }

  async function pause(ms: number): Promise<void> {
    const passed = Promise.withResolvers<void>();
    const timer = setTimeout(passed.resolve, ms);
    await Promise.race(failures > 0 ? [passed.promise, stopped.promise] : [passed.promise, woken.promise]);
    clearTimeout(timer);
  }

  const stopped = Promise.withResolvers<void>();
  const running = run();
  return {
    wake: () => woken.resolve(),
    async stop() {
      isStopping = true;
      stopped.resolve();
      woken.resolve();
      await running;
    },
  };
}
