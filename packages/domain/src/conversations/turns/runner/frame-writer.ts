import type { Database } from "@service/db";
import type { Logger } from "@service/runtime";
import { appendFrames, type FramesOfTurn } from "../append-frames.ts";
import type { TurnLog } from "./turn-log.ts";

/** Shortest interval between two statements: turns with news in between share one. */
const tickMs = 10;
/** Pause after a statement that failed; the frames wait. */
const retryMs = 250;

export interface FrameWriterOptions {
  readonly db: Database;
  readonly log: Logger;
  /** Told which turns have news in the log. */
  readonly onAppended: (turnIds: readonly string[]) => void;
  /** Told that this process no longer holds a turn. */
  readonly onLost: (log: TurnLog) => void;
}

/** Appends the frames of all turns of a process, one statement at a time (TURN-32). */
export class FrameWriter {
  readonly #options: FrameWriterOptions;
  readonly #dirty = new Set<TurnLog>();
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Infinity;
  #writing: Promise<void> | undefined;
  #wroteAtMs = -Infinity;

  constructor(options: FrameWriterOptions) {
    this.#options = options;
  }

  /** There is something to append, now or soon. */
  note(log: TurnLog): void {
    this.#dirty.add(log);
    this.#schedule();
  }

  /** Appends everything that a turn has said, with a checkpoint; for one that is given back. */
  async flush(log: TurnLog): Promise<void> {
    await this.leave(log);
    const taken = log.take(true);
    if (taken !== undefined) await this.#append([log], [taken]);
  }

  /** The turn ends: what it has not appended yet goes with its settlement. Resolves when no append holds frames of it. */
  async leave(log: TurnLog): Promise<void> {
    this.#dirty.delete(log);
    await this.#writing;
  }

  /** Sets the timer for the first turn that is due. */
  #schedule(): void {
    if (this.#writing !== undefined) return;
    const nowMs = performance.now();
    const dueInMs = Math.min(...[...this.#dirty].map((log) => log.dueInMs(nowMs) ?? Infinity));
    if (dueInMs === Infinity) return;
    const atMs = Math.max(nowMs + dueInMs, this.#wroteAtMs + tickMs);
    if (this.#timer !== undefined && this.#timerAtMs <= atMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    this.#timer = setTimeout(() => this.#tick(), atMs - nowMs);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#timerAtMs = Infinity;
    const logs: TurnLog[] = [];
    const taken: FramesOfTurn[] = [];
    for (const log of this.#dirty) {
      const frames = log.take(false);
      if (frames === undefined) continue;
      logs.push(log);
      taken.push(frames);
    }
    if (taken.length === 0) return this.#schedule();
    this.#writing = this.#append(logs, taken).finally(() => {
      this.#writing = undefined;
      for (const log of this.#dirty) if (log.dueInMs(performance.now()) === undefined) this.#dirty.delete(log);
      this.#schedule();
    });
  }

  async #append(logs: readonly TurnLog[], taken: readonly FramesOfTurn[]): Promise<void> {
    const { db, log: logger, onAppended, onLost } = this.#options;
    try {
      const held = await appendFrames(db, taken);
      this.#wroteAtMs = performance.now();
      onAppended([...held]);
      logs.forEach((log, at) => {
        const frames = taken[at];
        if (frames === undefined) return;
        if (held.has(log.hold.id)) log.appended(frames);
        else {
          this.#dirty.delete(log);
          onLost(log);
        }
      });
    } catch (error) {
      logs.forEach((log, at) => {
        const frames = taken[at];
        if (frames !== undefined) log.giveBack(frames);
      });
      this.#wroteAtMs = performance.now() + retryMs;
      logger.warn({ turns: logs.length, err: error }, "frames of turns could not be appended; they are tried again");
    }
  }
}
