import { Citation, fail, type LoggedFrame, type SnapshotReason, type TurnFrame } from "@service/contract";
import { isUnavailable } from "@service/db/open";
import { answerShownTo, readEvidence } from "@service/domain/grounding";
import type { Viewer } from "@service/domain/seats";
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
/** Log frames are sent as stored; the frames of one read go out together. */
type Yielded = YieldedFrames<TurnFrame>;

export interface TurnReading {
  readonly streams: TurnStreams;
  readonly clock: Clock;
  readonly attached: Attached;
  readonly row: TurnRow;
  readonly viewer: Viewer;
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
 * The frames of a turn from a place to `done`, filtered by the reader's rights (TURN-30 to TURN-36). A snapshot of the row
 * replaces frames that the log no longer has; `error` and `done` are built from the row, so they come exactly once and last.
 */
export function framesOfTurn(reading: TurnReading): AsyncIterableIterator<Yielded> {
  const { attached } = reading;
  const frames = new Relay(reading).frames();
  const iterator: AsyncIterableIterator<Yielded> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => frames.next(),
    // Close here: a generator that was never started does not run its `finally`.
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
  #viewer: Viewer;
  #judgedAtMs = performance.now();
  #evidence: string | null | undefined;
  #isShown = true;
  /** The reader got text of this attempt. */
  #hasText = false;
  #attempt: number;
  #seq: number;
  readonly #sinceMs = performance.now();
  #isWaitingNoted = false;

  constructor(reading: TurnReading) {
    this.#reading = reading;
    this.#row = reading.row;
    this.#viewer = reading.viewer;
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
    // The attempt's own frames do not include the text it continues.
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
      this.#isShown = answerShownTo(this.#viewer, readEvidence(found.evidence));
    }
    return found;
  }

  /** Switches to the next attempt. If it continues the current one, the remaining frames of the current one come first. */
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

  /** The next frames of the log if there is no gap, else a snapshot once the row is past the gap. */
  async *#content(found: FramesFound): AsyncGenerator<Yielded> {
    const through = lastContentSeq(found);
    const next = found.frames[0]?.seq;
    if (next === this.#seq + 1 && next <= through) {
      yield* this.#shown(found, through);
      return;
    }
    const isRunning = through === Number.POSITIVE_INFINITY;
    const lastSeq = isRunning ? found.lastSeq : through;
    // The row has no further frame: nothing was lost.
    if (lastSeq <= this.#seq) return;
    if (isRunning && next !== undefined && lastSeq < next - 1) return;
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

  /** Sends the row's text in place of the frames up to it. */
  async *#snapshot(reason: SnapshotReason): AsyncGenerator<Yielded> {
    await this.#readRow();
    const row = this.#row;
    if (shownAttempt(row) !== this.#attempt) return;
    const seq = isEnded(row.status) ? lastContentSeq({ ...row, hasError: row.error !== null }) : row.lastSeq;
    this.#seq = Math.max(this.#seq, seq);
    const id = frameId({ attempt: this.#attempt, seq: this.#seq });
    const isShown = isTurnShownTo(this.#viewer, row);
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
    // Only a resume changes an ended turn; it numbers frames from the start.
    if (!isEnded(this.#row.status) || this.#row.lastSeq !== found.lastSeq || this.#row.attempt !== found.attempt)
      await this.#readRow();
    const row = this.#row;
    // The turn was resumed meanwhile: its next attempt follows.
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
    const turn = presentTurn(this.#row, this.#viewer, this.#reading.clock.now());
    return { type: "done", status: turn.status, turn };
  }

  /** Deleting the conversation cancels the turn: wait for its end, then send it. */
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
    // Ids past all frames of the log; nobody can reattach to a deleted conversation.
    yield {
      id: frameId({ attempt, seq: seq + 1 }),
      data: { type: "error", code: "conversation_deleted", reason: null, message, retryable: false, partial },
    };
    yield { id: frameId({ attempt, seq: seq + 2 }), data: this.#done() };
  }

  /** The content of an ended turn that this reader has not received yet. */
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
   * Retries with every poll while the database is away, as during a failover, so that the stream survives it (TURN-144).
   * Gives up when the connection closes.
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

  /** Re-reads the reader's rights every `rightsMs`. */
  async #isAllowed(): Promise<boolean> {
    if (performance.now() - this.#judgedAtMs < this.#reading.streams.times.rightsMs) return true;
    this.#judgedAtMs = performance.now();
    this.#viewer = await this.#patiently(() => this.#reading.streams.rightsOf(this.#viewer));
    this.#evidence = undefined;
    return this.#viewer.capabilities.includes("conversations:use");
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

/** The last frame before `error` and `done`, which are built from the row; infinite while the turn runs. */
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
 * The type of a stored frame, which is always its first member. Frames are not parsed: a stream has thousands.
 */
function loggedType(json: string): LoggedFrame["type"] {
  const type = /^\{"type":"([a-z.]+)"/.exec(json)?.[1];
  for (const logged of loggedTypes) if (logged === type) return logged;
  throw new Error("the log holds something that is no frame");
}

function isContent(type: LoggedFrame["type"]): boolean {
  return type === "text.delta" || type === "citation" || type.startsWith("tool.");
}
