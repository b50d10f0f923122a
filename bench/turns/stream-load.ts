/**
 * Readers of streams, a process of their own. Reads one JSON object (`StreamLoad`) from standard input, prints news on the way
 * and a `StreamResult` at the end.
 *
 * Each reader checks what it gets as a client would: ids that follow each other, offsets that continue the text, one `done` that
 * carries the text which the pieces make.
 */
import { createHash } from "node:crypto";
import { Agent, type ClientRequest, request } from "node:http";
import { text } from "node:stream/consumers";

import { z } from "zod";

import { type StreamLoad, streamLoad, type StreamResult } from "./shapes.ts";

const load = streamLoad.parse(JSON.parse(await text(process.stdin)));
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const faults: string[] = [];
const delaysMs: number[] = [];
const firstDelaysMs: number[] = [];
let frames = 0;
let firstAtMs = Number.POSITIVE_INFINITY;
let lastAtMs = 0;
/** Before that readers are sent what was written before they came. */
let allAttachedAtMs = Number.POSITIVE_INFINITY;

/** A moment that the model of this benchmark writes into its text. */
const moment = /(\d{13})#/g;
const readMoment = /(\d{13})#/;

/** What is looked at of a frame. */
const frameShape = z.object({
  type: z.string(),
  turn_id: z.string().optional(),
  text: z.string().optional(),
  offset: z.number().optional(),
  reason: z.string().nullish(),
  status: z.string().optional(),
  turn: z
    .object({ turn_id: z.string(), output: z.object({ text: z.string().nullable() }), error: z.unknown() })
    .optional(),
});
type Frame = z.output<typeof frameShape>;

class Reader {
  readonly #path: string;
  readonly #body: string | undefined;
  readonly ended = Promise.withResolvers<void>();
  #sending: ClientRequest | undefined;
  #rest = "";
  #id: string | undefined;
  #text = "";
  #length = 0;
  #isDone = false;
  #streamPath = "";
  #hasDelay = false;
  turnId = "";
  firstFrameAtMs = 0;
  firstAnswerAtMs = 0;
  frames = 0;
  deltas = 0;

  constructor({ path, body }: StreamLoad["streams"][number]) {
    this.#path = path;
    this.#body = body;
  }

  get sha256(): string {
    return createHash("sha256").update(this.#text).digest("hex");
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Resolves when the answer has begun. */
  begin(): Promise<void> {
    return this.#connect(this.#path, this.#body);
  }

  /** Breaks the connection. */
  cut(): void {
    this.#sending?.destroy();
    this.#rest = "";
  }

  /** Resolves when the reader is attached again. */
  resume(): Promise<void> {
    return this.#connect(this.#streamPath || this.#path, undefined);
  }

  #connect(path: string, body: string | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const headers: Record<string, string> = { ...load.headers, accept: "text/event-stream" };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (this.#id !== undefined) headers["last-event-id"] = this.#id;
    const sending = request(
      `${load.base}${path}`,
      { method: body === undefined ? "GET" : "POST", agent, headers },
      (response) => {
        response.setEncoding("utf8");
        if (response.statusCode !== 200) {
          this.#fault(`status ${response.statusCode}`);
          this.ended.resolve();
        } else if (body !== undefined) this.#streamPath = `${response.headers["content-location"]}/stream`;
        resolve();
        response.on("data", (chunk: string) => {
          if (this.#sending === sending) this.#take(chunk);
        });
        response.on("end", () => {
          if (this.#sending === sending) this.#end();
        });
        response.on("error", () => undefined);
      },
    );
    this.#sending = sending;
    sending.on("error", ({ message }) => {
      if (this.#sending !== sending || sending.destroyed) return;
      this.#fault(message);
      this.ended.resolve();
      resolve();
    });
    sending.end(body);
    return promise;
  }

  #end(): void {
    if (!this.#isDone) this.#fault("the stream ended without done");
    this.ended.resolve();
  }

  #take(chunk: string): void {
    const nowMs = Date.now();
    const events = (this.#rest + chunk).split("\n\n");
    this.#rest = events.pop() ?? "";
    for (const event of events) this.#frame(event, nowMs);
  }

  #frame(event: string, nowMs: number): void {
    const lines = event.split("\n");
    const json = lines.find((line) => line.startsWith("data: "))?.slice("data: ".length);
    if (json === undefined) return;
    const data = frameShape.parse(JSON.parse(json));
    const id = lines.find((line) => line.startsWith("id: "))?.slice("id: ".length);
    frames += 1;
    this.frames += 1;
    firstAtMs = Math.min(firstAtMs, nowMs);
    lastAtMs = nowMs;
    if (this.#isDone) this.#fault(`${data.type} after done`);
    if (id === undefined) this.#fault(`${data.type} without an id`);
    else this.#follow(id, data.type);
    if (this.firstFrameAtMs === 0) this.firstFrameAtMs = preciseNowMs();
    else if (this.firstAnswerAtMs === 0) this.firstAnswerAtMs = preciseNowMs();
    switch (data.type) {
      case "turn.started":
        this.turnId = data.turn_id ?? "";
        break;
      case "text.delta":
        this.#piece(data, nowMs);
        break;
      case "snapshot":
        this.#fault(`snapshot ${data.reason}`);
        this.#text = data.text ?? "";
        this.#length = [...this.#text].length;
        break;
      case "done":
        this.#isDone = true;
        this.turnId ||= data.turn?.turn_id ?? "";
        if (data.status !== "completed") this.#fault(`ended as ${data.status} ${JSON.stringify(data.turn?.error)}`);
        if (data.turn?.output.text !== this.#text) this.#fault("the pieces are not the text of the turn");
        break;
    }
  }

  /** Frames of one attempt have consecutive numbers. */
  #follow(id: string, type: string): void {
    const [attempt, seq] = id.split("-").map(Number);
    const [lastAttempt, lastSeq] = (this.#id ?? `${attempt}-${Number(seq) - 1}`).split("-").map(Number);
    if (attempt !== lastAttempt || seq !== Number(lastSeq) + 1) this.#fault(`${type} ${id} after ${this.#id}`);
    this.#id = id;
  }

  #piece({ text: piece = "", offset }: Frame, nowMs: number): void {
    this.deltas += 1;
    if (offset !== this.#length) this.#fault(`offset ${offset} where ${this.#length} was next`);
    this.#text += piece;
    this.#length += [...piece].length;
    if (!this.#hasDelay) {
      const first = readMoment.exec(piece)?.[1];
      if (first !== undefined) {
        this.#hasDelay = true;
        firstDelaysMs.push(nowMs - Number(first));
      }
    }
    for (const [, writtenAt] of piece.matchAll(moment))
      if (Number(writtenAt) >= allAttachedAtMs) delaysMs.push(nowMs - Number(writtenAt));
  }

  #fault(what: string): void {
    if (faults.length < 20) faults.push(`${this.turnId || this.#path}: ${what}`);
  }
}

/** Unix milliseconds with fractions. */
function preciseNowMs(): number {
  return performance.timeOrigin + performance.now();
}

function tell(news: "attached" | "reattached", ms: number): void {
  console.log(JSON.stringify({ news, ms }));
}

async function beginAll(readers: readonly Reader[]): Promise<void> {
  const { pace } = load;
  if (pace === "one by one") {
    for (const reader of readers) {
      await reader.begin();
      await reader.ended.promise;
    }
    return;
  }
  const startedAtMs = performance.now();
  const begun: Promise<void>[] = [];
  for (const [at, reader] of readers.entries()) {
    const dueInMs = pace === "together" ? 0 : startedAtMs + (at * 1_000) / pace.perSecond - performance.now();
    if (dueInMs > 0) await new Promise((resolve) => setTimeout(resolve, dueInMs));
    begun.push(reader.begin());
  }
  await Promise.all(begun);
}

const readers = load.streams.map((stream) => new Reader(stream));
const startedAtMs = performance.now();
await beginAll(readers);
allAttachedAtMs = Date.now();
tell("attached", performance.now() - startedAtMs);
if (load.cutAfterMs !== undefined) {
  await new Promise((resolve) => setTimeout(resolve, load.cutAfterMs));
  const open = readers.filter(({ isDone }) => !isDone);
  const cutAtMs = performance.now();
  for (const reader of open) reader.cut();
  await Promise.all(open.map((reader) => reader.resume()));
  tell("reattached", performance.now() - cutAtMs);
}
await Promise.all(readers.map(({ ended }) => ended.promise));
const result: StreamResult = {
  streams: readers.map(({ turnId, sha256, firstFrameAtMs, firstAnswerAtMs, frames: own, deltas }) => ({
    turnId,
    sha256,
    firstFrameAtMs,
    firstAnswerAtMs,
    frames: own,
    deltas,
  })),
  faults,
  frames,
  seconds: (lastAtMs - firstAtMs) / 1_000,
  delaysMs: delaysMs.toSorted((one, other) => one - other),
  firstDelaysMs: firstDelaysMs.toSorted((one, other) => one - other),
};
agent.destroy();
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
