import { fail } from "@service/contract";
import type { Deps } from "@service/domain";
import { type Asker, presentRights } from "@service/domain/grounding";
import type { SeatDeps } from "@service/domain/seats";
import {
  cancelTurnOnLeave,
  createFrameReader,
  createTurnReader,
  type FrameReader,
  noteWaiting,
  type TurnReader,
} from "@service/domain/turns";

export interface TurnTimes {
  /** A poll stands in for announcements that were lost, and for a queue without them (TURN-34). */
  readonly pollMs: number;
  /** Readers of a turn that ends with its last reader are announced to the other processes. */
  readonly tellReadersMs: number;
  /** A turn that is cancelled without readers gets so long for one to come back (TURN-37). */
  readonly leaveMs: number;
  /** A reader of a stream that has run for a while is judged anew, in time for a key that was revoked (TURN-36). */
  readonly rightsMs: number;
  /** Without a worker for so long, readers are notified. */
  readonly waitingMs: number;
}

const usualTimes: TurnTimes = {
  pollMs: 250,
  tellReadersMs: 3_000,
  leaveMs: 10_000,
  rightsMs: 15_000,
  waitingMs: 2_000,
};

/** Streams are polled in so many groups one after the other: all at one moment would hold up every other request. */
const pollGroups = 10;
/** A stream that has been silent for so long is polled less often, and so is every stream while announcements arrive. */
const slowAfterMs = 5_000;
const slowEvery = 4;
/** Rights that were read for one stream serve the others of the reader for this part of the time between two looks. */
const rightsShare = 5;
const readersKept = 1_000;
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
  readonly times: TurnTimes;
  readonly read: FrameReader;
  /** Rows of turns, for all who read at the same time. */
  readonly readTurn: TurnReader;
  readonly attachedCount: number;
  /** Frames of the log are sent to a reader. */
  relayed(frames: number): void;
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
  /** The rights of a reader as they are now, read once for all streams of one reader that ask within a short time (TURN-36). */
  rightsOf(reader: Asker): Promise<Asker>;
  noteWaiting(turnId: string): Promise<boolean>;
  close(): void;
}

interface Watcher {
  readonly turnId: string;
  hasNews: boolean;
  newsAtMs: number;
  /** Counts its polls; begins anywhere, so that streams which began together are not polled together. */
  polls: number;
  wake: (() => void) | undefined;
}

export interface TurnStreamsOptions {
  readonly streamsMax: number;
  readonly times?: Partial<TurnTimes>;
  /** Called with how many frames of the log a reader is sent. */
  readonly onRelayed?: ((frames: number) => void) | undefined;
}

/**
 * Wakes the streams of a process: by announcements of the workers, and by a poll. All streams that are woken together read in
 * one statement (`createFrameReader`).
 */
export function openTurnStreams(
  { db, queue, log, seats }: Pick<Deps, "db" | "queue" | "log"> & SeatDeps,
  options: TurnStreamsOptions,
): TurnStreams {
  const { streamsMax, times: given = {}, onRelayed = () => undefined } = options;
  const times = { ...usualTimes, ...given };
  const byTurn = new Map<string, Set<Watcher>>();
  /** Streams of turns that are cancelled without readers, by turn. */
  const needed = new Map<
    string,
    { readers: number; readonly conversationId: string; leaving?: NodeJS.Timeout | undefined }
  >();
  const groups = Array.from({ length: pollGroups }, () => new Set<Watcher>());
  const rights = new Map<string, { readonly atMs: number; readonly present: Promise<Asker> }>();
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
    // Counted anew rather than forgotten: this may be the last word of this very process, or of one that dies.
    for (const id of ids) if (needed.get(id)?.readers === 0) countDown(id);
  });
  const polling = setInterval(() => {
    polls += 1;
    const slowSinceMs = performance.now() - slowAfterMs;
    const isTold = announcedAtMs > slowSinceMs;
    for (const watcher of groups[polls % pollGroups] ?? []) {
      watcher.polls += 1;
      if ((!isTold && watcher.newsAtMs > slowSinceMs) || watcher.polls % slowEvery === 0) wake(watcher);
    }
  }, times.pollMs / pollGroups);
  polling.unref();
  const telling = setInterval(() => {
    const read = [...needed].flatMap(([id, { readers }]) => (readers > 0 ? [id] : []));
    if (read.length > 0) queue.announce("turn-readers", read);
  }, times.tellReadersMs);
  telling.unref();

  function watch(turnId: string): Attached {
    watched += 1;
    const group = groups[watched % pollGroups];
    const polled = Math.floor(watched / pollGroups);
    const watcher: Watcher = { turnId, hasNews: false, newsAtMs: performance.now(), polls: polled, wake: undefined };
    group?.add(watcher);
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
        group?.delete(watcher);
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

  function rightsOf(reader: Asker): Promise<Asker> {
    const key = JSON.stringify(reader);
    const nowMs = performance.now();
    const known = rights.get(key);
    if (known !== undefined && nowMs - known.atMs < times.rightsMs / rightsShare) return known.present;
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

  /** Nobody reads the turn here: it is cancelled unless a reader comes, here or elsewhere. */
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
    read: createFrameReader(db),
    readTurn: createTurnReader(db),
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
      clearInterval(polling);
      clearInterval(telling);
      for (const { leaving } of needed.values()) clearTimeout(leaving);
      announced.close();
      readersElsewhere.close();
    },
  };
}
