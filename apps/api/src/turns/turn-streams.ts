import { fail } from "@service/contract";
import type { Deps } from "@service/domain";
import { cancelTurnOnLeave, createFrameReader, type FrameReader, noteWaiting } from "@service/domain/turns";

/** A poll stands in for announcements that were lost, and for a queue without them (TURN-34). */
const pollMs = 250;
/** A stream that has been silent for long is polled every so many polls. */
const slowAfterMs = 5_000;
const slowEvery = 4;
/** Readers of a turn that ends with its last reader are announced to the other processes. */
const tellReadersMs = 3_000;
/** A turn that is cancelled without readers gets so long for one to come back (TURN-37). */
const leaveMs = 10_000;
/** What a reader over the cap is asked to wait, seconds. */
const retrySeconds = 5;

/** One reader's attachment to a turn. */
export interface Attached {
  /** Resolves when the turn may have news, or its stream is polled; at once when there were some since the last call. */
  news(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What all streams of a process share. */
export interface TurnStreams {
  readonly read: FrameReader;
  readonly attachedCount: number;
  /**
   * @param turn.cancelsOnLeave cancel the turn when nobody has read its stream for a while.
   * @throws `streams_exhausted` over the cap of the process.
   */
  attach(turn: {
    readonly turnId: string;
    readonly conversationId: string;
    readonly cancelsOnLeave: boolean;
  }): Attached;
  /** Like `attach`, for a caller that waits for the end of a turn: no stream, and not counted. */
  watch(turnId: string): Attached;
  noteWaiting(turnId: string): Promise<boolean>;
  close(): void;
}

interface Watcher {
  readonly turnId: string;
  hasNews: boolean;
  newsAtMs: number;
  wake: (() => void) | undefined;
}

/**
 * Wakes the streams of a process: by announcements of the workers, and by a poll. All streams that are woken together read in
 * one statement (`createFrameReader`).
 */
export function openTurnStreams(
  { db, queue, log }: Pick<Deps, "db" | "queue" | "log">,
  { streamsMax }: { readonly streamsMax: number },
): TurnStreams {
  const byTurn = new Map<string, Set<Watcher>>();
  /** Streams of turns that are cancelled without readers, by turn. */
  const needed = new Map<
    string,
    { readers: number; readonly conversationId: string; leaving?: NodeJS.Timeout | undefined }
  >();
  let streams = 0;
  let polls = 0;

  const wake = (watcher: Watcher): void => {
    watcher.hasNews = true;
    watcher.wake?.();
  };
  const announced = queue.subscribe("turn-frames", (ids) => {
    const now = performance.now();
    for (const id of ids)
      for (const watcher of byTurn.get(id) ?? []) {
        watcher.newsAtMs = now;
        wake(watcher);
      }
  });
  const readersElsewhere = queue.subscribe("turn-readers", (ids) => {
    for (const id of ids) {
      const kept = needed.get(id);
      if (kept?.readers === 0) {
        clearTimeout(kept.leaving);
        needed.delete(id);
      }
    }
  });
  const polling = setInterval(() => {
    polls += 1;
    const slowSinceMs = performance.now() - slowAfterMs;
    const isSlowTurn = polls % slowEvery === 0;
    for (const watchers of byTurn.values())
      for (const watcher of watchers) if (isSlowTurn || watcher.newsAtMs > slowSinceMs) wake(watcher);
  }, pollMs);
  polling.unref();
  const telling = setInterval(() => {
    const read = [...needed].flatMap(([id, { readers }]) => (readers > 0 ? [id] : []));
    if (read.length > 0) queue.announce("turn-readers", read);
  }, tellReadersMs);
  telling.unref();

  function watch(turnId: string): Attached {
    const watcher: Watcher = { turnId, hasNews: false, newsAtMs: performance.now(), wake: undefined };
    const watchers = byTurn.get(turnId) ?? new Set();
    byTurn.set(turnId, watchers.add(watcher));
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
        if (watchers.size === 0) byTurn.delete(turnId);
      },
    };
  }

  function join(turnId: string, conversationId: string): void {
    const kept = needed.get(turnId) ?? { readers: 0, conversationId };
    clearTimeout(kept.leaving);
    needed.set(turnId, { readers: kept.readers + 1, conversationId });
    queue.announce("turn-readers", [turnId]);
  }

  function leave(turnId: string): void {
    const kept = needed.get(turnId);
    if (kept === undefined) return;
    kept.readers -= 1;
    if (kept.readers > 0) return;
    kept.leaving = setTimeout(() => {
      needed.delete(turnId);
      cancelTurnOnLeave({ db, queue }, { turnId, conversationId: kept.conversationId }).catch((error: unknown) =>
        log.warn({ turn_id: turnId, err: error }, "a turn without readers could not be cancelled"),
      );
    }, leaveMs);
    kept.leaving.unref();
  }

  return {
    read: createFrameReader(db),
    get attachedCount() {
      return streams;
    },
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
    noteWaiting: (turnId) => noteWaiting(db, turnId),
    close() {
      clearInterval(polling);
      clearInterval(telling);
      for (const { leaving } of needed.values()) clearTimeout(leaving);
      announced.close();
      readersElsewhere.close();
    },
  };
}
