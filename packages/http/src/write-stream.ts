import type { ServerResponse } from "node:http";
import type { RequestClock } from "./request-clock.ts";
import {
  isAsyncIterable,
  type FrameSchema,
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

/** How long the last frame has to leave when the service ends the stream. */
const lastFrameMs = 1_000;

/**
 * Sends the frames of an async iterable as Server-Sent Events (WHATWG HTML 9.2), and returns when the connection has taken
 * or lost them. Holds at most what Node queues for a connection: the next frame is asked for when the reader has drained
 * it. An error becomes the last frame that the route declares for it, never a second status.
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
    if (!isFrame(step.value)) throw new Error("a stream yields frames: {data: {type, …}, id?, retryMs?}");
    const isTaken = response.write(eventText(step.value));
    heartbeat.refresh();
    if (!isTaken) await taken(response, "drain", stalledMs, signal);
  }
}

/** One event as it is sent. JSON has no line breaks of its own. */
function eventText({ id, data, retryMs }: StreamFrame<{ readonly type: string }>): string {
  // A line break would start another field, NUL makes a reader ignore the id.
  if (/[\r\n\0]/.test(`${id ?? ""}${data.type}`)) throw new Error("an event's id and type are one line each");
  const idLine = id === undefined ? "" : `id: ${id}\n`;
  const retryLine = retryMs === undefined ? "" : `retry: ${retryMs}\n`;
  return `${idLine}event: ${data.type}\n${retryLine}data: ${JSON.stringify(data)}\n\n`;
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

function isFrame(value: unknown): value is StreamFrame<{ readonly type: string }> {
  if (typeof value !== "object" || value === null || !("data" in value)) return false;
  const { data } = value;
  return typeof data === "object" && data !== null && "type" in data && typeof data.type === "string";
}
