import { setTimeout } from "node:timers/promises";

import { type Budgets, createBudgets } from "@service/rate-limits";
import { type Clock, type Batcher, type Logger, createBatcher, within } from "@service/runtime";

import { type Backend, announcementBytesMax, type Listener, type Waker } from "./backend.ts";
import type { ChannelName, TopicName } from "./channels.ts";
import { watchReachability } from "./reachability.ts";
import { parseSentinels, sentinelsShape } from "./sentinels.ts";

export type QueueOptions = {
  /** `redis://`, `rediss://`, `redis+sentinel://` or `postgres://` (`QUEUE_URL`). */
  url: string;
  clock: Clock;
  log: Logger;
  /** Separates installations (and test files) that share one Redis; letters, digits, `-`. */
  prefix?: string;
  /** Multiplies the deadlines below (default 1): for tests on a busy machine. */
  patience?: number;
};

/** Called after a wake-up. Wake-ups during a call lead to one more call. Must limit its own duration. */
export type WakeHandler = () => Promise<void>;

export type ChannelListener = {
  /** Stops listening and waits for a running handler. */
  close(): Promise<void>;
};

export type Queue = {
  /**
   * Wakes the listeners of a channel: `true` when the backend has the wake-up. Never throws and never takes longer than
   * 800 ms; returns `false` immediately while the backend is known to be away. Waiting calls for one channel share one
   * wake-up.
   *
   * `trustedForMs`: when the backend answered any call of this process within so many milliseconds, return `true` without
   * waiting for this one. If the wake-up is lost after all, a poll finds the work (RUN-65).
   */
  wake(channel: ChannelName, options?: { trustedForMs?: number }): Promise<boolean>;
  /**
   * Listens to a channel. The listener starts when the backend is reachable and survives its restarts. Poll as well: a
   * wake-up may be missed (RUN-65). One handler call at a time per listener.
   */
  listen(channel: ChannelName, handler: WakeHandler): ChannelListener;
  /**
   * Tells all processes that subscribed to the topic these ids (without commas). Never throws and does not wait; what cannot
   * be sent is dropped, as subscribers poll as well. Ids of calls that come while one is sent go together.
   */
  announce(topic: TopicName, ids: readonly string[]): void;
  /** Calls `onIds` with the ids that other processes and this one announce, from now on. */
  subscribe(topic: TopicName, onIds: (ids: readonly string[]) => void): { close(): void };
  /** Whether the backend answered lately; cached, costs nothing. */
  ready(): boolean;
  /** Probes the backend now; `false` when it does not answer within `timeoutMs`. */
  health(timeoutMs: number): Promise<boolean>;
  budgets: Budgets;
  /** Closes listeners, then connections, within a few seconds even when the backend is frozen. */
  close(): Promise<void>;
};

/** Longest duration of `wake` (RUN-67): the API never waits more than a second for the queue (OPS-7). */
const wakeDeadlineMs = 800;
/**
 * Pause after a wake-up that several calls shared: each costs this process as much as a small request, and under load the
 * next one serves all calls of the pause. A call that finds none under way is sent immediately.
 */
const wakeRestMs = 4;
const wakesWaitingMax = 100_000;
const closeTimeoutMs = 2_000;

/**
 * Opens the queue. Does not wait for the backend, which may be away: see `ready`.
 *
 * @throws when the URL's scheme is not one of a backend.
 */
export async function openQueue({ url, clock, log, prefix = "service", patience = 1 }: QueueOptions): Promise<Queue> {
  const backend = await openBackend({ url, prefix, log, patience });
  const reachability = watchReachability({
    probe: backend.probe,
    reconnect: backend.reconnect,
    kind: backend.kind,
    log,
    patience,
  });
  backend.onLost(reachability.reportFailure);
  const onError = (error: unknown): void => log.debug({ backend: backend.kind, err: error }, "queue backend error");

  const wakers = new Map<ChannelName, Waker>();
  // BullMQ caches a failed start and rejects every later call with it, so replace wakers after an outage.
  reachability.onUp(() => {
    for (const waker of wakers.values()) void waker.close().catch(onError);
    wakers.clear();
  });

  async function wakeOnce(channel: ChannelName, calledAtMs: number): Promise<boolean> {
    const leftMs = wakeDeadlineMs * patience - (performance.now() - calledAtMs);
    if (!reachability.isUp() || leftMs <= 0) return false;
    const waker = wakers.get(channel) ?? backend.openWaker(channel, onError);
    wakers.set(channel, waker);
    try {
      await within(waker.wake(), leftMs);
      reachability.reportAnswer();
      return true;
    } catch (error) {
      reachability.reportFailure(error);
      return false;
    }
  }

  const sharedWakes = new Map<ChannelName, Batcher<number, boolean>>();
  function sharedWake(channel: ChannelName): Batcher<number, boolean> {
    const existing = sharedWakes.get(channel);
    if (existing) return existing;
    const made = createBatcher<number, boolean>({
      name: `wake ${channel}`,
      // A call that arrives while a wake-up is under way needs another: the first may have been handled before the
      // caller's row was committed.
      run: async (calledAt) => {
        const isTaken = await wakeOnce(channel, Math.min(...calledAt));
        return calledAt.map(() => isTaken);
      },
      rest: (calls) => (calls > 1 ? setTimeout(wakeRestMs, undefined, { ref: false }) : undefined),
      maxBatch: 4_096,
      maxInFlight: 1,
      maxWaiting: wakesWaitingMax,
    });
    sharedWakes.set(channel, made);
    return made;
  }

  const announcers = new Map<TopicName, (ids: readonly string[]) => void>();
  function announcer(topic: TopicName): (ids: readonly string[]) => void {
    const existing = announcers.get(topic);
    if (existing) return existing;
    const made = announceTogether({ send: (text) => within(backend.announce(topic, text), wakeDeadlineMs), onError });
    announcers.set(topic, made);
    return made;
  }

  const listeners = new Set<ChannelListener>();
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    await Promise.all([...listeners].map((listener) => listener.close()));
    reachability.close();
    const ends = [...wakers.values()].map((waker) => waker.close());
    await within(Promise.allSettled(ends), closeTimeoutMs).catch(onError);
    await within(backend.close(), closeTimeoutMs).catch(onError);
  }

  return {
    async wake(channel, { trustedForMs = 0 } = {}) {
      if (!reachability.isUp() || closing) return false;
      const isTaken = sharedWake(channel)(performance.now()).catch((error: unknown) => {
        log.warn({ channel, err: error }, "wake-up not sent");
        return false;
      });
      return reachability.hasAnswered(trustedForMs) || isTaken;
    },
    listen(channel, handler) {
      const listener = keepListening({ channel, handler, backend, reachability, log, onError });
      const registered: ChannelListener = {
        async close() {
          await listener.close();
          listeners.delete(registered);
        },
      };
      listeners.add(registered);
      return registered;
    },
    announce(topic, ids) {
      if (reachability.isUp() && !closing) announcer(topic)(ids);
    },
    subscribe: (topic, onIds) => backend.subscribe(topic, (text) => onIds(text.split(",")), onError),
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

/** Sends ids one message at a time; those of calls that come meanwhile form the next messages, each id once. */
function announceTogether(given: {
  readonly send: (text: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}): (ids: readonly string[]) => void {
  const waiting = new Set<string>();
  let isSending = false;

  async function sendAll(): Promise<void> {
    isSending = true;
    while (waiting.size > 0) {
      const ids: string[] = [];
      let bytes = 0;
      for (const id of waiting) {
        bytes += Buffer.byteLength(id) + 1;
        if (bytes > announcementBytesMax && ids.length > 0) break;
        ids.push(id);
      }
      for (const id of ids) waiting.delete(id);
      try {
        await given.send(ids.join(","));
      } catch (error) {
        waiting.clear();
        given.onError(error);
      }
    }
    isSending = false;
  }

  return (ids) => {
    for (const id of ids) waiting.add(id);
    if (!isSending) void sendAll();
  };
}

/** Loads the code of the backend that is used: the clients of Redis take 27 MiB in each process. */
async function openBackend(options: { url: string; prefix: string; log: Logger; patience: number }): Promise<Backend> {
  const protocol = options.url.slice(0, options.url.indexOf("//"));
  switch (protocol) {
    case "redis+sentinel:":
      if (parseSentinels(options.url) === undefined)
        throw new Error(`the queue's address must be ${sentinelsShape}, with ports from 1 to 65535`);
      return (await import("./redis-backend.ts")).openRedisBackend(options);
    case "redis:":
    case "rediss:":
      return (await import("./redis-backend.ts")).openRedisBackend(options);
    case "postgres:":
    case "postgresql:":
      return (await import("./postgres-backend.ts")).openPostgresBackend(options);
    default:
      throw new Error(
        `the queue's address must start with redis://, rediss://, redis+sentinel:// or postgres://, not ${protocol}//`,
      );
  }
}

/** Listens to one channel for the life of the process, across outages of the backend. */
function keepListening(given: {
  channel: ChannelName;
  handler: WakeHandler;
  backend: Backend;
  reachability: { isUp(): boolean; onUp(listener: () => void): void; reportFailure(error: unknown): void };
  log: Logger;
  onError: (error: unknown) => void;
}): ChannelListener {
  const { channel, handler, backend, reachability, log, onError } = given;
  let listener: Listener | undefined;
  let isClosed = false;
  let working: Promise<void> | undefined;
  let isWokenAgain = false;

  /** One call at a time, even while an old listener is still closing beside its successor. */
  function onWake(): Promise<void> {
    if (working) {
      isWokenAgain = true;
      return working;
    }
    working = work().finally(() => {
      working = undefined;
    });
    return working;
  }

  async function work(): Promise<void> {
    do {
      isWokenAgain = false;
      try {
        await handler();
      } catch (error) {
        log.error({ channel, err: error }, "wake-up handler failed");
      }
    } while (isWokenAgain && !isClosed);
  }

  function listenAnew(): void {
    if (isClosed) return;
    void listener?.close(true).catch(onError);
    const made = backend.openListener(channel, onWake, onError);
    listener = made;
    made.started.catch((error: unknown) => {
      if (listener === made && !isClosed) reachability.reportFailure(error);
    });
  }

  // After every outage: a blocking read begun before it may never settle (see redis-backend.ts).
  reachability.onUp(listenAnew);
  if (reachability.isUp()) listenAnew();

  return {
    async close() {
      isClosed = true;
      const ending = listener;
      listener = undefined;
      await working;
      if (!ending) return;
      // Close gracefully only while the backend answers: a frozen one must not delay the process's exit.
      const graceful = reachability.isUp() ? ending.close(false) : ending.close(true);
      await within(graceful, closeTimeoutMs).catch((error: unknown) => {
        onError(error);
        void ending.close(true).catch(onError);
      });
    },
  };
}
