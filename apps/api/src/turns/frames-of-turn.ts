import { Citation, fail, type LoggedFrame, type SnapshotReason, type TurnFrame } from "@service/contract";
import { isUnavailable } from "@service/db/open";
import { answerShownTo, type Asker, readEvidence } from "@service/domain/grounding";
import {
  type FramePlace,
  type FramesFound,
  firstSeq,
  frameId,
  isEnded,
  isTurnShownTo,
  presentTurn,
  shownAttempt,
  shownError,
  shownModel,
  type TurnRow,
} from "@service/domain/turns";
import type { SerializedFrame, StreamFrame, YieldedFrames } from "@service/http";
import type { Clock } from "@service/runtime";
import * as z from "zod";
import type { Attached, TurnStreams } from "./turn-streams.ts";

type Frame = StreamFrame<TurnFrame>;
/** Frames of the log are sent as they are stored, those of one read together. */
type Yielded = YieldedFrames<TurnFrame>;

export interface TurnReading {
  readonly streams: TurnStreams;
  readonly clock: Clock;
  readonly attached: Attached;
  readonly row: TurnRow;
  readonly reader: Asker;
  readonly start: StreamStart;
  readonly signal: AbortSignal;
}

/**
 * Where a stream begins: a submission with `turn.started`; a reader without a cursor at the start of the current attempt; one
 * with a cursor after it; a resume with the attempt that comes next.
 */
export type StreamStart =
  | { readonly kind: "submission"; readonly isReplay: boolean }
  | { readonly kind: "current" }
  | { readonly kind: "after"; readonly place: FramePlace }
  | { readonly kind: "next_attempt" };

/**
 * The frames of a turn from a place to `done`, as one reader may see them (TURN-30 to TURN-36). What the log no longer has is
 * replaced by a snapshot of the row; `error` and `done` are made from the row, so they come exactly once and last.
 */
export function framesOfTurn(reading: TurnReading): AsyncIterableIterator<Yielded> {
  const { attached } = reading;
  const frames = new Relay(reading).frames();
  const iterator: AsyncIterableIterator<Yielded> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => frames.next(),
    // No `finally` of the generator: one that was never begun, for a reader who is gone already, would not run it.
    async return() {
      attached.close();
      return frames.return(undefined);
    },
  };
  return iterator;
}

class Relay {
  readonly #reading: TurnReading;
  #row: TurnRow;
  #reader: Asker;
  #judgedAtMs = performance.now();
  #evidence: string | null | undefined;
  #isShown = true;
  /** Text of this attempt has passed. */
  #hasText = false;
  #attempt: number;
  #seq: number;
  readonly #sinceMs = performance.now();
  #isWaitingNoted = false;

  constructor(reading: TurnReading) {
    this.#reading = reading;
    this.#row = reading.row;
    this.#reader = reading.reader;
    const { attempt, seq } = placeOf(reading);
    this.#attempt = attempt;
    this.#seq = seq;
  }

  async *frames(): AsyncGenerator<Yielded> {
    const { signal, attached } = this.#reading;
    yield* this.#begin();
    while (!signal.aborted) {
      if (!(await this.#isAllowed())) {
        await this.#readRow();
        yield { data: { ...unauthorized, partial: this.#hasText || (this.#row.outputText ?? "") !== "" } };
        return;
      }
      const found = await this.#read();
      if (found.isDeleted) {
        yield* this.#deleted();
        return;
      }
      const before = `${this.#attempt}-${this.#seq}`;
      if (shownAttempt(found) > this.#attempt) yield* this.#nextAttempt(found);
      else {
        yield* this.#content(found);
        if (yield* this.#end(found)) return;
      }
      if (before !== `${this.#attempt}-${this.#seq}`) continue;
      await this.#noteWaiting(found);
      await attached.news(signal);
    }
  }

  async *#begin(): AsyncGenerator<Yielded> {
    const { start } = this.#reading;
    if (start.kind === "after" || start.kind === "next_attempt") return;
    const isFirst = this.#attempt === 1;
    if (start.kind === "submission" || isFirst) {
      const isReplay = start.kind === "submission" && start.isReplay;
      yield { id: frameId({ attempt: this.#attempt, seq: this.#seq }), data: this.#started(isReplay) };
    } else yield this.#attemptStarted();
    // What the attempt continues is in no frame of its own.
    if (!isFirst && this.#isContinued()) yield* this.#snapshot("cursor_unknown");
  }

  #started(isReplay: boolean): TurnFrame {
    const row = this.#row;
    return {
      type: "turn.started",
      turn_id: row.id,
      conversation_id: row.conversationId,
      index: row.index,
      instance_version: row.instanceVersion ?? "draft",
      config_hash: row.configHash,
      attempt: this.#attempt,
      model: shownModel(row),
      idempotent_replay: isReplay,
    };
  }

  #attemptStarted(): Frame {
    const before = this.#row.attempts.find(({ attempt }) => attempt === this.#attempt - 1);
    const isContinued = this.#isContinued();
    return {
      id: frameId({ attempt: this.#attempt, seq: 0 }),
      data: {
        type: "attempt.started",
        attempt: this.#attempt,
        mode: isContinued ? "continue" : "restart",
        discard: !isContinued,
        reason: before?.endReason ?? "resumed",
      },
    };
  }

  #isContinued(): boolean {
    return this.#attempt > 1 && this.#row.resumeMode === "continue";
  }

  async #read(): Promise<FramesFound> {
    const { id: turnId, createdAt } = this.#row;
    const found = await this.#patiently(() =>
      this.#reading.streams.read({ turnId, createdAt, attempt: this.#attempt, afterSeq: this.#seq }),
    );
    if (found === undefined) throw fail("turn_not_found");
    if (found.evidence !== this.#evidence) {
      this.#evidence = found.evidence;
      this.#isShown = answerShownTo(this.#reader, readEvidence(found.evidence));
    }
    return found;
  }

  /** Another attempt has begun. The frames of one that is continued are sent to their end before it. */
  async *#nextAttempt(found: FramesFound): AsyncGenerator<Yielded> {
    await this.#readRow();
    const attempt = shownAttempt(this.#row);
    const isContinued = attempt > 1 && this.#row.resumeMode === "continue";
    const isNext = attempt === this.#attempt + 1;
    if (isContinued && isNext && found.frames.length > 0) {
      yield* this.#shown(found, Number.POSITIVE_INFINITY);
      return;
    }
    const isWhole = isNext && this.#seq > 0;
    this.#hasText &&= isContinued;
    this.#attempt = attempt;
    this.#seq = 0;
    yield this.#attemptStarted();
    if (isContinued && !isWhole) yield* this.#snapshot("cursor_unknown");
  }

  /** Frames of the log that come next without a gap, else a snapshot as soon as the row is far enough. */
  async *#content(found: FramesFound): AsyncGenerator<Yielded> {
    const through = lastContentSeq(found);
    const next = found.frames[0]?.seq;
    if (next === this.#seq + 1 && next <= through) {
      yield* this.#shown(found, through);
      return;
    }
    const isRunning = through === Number.POSITIVE_INFINITY;
    const known = isRunning ? found.lastSeq : through;
    // Nothing is lost where the row knows of no further frame.
    if (known <= this.#seq) return;
    if (isRunning && next !== undefined && known < next - 1) return;
    yield* this.#snapshot("log_expired");
  }

  async *#shown({ frames }: FramesFound, through: number): AsyncGenerator<Yielded> {
    const shown: SerializedFrame<LoggedFrame["type"]>[] = [];
    for (const { seq, json } of frames) {
      if (seq > through || seq !== this.#seq + 1) break;
      this.#seq = seq;
      const type = loggedType(json);
      this.#hasText ||= type === "text.delta";
      if (this.#isShown || !isContent(type)) shown.push({ id: frameId({ attempt: this.#attempt, seq }), type, json });
    }
    if (shown.length === 0) return;
    yield shown;
    this.#reading.streams.relayed(shown.length);
  }

  /** What the row holds, instead of the frames up to it. */
  async *#snapshot(reason: SnapshotReason): AsyncGenerator<Yielded> {
    await this.#readRow();
    const row = this.#row;
    if (shownAttempt(row) !== this.#attempt) return;
    const seq = isEnded(row.status) ? lastContentSeq({ ...row, hasError: row.error !== null }) : row.lastSeq;
    this.#seq = Math.max(this.#seq, seq);
    const id = frameId({ attempt: this.#attempt, seq: this.#seq });
    const isShown = isTurnShownTo(this.#reader, row);
    yield {
      id,
      data: {
        type: "snapshot",
        text: isShown ? (row.outputText ?? "") : "",
        citations: isShown ? z.array(Citation).parse(JSON.parse(row.citations)) : [],
        attempt: this.#attempt,
        through: id,
        reason,
      },
    };
  }

  /** @returns whether the stream is over. */
  async *#end(found: FramesFound): AsyncGenerator<Yielded, boolean> {
    if (!isEnded(statusOf(found)) || this.#seq < lastContentSeq(found)) return false;
    // An ended turn changes by a resume alone, which counts its frames anew.
    if (!isEnded(this.#row.status) || this.#row.lastSeq !== found.lastSeq || this.#row.attempt !== found.attempt)
      await this.#readRow();
    const row = this.#row;
    // It was resumed since: its next attempt follows.
    if (!isEnded(row.status) || row.lastSeq !== found.lastSeq || shownAttempt(row) !== this.#attempt) return false;
    const error = shownError(row.error);
    if (error !== null && this.#seq < row.lastSeq - 1) {
      this.#seq = row.lastSeq - 1;
      yield {
        id: frameId({ attempt: this.#attempt, seq: this.#seq }),
        data: { type: "error", ...error, partial: (row.outputText ?? "") !== "" },
      };
    }
    this.#seq = row.lastSeq;
    yield { id: frameId({ attempt: this.#attempt, seq: this.#seq }), data: this.#done() };
    return true;
  }

  #done(): TurnFrame {
    const turn = presentTurn(this.#row, this.#reader, this.#reading.clock.now());
    return { type: "done", status: turn.status, turn };
  }

  /** Its turn is cancelled with the conversation; the last frames tell how it ended. */
  async *#deleted(): AsyncGenerator<Yielded> {
    const { signal, attached } = this.#reading;
    await this.#readRow();
    while (!isEnded(this.#row.status)) {
      await attached.news(signal);
      if (signal.aborted) return;
      await this.#readRow();
    }
    const row = this.#row;
    const attempt = shownAttempt(row);
    if (attempt === this.#attempt) yield* this.#rest();
    const seq = Math.max(row.lastSeq, attempt === this.#attempt ? this.#seq : 0);
    const partial = this.#hasText || (row.outputText ?? "") !== "";
    const message = "The conversation was deleted.";
    // Past everything that the log may hold: nobody reattaches to what is deleted.
    yield {
      id: frameId({ attempt, seq: seq + 1 }),
      data: { type: "error", code: "conversation_deleted", reason: null, message, retryable: false, partial },
    };
    yield { id: frameId({ attempt, seq: seq + 2 }), data: this.#done() };
  }

  /** What an ended turn has said and this reader has not seen. */
  async *#rest(): AsyncGenerator<Yielded> {
    for (let before = -1; before !== this.#seq;) {
      before = this.#seq;
      yield* this.#content(await this.#read());
    }
  }

  async #readRow(): Promise<void> {
    const { id: turnId, conversationId } = this.#row;
    const row = await this.#patiently(() => this.#reading.streams.readTurn({ turnId, conversationId }));
    if (row === undefined) throw fail("turn_not_found");
    this.#row = row;
  }

  /**
   * The database may be away for a while, as between two of its processes: the turn goes on when it is back, and so does its
   * stream (TURN-144). Asks again with every poll, as long as the connection lasts.
   */
  async #patiently<T>(read: () => Promise<T>): Promise<T> {
    const { signal, attached } = this.#reading;
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!isUnavailable(error) || signal.aborted) throw error;
        await attached.news(signal);
      }
    }
  }

  /** The rights of the reader as they are now, every while. */
  async #isAllowed(): Promise<boolean> {
    if (performance.now() - this.#judgedAtMs < this.#reading.streams.times.rightsMs) return true;
    this.#judgedAtMs = performance.now();
    this.#reader = await this.#patiently(() => this.#reading.streams.rightsOf(this.#reader));
    this.#evidence = undefined;
    return this.#reader.capabilities.includes("conversations:use");
  }

  async #noteWaiting(found: FramesFound): Promise<void> {
    if (this.#isWaitingNoted || found.status !== "queued" || found.attempt > 0) return;
    if (performance.now() - this.#sinceMs < this.#reading.streams.times.waitingMs) return;
    this.#isWaitingNoted = true;
    await this.#patiently(() => this.#reading.streams.noteWaiting(this.#row.id));
  }
}

const unauthorized = {
  type: "error",
  code: "unauthorized",
  reason: null,
  message: "The API key was revoked. The turn goes on.",
  retryable: false,
} as const;

function placeOf({ start, row }: TurnReading): FramePlace {
  const attempt = shownAttempt(row);
  switch (start.kind) {
    case "after":
      return start.place;
    case "next_attempt":
      return { attempt, seq: row.lastSeq };
    case "submission":
    case "current":
      return { attempt, seq: attempt === 1 ? firstSeq : 0 };
  }
}

function statusOf({ status }: FramesFound): TurnRow["status"] {
  return TurnStatuses.parse(status);
}

const TurnStatuses = z.enum(["queued", "running", "completed", "incomplete", "failed", "cancelled", "interrupted"]);

/** The last frame before `error` and `done`, which are made from the row; of a turn that runs there is no last one. */
function lastContentSeq(turn: {
  readonly status: string | null;
  readonly lastSeq: number;
  readonly hasError: boolean | null;
}): number {
  if (turn.status === "queued" || turn.status === "running") return Number.POSITIVE_INFINITY;
  return turn.lastSeq - (turn.hasError === true ? 2 : 1);
}

const loggedTypes: readonly LoggedFrame["type"][] = [
  "text.delta",
  "notice",
  "citation",
  "usage",
  "tool.started",
  "tool.finished",
];

/**
 * The type of a stored frame, which stands first in it: workers write frames as they are declared, and a stream has thousands,
 * so that they are not parsed.
 */
function loggedType(json: string): LoggedFrame["type"] {
  const type = /^\{"type":"([a-z.]+)"/.exec(json)?.[1];
  for (const known of loggedTypes) if (known === type) return known;
  throw new Error("the log holds something that is no frame");
}

function isContent(type: LoggedFrame["type"]): boolean {
  return type === "text.delta" || type === "citation" || type.startsWith("tool.");
}
