import { fail } from "@service/contract";
import type { Deps } from "@service/domain";
import { presentRights } from "@service/domain/grounding";
import type { SeatDeps, Viewer } from "@service/domain/seats";
import {
  cancelTurnOnLeave,
  createFrameLoader,
  createTurnLoader,
  type FrameLoader,
  noteWaiting,
  type TurnLoader,
} from "@service/domain/turns";

export interface TurnTimes {
  /** Polling replaces lost announcements, and a queue that sends none (TURN-34). */
  readonly pollMs: number;
  /** How often to announce readers of `cancelsOnLeave` turns to the other processes. */
  readonly tellReadersMs: number;
  /** How long a `cancelsOnLeave` turn without readers waits for one before it is cancelled (TURN-37). */
  readonly leaveMs: number;
  /** How often a stream re-reads its reader's rights, so that a revoked key ends it (TURN-36). */
  readonly rightsMs: number;
  /** Readers are notified when no worker has claimed the turn for this long. */
  readonly waitingMs: number;
}

const usualTimes: TurnTimes = {
  pollMs: 250,
  tellReadersMs: 3_000,
  leaveMs: 10_000,
  rightsMs: 15_000,
  waitingMs: 2_000,
};

/** Streams are polled in groups, one after the other; polling all together would delay other requests. */
const pollGroups = 10;
/** Streams silent for this long are polled less often; so are all streams while announcements arrive. */
const slowAfterMs = 5_000;
const slowEvery = 4;
/** One read of a reader's rights serves all the reader's streams for `rightsMs` divided by this. */
const rightsShare = 5;
const readersKept = 1_000;
/** `Retry-After` of a reader over the cap, seconds. */
const retrySeconds = 5;

/** One reader's attachment to a turn. */
export interface Attached {
  /** Resolves when the turn may have news or its stream is polled; immediately if there was news since the last call. */
  news(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** The state shared by all streams of a process. */
export interface TurnStreams {
  readonly times: TurnTimes;
  readonly read: FrameLoader;
  /** Batched reads of turn rows. */
  readonly readTurn: TurnLoader;
  readonly attachedCount: number;
  /** Counts frames of the log that were sent to a reader. */
  relayed(frames: number): void;
  /**
   * @param turn.cancelsOnLeave cancel the turn after `leaveMs` without readers.
   * @throws `streams_exhausted` over the cap of the process.
   */
  attach(turn: {
    readonly turnId: string;
    readonly conversationId: string;
    readonly cancelsOnLeave: boolean;
  }): Attached;
  /** Like `attach`, for a caller that waits for the end of a turn; not counted as a stream. */
  watch(turnId: string): Attached;
  /** The current rights of a reader, cached briefly for all its streams (TURN-36). */
  rightsOf(reader: Viewer): Promise<Viewer>;
  noteWaiting(turnId: string): Promise<boolean>;
  close(): void;
}

interface Watcher {
  readonly turnId: string;
  hasNews: boolean;
  newsAtMs: number;
  /** Poll counter; starts at an offset so that streams that began together are not polled together. */
  polls: number;
  wake: (() => void) | undefined;
}

export interface TurnStreamsOptions {
  readonly streamsMax: number;
  readonly times?: Partial<TurnTimes>;
  /** Called with the number of log frames sent to a reader. */
  readonly onRelayed?: ((frames: number) => void) | undefined;
}

/**
 * Wakes the streams of a process by worker announcements and by polling. Streams that wake together read in one statement
 * (`createFrameLoader`).
 */
export function openTurnStreams(
  { db, queue, log, seats }: Pick<Deps, "db" | "queue" | "log"> & SeatDeps,
  options: TurnStreamsOptions,
): TurnStreams {
  const { streamsMax, times: given = {}, onRelayed = () => undefined } = options;
  const times = { ...usualTimes, ...given };
  const byTurn = new Map<string, Set<Watcher>>();
  /** Readers of `cancelsOnLeave` turns, by turn. */
  const needed = new Map<
    string,
    { readers: number; readonly conversationId: string; leaving?: NodeJS.Timeout | undefined }
  >();
  const groups = Array.from({ length: pollGroups }, () => new Set<Watcher>());
  const rights = new Map<string, { readonly atMs: number; readonly present: Promise<Viewer> }>();
  let streams = 0;
  let watched = 0;
  let polls = 0;
  let announcedAtMs = -Infinity;

  const wake = (watcher: Watcher): void => {
    watcher.hasNews = true;
    watcher.wake?.();
  };
  const announced = queue.subscribe("turn-frames", (ids) => {
    const now = performance.now();
    announcedAtMs = now;
    for (const id of ids)
      for (const watcher of byTurn.get(id) ?? []) {
        watcher.newsAtMs = now;
        wake(watcher);
      }
  });
  const readersElsewhere = queue.subscribe("turn-readers", (ids) => {
    // Restart the countdown: the announcement may be our own, or that of a process that is about to exit.
    for (const id of ids) if (needed.get(id)?.readers === 0) countDown(id);
  });
  /** Runs while a stream is open: a timer of every 25 ms costs an idle API about 0.4 % of a core. */
  let polling: NodeJS.Timeout | undefined;
  const poll = (): void => {
    polls += 1;
    const slowSinceMs = performance.now() - slowAfterMs;
    const wasAnnounced = announcedAtMs > slowSinceMs;
    for (const watcher of groups[polls % pollGroups] ?? []) {
      watcher.polls += 1;
      if ((!wasAnnounced && watcher.newsAtMs > slowSinceMs) || watcher.polls % slowEvery === 0) wake(watcher);
    }
  };
  const telling = setInterval(() => {
    const read = [...needed].flatMap(([id, { readers }]) => (readers > 0 ? [id] : []));
    if (read.length > 0) queue.announce("turn-readers", read);
  }, times.tellReadersMs);
  telling.unref();

  function stopPolling(): void {
    clearInterval(polling);
    polling = undefined;
  }

  function watch(turnId: string): Attached {
    watched += 1;
    const group = groups[watched % pollGroups];
    const polled = Math.floor(watched / pollGroups);
    const watcher: Watcher = { turnId, hasNews: false, newsAtMs: performance.now(), polls: polled, wake: undefined };
    group?.add(watcher);
    const watchers = byTurn.get(turnId) ?? new Set();
    byTurn.set(turnId, watchers.add(watcher));
    polling ??= setInterval(poll, times.pollMs / pollGroups).unref();
    return {
      news(signal) {
        if (watcher.hasNews || signal.aborted) {
          watcher.hasNews = false;
          return Promise.resolve();
        }
        return new Promise((resolve) => {
          const end = (): void => {
            signal.removeEventListener("abort", end);
            watcher.wake = undefined;
            watcher.hasNews = false;
            resolve();
          };
          watcher.wake = end;
          signal.addEventListener("abort", end, { once: true });
        });
      },
      close() {
        watchers.delete(watcher);
        group?.delete(watcher);
        if (watchers.size === 0) byTurn.delete(turnId);
        if (byTurn.size === 0) stopPolling();
      },
    };
  }

  function join(turnId: string, conversationId: string): void {
    const kept = needed.get(turnId) ?? { readers: 0, conversationId };
    clearTimeout(kept.leaving);
    needed.set(turnId, { readers: kept.readers + 1, conversationId });
    queue.announce("turn-readers", [turnId]);
  }

  function rightsOf(reader: Viewer): Promise<Viewer> {
    const key = JSON.stringify(reader);
    const nowMs = performance.now();
    const cached = rights.get(key);
    if (cached !== undefined && nowMs - cached.atMs < times.rightsMs / rightsShare) return cached.present;
    const present = presentRights({ db, seats }, reader);
    if (rights.size >= readersKept) rights.clear();
    rights.set(key, { atMs: nowMs, present });
    present.catch(() => rights.delete(key));
    return present;
  }

  function leave(turnId: string): void {
    const kept = needed.get(turnId);
    if (kept === undefined) return;
    kept.readers -= 1;
    if (kept.readers === 0) countDown(turnId);
  }

  /** Cancels the turn after `leaveMs` unless a reader attaches, in this or another process. */
  function countDown(turnId: string): void {
    const kept = needed.get(turnId);
    if (kept === undefined) return;
    clearTimeout(kept.leaving);
    kept.leaving = setTimeout(() => {
      needed.delete(turnId);
      cancelTurnOnLeave({ db, queue }, { turnId, conversationId: kept.conversationId }).catch((error: unknown) =>
        log.warn({ turn_id: turnId, err: error }, "a turn without readers could not be cancelled"),
      );
    }, times.leaveMs);
    kept.leaving.unref();
  }

  return {
    times,
    read: createFrameLoader(db),
    readTurn: createTurnLoader(db),
    get attachedCount() {
      return streams;
    },
    relayed: onRelayed,
    watch,
    attach({ turnId, conversationId, cancelsOnLeave }) {
      if (streams >= streamsMax) throw fail("streams_exhausted", { retryAfterSeconds: retrySeconds });
      streams += 1;
      if (cancelsOnLeave) join(turnId, conversationId);
      const watched = watch(turnId);
      let isOpen = true;
      return {
        news: (signal) => watched.news(signal),
        close() {
          if (!isOpen) return;
          isOpen = false;
          streams -= 1;
          watched.close();
          if (cancelsOnLeave) leave(turnId);
        },
      };
    },
    rightsOf,
    noteWaiting: (turnId) => noteWaiting(db, turnId),
    close() {
      stopPolling();
      clearInterval(telling);
      for (const { leaving } of needed.values()) clearTimeout(leaving);
      announced.close();
      readersElsewhere.close();
    },
  };
}
