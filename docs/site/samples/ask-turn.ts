import { setTimeout as wait } from "node:timers/promises";

/** Something that the answer quotes. `ref` is what the API takes to open it. */
export interface Citation {
  n: number;
  source: { kind: string; ref: Record<string, unknown>; title: string; locator: string | null };
  quote: string;
  span: { start: number; end: number } | null;
}

/** The turn as `done` carries it; the API reference lists its other members. */
export interface Turn {
  turn_id: string;
  conversation_id: string;
  status: "queued" | "running" | "completed" | "incomplete" | "failed" | "cancelled" | "interrupted";
  output: { text: string | null; citations: Citation[]; method: string | null; withheld: boolean };
  model: { alias: string; provider: string; name: string; fallback_used: boolean };
  usage: { input_tokens: number; output_tokens: number; estimated: boolean } | null;
  incomplete_reason: "max_output_tokens" | "content_filtered" | "tool_steps" | null;
  resumable: boolean;
  last_event_id: string;
}

/** A frame of a turn, with its id. Types that come later are not listed here: ignore what you do not know. */
export type Frame = { id?: string } & (
  | { type: "turn.started"; turn_id: string; conversation_id: string; attempt: number }
  | { type: "attempt.started"; attempt: number; mode: "restart" | "continue"; discard: boolean; reason: string }
  | { type: "notice"; code: string; message: string; detail: Record<string, unknown> }
  | { type: "tool.started"; call_id: string; name: string; input: unknown }
  | { type: "tool.finished"; call_id: string; status: "ok" | "error" | "denied"; duration_ms: number; summary: string }
  | { type: "text.delta"; text: string; offset: number }
  | ({ type: "citation" } & Citation)
  | { type: "usage"; input_tokens: number; output_tokens: number; estimated: boolean }
  | { type: "snapshot"; text: string; citations: Citation[]; attempt: number; through: string; reason: string }
  | { type: "error"; code: string; reason: string | null; message: string; retryable: boolean; partial: boolean }
  | { type: "done"; status: Turn["status"]; turn: Turn }
  | { type: "reconnect"; reason: string; retry_ms: number }
);

/** The service answered with an error code before the stream began. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

export interface Question {
  /** `https://…/api/v1` */
  api: string;
  key: string;
  /** `/conversation-instances/desk/conversations/0d5c…` */
  conversation: string;
  /** Such as `{ text: "When is the claims desk open?" }`. */
  body: object;
  /** Keep it with your own record of the question: whoever repeats it gets the same turn. */
  idempotencyKey: string;
  /** The id of the last frame that you have, when your process was started again in the middle of an answer. */
  lastId?: string;
  signal?: AbortSignal;
  firstWaitMs?: number;
}

const repeated = new Set([429, 500, 502, 503, 504]);
const failuresMax = 8;
/** Three heartbeats: a connection that is silent for longer is dead. */
const silenceMs = 45_000;

/** Asks, and yields every frame once, up to `done`, however often the connection is cut on the way. */
export async function* askTurn(question: Question): AsyncGenerator<Frame> {
  const { api, key, conversation, body, idempotencyKey, signal, firstWaitMs = 1_000 } = question;
  let turn: string | undefined;
  let { lastId } = question;
  for (let failures = 0; ; failures += 1) {
    let waitMs = Math.min(30_000, firstWaitMs * 2 ** failures);
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      // Until the turn is known the question is sent again, with the same key; then its stream is read on.
      const response = await fetch(`${api}${turn === undefined ? `${conversation}/turns` : `${turn}/stream`}`, {
        headers: {
          authorization: `Bearer ${key}`,
          ...(turn === undefined && { "content-type": "application/json", "idempotency-key": idempotencyKey }),
          ...(lastId !== undefined && { "last-event-id": lastId }),
        },
        ...(turn === undefined && { method: "POST", body: JSON.stringify(body) }),
        signal: AbortSignal.any([silence.signal, ...(signal ? [signal] : [])]),
      });
      // Nothing comes after the last frame that we have.
      if (response.status === 204) return;
      if (response.ok && response.body !== null) {
        turn = response.headers.get("content-location")?.replace(/^\/api\/v1/, "") ?? turn;
        for await (const { id, data } of eventsOf(response.body, () => timer.refresh())) {
          const frame: Frame = { ...(id !== undefined && { id }), ...JSON.parse(data) };
          failures = 0;
          lastId = id ?? lastId;
          if (frame.type === "reconnect") {
            waitMs = Math.min(waitMs, frame.retry_ms);
            break;
          }
          yield frame;
          if (frame.type === "done") return;
        }
      } else {
        const { code, message }: { code: string; message: string } = JSON.parse(await response.text());
        // The turn is stored as failed: only a new key makes another one.
        if (!repeated.has(response.status) || code === "queue_unreachable")
          throw new Refused(response.status, code, message);
        waitMs = Math.max(waitMs, Number(response.headers.get("retry-after") ?? 0) * 1_000);
      }
    } catch (error) {
      if (error instanceof Refused || signal?.aborted === true || failures >= failuresMax) throw error;
    } finally {
      clearTimeout(timer);
    }
    if (failures >= failuresMax) throw new Error("the stream was cut too often");
    await wait(waitMs, undefined, { signal });
  }
}

/** Server-Sent Events as this service writes them: one line of data each. Comments are heartbeats. */
async function* eventsOf(body: ReadableStream<Uint8Array>, onBytes: () => void) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of bytesOf(body)) {
    onBytes();
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    // What is cut in the middle of a frame is sent again.
    rest = events.pop() ?? "";
    for (const event of events) {
      // Not by a regular expression: its `.` and `$` stop at a line separator (U+2028), which text may hold.
      const fields = new Map(event.split("\n").map((line) => [line.slice(0, line.indexOf(": ")), line]));
      const data = fields.get("data")?.slice("data: ".length);
      if (data !== undefined) yield { id: fields.get("id")?.slice("id: ".length), data };
    }
  }
}

/** The types of browsers have no `for await` over a body. */
async function* bytesOf(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    // A connection that was cut has nothing to give back.
    await reader.cancel().catch(() => undefined);
  }
}

export interface Answer {
  text: string;
  citations: Citation[];
}

/** What a reader has after a frame. */
export function applyFrame(answer: Answer, frame: Frame): Answer {
  switch (frame.type) {
    case "attempt.started":
      return frame.discard ? { text: "", citations: [] } : answer;
    case "snapshot":
      return { text: frame.text, citations: frame.citations };
    case "text.delta":
      // Offsets count code points: what does not join was lost on the way.
      if (frame.offset !== [...answer.text].length) throw new Error(`a gap before ${frame.offset}`);
      return { ...answer, text: answer.text + frame.text };
    case "citation": {
      const { n, source, quote, span } = frame;
      return { ...answer, citations: [...answer.citations, { n, source, quote, span }] };
    }
    default:
      return answer;
  }
}
