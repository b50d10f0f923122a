import { type Clock, type Coalesced, type Logger, coalesce } from "@service/runtime";

import type { Backend, Hearer, Ringer } from "./backend.ts";
import type { BellName } from "./bells.ts";
import { type Budgets, createBudgets } from "./budgets.ts";
import { openPostgresBackend } from "./postgres-backend.ts";
import { watchReachability } from "./reachability.ts";
import { openRedisBackend } from "./redis-backend.ts";
import { within } from "./within.ts";

export type QueueOptions = {
  /** `redis://`, `rediss://` or `postgres://` (`QUEUE_URL`). */
  url: string;
  clock: Clock;
  log: Logger;
  /** Separates installations (and test files) that share one Redis; letters, digits, `-`. */
  prefix?: string;
  /** How many times longer than promised below the backend may take (default 1): for tests on a machine that is busy. */
  patience?: number;
};

/** Called when the bell has rung. Rings during a call lead to one more call. Must bound its own time. */
export type BellHandler = () => Promise<void>;

export type BellListener = {
  /** Stops listening and waits for the handler that is at work. */
  close(): Promise<void>;
};

export type Queue = {
  /**
   * Rings a bell: `true` when the backend has it. Never throws and never takes longer than 800 ms; while the backend
   * is known to be away it answers `false` at once. Rings of one bell that wait share one call.
   *
   * `trustedForMs`: a backend that answered any call of this process in the last so many milliseconds counts as having
   * the ring while it is still on its way. Should it be lost there, a poll finds what it announced (runs.md 5.3).
   */
  ring(bell: BellName, options?: { trustedForMs?: number }): Promise<boolean>;
  /**
   * Listens to a bell. The listener starts when the backend is reachable and survives its restarts; a bell may be
   * missed, so the caller polls as well (runs.md 5.3). One handler call at a time per listener.
   */
  onBell(bell: BellName, handler: BellHandler, options?: { concurrency: 1 }): BellListener;
  /** Whether the backend answered lately; costs nothing. */
  ready(): boolean;
  /** Asks the backend now; `false` when it does not answer within `timeoutMs`. */
  health(timeoutMs: number): Promise<boolean>;
  budgets: Budgets;
  /** Closes listeners, then connections, within a few seconds even when the backend is frozen. */
  close(): Promise<void>;
};

/** Longest time a ring may take (runs.md 5.3); the API never waits more than a second for the queue (decisions 6). */
const ringDeadlineMs = 800;
/** Rest between two calls for one bell: under load one bell announces what came in it, and an idle bell rings at once. */
const ringRestMs = 4;
const ringsWaitingMax = 100_000;
const closeTimeoutMs = 2_000;

/**
 * Opens the queue. Returns at once, also while the backend is away; see `ready`.
 *
 * @throws when the address names no backend.
 */
export function openQueue({ url, clock, log, prefix = "service", patience = 1 }: QueueOptions): Queue {
  const backend = openBackend({ url, prefix, log, patience });
  const reachability = watchReachability({
    probe: backend.probe,
    reconnect: backend.reconnect,
    kind: backend.kind,
    log,
    patience,
  });
  backend.onLost(reachability.reportFailure);
  const onError = (error: unknown): void => log.debug({ backend: backend.kind, err: error }, "queue backend error");

  const ringers = new Map<BellName, Ringer>();
  // BullMQ keeps a failed start for ever and answers every later call with it, so ringers do not outlive an outage.
  reachability.onUp(() => {
    for (const ringer of ringers.values()) void ringer.close().catch(onError);
    ringers.clear();
  });

  async function ringOnce(bell: BellName, calledAtMs: number): Promise<boolean> {
    const leftMs = ringDeadlineMs * patience - (performance.now() - calledAtMs);
    if (!reachability.isUp() || leftMs <= 0) return false;
    const ringer = ringers.get(bell) ?? backend.openRinger(bell, onError);
    ringers.set(bell, ringer);
    try {
      await within(ringer.ring(), leftMs);
      reachability.reportAnswer();
      return true;
    } catch (error) {
      reachability.reportFailure(error);
      return false;
    }
  }

  const sharedRings = new Map<BellName, Coalesced<number, boolean>>();
  function sharedRing(bell: BellName): Coalesced<number, boolean> {
    const known = sharedRings.get(bell);
    if (known) return known;
    const made = coalesce<number, boolean>({
      name: `ring ${bell}`,
      // A ring that arrives while one is under way needs another: the first may have been heard before the caller's
      // row was committed.
      run: async (calledAt) => {
        const isRung = await ringOnce(bell, Math.min(...calledAt));
        return calledAt.map(() => isRung);
      },
      restMs: ringRestMs,
      maxBatch: 4_096,
      maxInFlight: 1,
      maxWaiting: ringsWaitingMax,
      retryItemByItem: false,
    });
    sharedRings.set(bell, made);
    return made;
  }

  const listeners = new Set<BellListener>();
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await Promise.all([...listeners].map((listener) => listener.close()));
    reachability.close();
    const ends = [...ringers.values()].map((ringer) => ringer.close());
    await within(Promise.allSettled(ends), closeTimeoutMs).catch(onError);
    await within(backend.close(), closeTimeoutMs).catch(onError);
  }

  return {
    async ring(bell, { trustedForMs = 0 } = {}) {
      if (!reachability.isUp() || closing) return false;
      const isRung = sharedRing(bell)(performance.now()).catch((error: unknown) => {
        log.warn({ bell, err: error }, "bell not rung");
        return false;
      });
      return reachability.hasAnswered(trustedForMs) || isRung;
    },
    onBell(bell, handler) {
      const listener = listen({ bell, handler, backend, reachability, log, onError });
      const registered: BellListener = {
        async close() {
          await listener.close();
          listeners.delete(registered);
        },
      };
      listeners.add(registered);
      return registered;
    },
    ready: () => reachability.isUp(),
    health: (timeoutMs) => reachability.check(timeoutMs),
    budgets: createBudgets({
      clock,
      isReachable: () => reachability.isQuick(),
      reportAnswer: () => reachability.reportAnswer(),
      reportFailure: (error) => reachability.reportFailure(error),
      reportSlow: () => reachability.reportSlow(),
      spendBatch: backend.spendBatch,
      patience,
    }),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

function openBackend(options: { url: string; prefix: string; log: Logger; patience: number }): Backend {
  const { protocol } = new URL(options.url);
  switch (protocol) {
    case "redis:":
    case "rediss:":
      return openRedisBackend(options);
    case "postgres:":
    case "postgresql:":
      return openPostgresBackend(options);
    default:
      throw new Error(`the queue's address must start with redis://, rediss:// or postgres://, not ${protocol}//`);
  }
}

/** Hears one bell for as long as the process lives, whatever happens to the backend. */
function listen(given: {
  bell: BellName;
  handler: BellHandler;
  backend: Backend;
  reachability: { isUp(): boolean; onUp(listener: () => void): void; reportFailure(error: unknown): void };
  log: Logger;
  onError: (error: unknown) => void;
}): BellListener {
  const { bell, handler, backend, reachability, log, onError } = given;
  let hearer: Hearer | undefined;
  let isClosed = false;
  let working: Promise<void> | undefined;
  let isRungAgain = false;

  /** One call at a time, also while an old hearer still ends and a new one has begun. */
  function onRing(): Promise<void> {
    if (working) {
      isRungAgain = true;
      return working;
    }
    working = work().finally(() => {
      working = undefined;
    });
    return working;
  }

  async function work(): Promise<void> {
    do {
      isRungAgain = false;
      try {
        await handler();
      } catch (error) {
        log.error({ bell, err: error }, "bell handler failed");
      }
    } while (isRungAgain && !isClosed);
  }

  function hearAnew(): void {
    if (isClosed) return;
    void hearer?.close(true).catch(onError);
    const made = backend.openHearer(bell, onRing, onError);
    hearer = made;
    made.started.catch((error: unknown) => {
      if (hearer === made && !isClosed) reachability.reportFailure(error);
    });
  }

  // Every time the backend comes back: a blocking read of before the outage may never settle (see redis-backend.ts).
  reachability.onUp(hearAnew);
  if (reachability.isUp()) hearAnew();

  return {
    async close() {
      isClosed = true;
      const ending = hearer;
      hearer = undefined;
      await working;
      if (!ending) return;
      // Gracefully while the backend answers; a frozen one must not hold up the end of the process.
      const graceful = reachability.isUp() ? ending.close(false) : ending.close(true);
      await within(graceful, closeTimeoutMs).catch((error: unknown) => {
        onError(error);
        void ending.close(true).catch(onError);
      });
    },
  };
}
