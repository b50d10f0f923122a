import type { ServerResponse } from "node:http";
import type { RequestClock } from "./request-clock.ts";
import {
  isAsyncIterable,
  type FrameSchema,
  type SerializedFrame,
  type StreamEndReason,
  type StreamFrame,
  type StreamSpec,
} from "./response-forms.ts";

/** A started answer, and what its stream depends on. */
export interface StreamSource {
  /** Its status and headers are set and not yet sent. */
  readonly response: ServerResponse;
  readonly isHead: boolean;
  readonly spec: StreamSpec<FrameSchema>;
  /** What the handler replied with. */
  readonly frames: unknown;
  readonly clock: RequestClock;
  /** Aborts when the server stops. */
  readonly stopping: AbortSignal;
  /** What an envelope would say of an error; it is too late for one. Logs what failed. */
  readonly refusalFor: (error: unknown) => { readonly code: string; readonly message: string };
}

/** A frame is given to the connection in pieces of so many bytes: its reader is judged by the pieces that it takes. */
const pieceBytes = 16 * 1024;
/** How long the last frame has to leave when the service ends the stream. */
const lastFrameMs = 1_000;

/** Frames that are yielded together are written in strings of about so many characters: a write costs more than a frame. */
const charsPerWrite = 32 * 1_024;

/**
 * Sends the frames of an async iterable as Server-Sent Events (WHATWG HTML 9.2), and returns when the connection has taken
 * or lost them. Holds at most what Node queues for a connection and what was yielded together: more is asked for when the
 * reader has drained it. An error becomes the last frame that the route declares for it, never a second status.
 */
export async function writeStream(source: StreamSource): Promise<void> {
  const { response, spec, frames, isHead } = source;
  if (!isAsyncIterable(frames)) throw new Error("a stream is replied to with an async iterable");
  const iterator = frames[Symbol.asyncIterator]();
  if (isHead) {
    release(iterator);
    response.end();
    return;
  }
  const { signal } = source.clock.time;
  const forget = endWith(source);
  const heartbeat = startHeartbeat(response, spec.heartbeatMs);
  response.flushHeaders();
  if (spec.retryMs !== undefined) response.write(`retry: ${spec.retryMs}\n\n`);
  let last: LastFrame;
  try {
    await pump({ iterator, response, heartbeat, stalledMs: spec.stalledMs, signal });
  } catch (error) {
    if (!signal.aborted) last = spec.failed?.(source.refusalFor(error));
  } finally {
    clearInterval(heartbeat);
    forget();
    release(iterator);
  }
  const isEnded = signal.aborted && signal.reason instanceof StreamEnd;
  if (isEnded) last = spec.ended?.(signal.reason.reason);
  await finish(response, last, isEnded ? lastFrameMs : spec.stalledMs);
}

type LastFrame = StreamFrame<{ readonly type: string }> | undefined;

/** The service ended the stream. */
class StreamEnd extends Error {
  readonly reason: StreamEndReason;

  constructor(reason: StreamEndReason) {
    super(`the stream was ended: ${reason}`);
    this.name = "StreamEnd";
    this.reason = reason;
  }
}

/** Ends the clock when the stream is too old or the server stops. Returns how to stop listening. */
function endWith({ clock, spec, stopping }: StreamSource): () => void {
  clock.restart(spec.longestMs, () => clock.end(new StreamEnd("max_stream_age")));
  const onStop = (): void => clock.end(new StreamEnd("server_shutdown"));
  if (stopping.aborted) onStop();
  else stopping.addEventListener("abort", onStop, { once: true });
  return () => {
    stopping.removeEventListener("abort", onStop);
    clock.stop();
  };
}

/** A comment in every silence; none for a reader that has not taken the last ones. */
function startHeartbeat(response: ServerResponse, ms: number): NodeJS.Timeout {
  return setInterval(() => {
    if (!response.writableNeedDrain) response.write(": hb\n\n");
  }, ms);
}

async function pump(stage: {
  readonly iterator: AsyncIterator<unknown>;
  readonly response: ServerResponse;
  readonly heartbeat: NodeJS.Timeout;
  readonly stalledMs: number;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { iterator, response, heartbeat, stalledMs, signal } = stage;
  while (!signal.aborted) {
    const step = await untilAborted(iterator.next(), signal);
    if (step === undefined || step.done === true) return;
    for (const text of eventTexts(step.value)) {
      if (signal.aborted) return;
      const isTaken = text.length < pieceBytes ? response.write(text) : await writePieces(response, text, stage);
      heartbeat.refresh();
      if (!isTaken) await taken(response, "drain", stalledMs, signal);
    }
  }
}

/**
 * Writes a large frame piece by piece, the next when the reader has taken the one before. A stream that is ended meanwhile
 * still gets the rest, so that its last frame stands alone.
 */
async function writePieces(
  response: ServerResponse,
  text: string,
  { stalledMs, signal }: { readonly stalledMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const bytes = Buffer.from(text);
  let isTaken = true;
  for (let at = 0; at < bytes.length && !response.destroyed; at += pieceBytes) {
    if (!isTaken && !signal.aborted) await taken(response, "drain", stalledMs, signal);
    isTaken = response.write(bytes.subarray(at, at + pieceBytes));
  }
  return isTaken;
}

/** What was yielded, as the strings to write. */
function* eventTexts(yielded: unknown): Generator<string> {
  if (!Array.isArray(yielded)) {
    yield eventOf(yielded);
    return;
  }
  let text = "";
  for (const frame of yielded) {
    text += eventOf(frame);
    if (text.length < charsPerWrite) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

function eventOf(frame: unknown): string {
  if (isSerialized(frame)) return eventLines(frame.type, frame.json, frame.id);
  if (isFrame(frame)) return eventText(frame);
  throw new Error("a stream yields frames: {data: {type, …}, id?, retryMs?}");
}

/** One event as it is sent. */
function eventText({ id, data, retryMs }: StreamFrame<{ readonly type: string }>): string {
  return eventLines(data.type, JSON.stringify(data), id, retryMs);
}

/** JSON has no line breaks of its own. */
function eventLines(type: string, json: string, id: string | undefined, retryMs?: number): string {
  // A line break would start another field, NUL makes a reader ignore the id.
  if (/[\r\n\0]/.test(type) || (id !== undefined && /[\r\n\0]/.test(id)))
    throw new Error("an event's id and type are one line each");
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  const retryLine = retryMs === undefined ? "" : `retry: ${retryMs}\n`;
  return `${idLine}event: ${type}\n${retryLine}data: ${json}\n\n`;
}

/**
 * The value, or undefined when the signal aborts first. Not `Promise.race` with one promise of the signal: that promise
 * would keep every frame of the stream's life.
 */
function untilAborted<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const onAbort = (): void => resolve(undefined);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  void value.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  return promise;
}

/**
 * Waits for `event`, the end of the connection or the signal. Destroys a connection whose reader takes nothing for
 * `stalledMs`: a socket that dies while it is full emits no drain.
 */
export function taken(
  response: ServerResponse,
  event: "drain" | "finish",
  stalledMs: number,
  signal?: AbortSignal,
): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  let queuedBytes = response.writableLength;
  const watch = setInterval(() => {
    if (response.writableLength >= queuedBytes) response.destroy();
    queuedBytes = response.writableLength;
  }, stalledMs);
  const done = (): void => {
    clearInterval(watch);
    response.off(event, done).off("close", done);
    signal?.removeEventListener("abort", done);
    resolve();
  };
  response.on(event, done).on("close", done);
  signal?.addEventListener("abort", done, { once: true });
  return promise;
}

async function finish(response: ServerResponse, last: LastFrame, stalledMs: number): Promise<void> {
  if (response.destroyed) return;
  const text = last && eventText(last);
  const flushed = taken(response, "finish", stalledMs);
  response.end(text);
  await flushed;
}

/** Releases an iterable whose request was answered in another way meanwhile. */
export function discardFrames(frames: unknown): void {
  if (isAsyncIterable(frames)) release(frames[Symbol.asyncIterator]());
}

/** Lets the iterable clean up. Not awaited: one that ignores the signal would hold the connection's end. */
function release(iterator: AsyncIterator<unknown>): void {
  iterator.return?.().then(undefined, () => undefined);
}

function isSerialized(value: unknown): value is SerializedFrame {
  return typeof value === "object" && value !== null && "json" in value && typeof value.json === "string";
}

function isFrame(value: unknown): value is StreamFrame<{ readonly type: string }> {
  if (typeof value !== "object" || value === null || !("data" in value)) return false;
  const { data } = value;
  return typeof data === "object" && data !== null && "type" in data && typeof data.type === "string";
}
