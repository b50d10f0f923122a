import { asDescribed } from "./as-described.ts";
import type { CallOptions, TurnFrame } from "./call.ts";
import type { components } from "./generated/api.ts";
import type { OperationId } from "./operations.ts";
import { backoffMs, pause } from "./pause.ts";
import { NoAnswer } from "./refusal.ts";
import { eventsOf } from "./read-events.ts";
import type { ClientSettings, Reader, Send, TimeLimit } from "./send.ts";

/** A source that an answer quotes. `ref` is what the API takes to open it. */
export type Citation = components["schemas"]["TurnOutput"]["citations"][number];
/** A turn as `done` carries it. */
export type Turn = components["schemas"]["Turn"];

/** Streams in a row that ended without a frame. */
const emptyMax = 8;

/**
 * Reads the frames of a turn, each once, up to `done` (CLIENT-20). Until the turn is known the same request is sent again
 * with the same key; then its stream is read on after the last frame.
 *
 * @param begin `turns.submit`, `turns.resume` or `turns.stream`, and what it takes.
 * @throws as every call; `NoAnswer` when streams end again and again before anything comes.
 */
export async function* framesOf(
  { send, settings }: { readonly send: Send; readonly settings: ClientSettings },
  begin: { readonly id: OperationId; readonly input: object },
  options: CallOptions,
): AsyncGenerator<TurnFrame, void, undefined> {
  let { id } = begin;
  let input: object = { ...(id === "turns.submit" && { "idempotency-key": crypto.randomUUID() }), ...begin.input };
  let cause: unknown;
  for (let empty = 0; empty < emptyMax; empty += 1) {
    let waitMs = backoffMs(empty + 1, settings.firstWaitMs ?? 1_000);
    const { body, turnId, limit } = await send(id, input, { ...options, accept: "text/event-stream" }, readStream);
    // Nothing comes after the last frame that the caller has.
    if (body === null) return;
    if (turnId !== undefined && id !== "turns.stream") {
      id = "turns.stream";
      input = placeOf(input, turnId);
    }
    try {
      for await (const { id: frameId, data } of eventsOf(body, limit)) {
        const sent = asDescribed<TurnFrame>(JSON.parse(data));
        const frame: TurnFrame = frameId === undefined ? sent : { ...sent, id: frameId };
        empty = -1;
        if (frame.type === "reconnect") {
          waitMs = Math.min(waitMs, frame.retry_ms);
          break;
        }
        if (frameId !== undefined) input = { ...input, "last-event-id": frameId };
        yield frame;
        if (frame.type === "done") return;
      }
    } catch (error) {
      options.signal?.throwIfAborted();
      // A cut connection, a silent one, or a frame that was damaged: it is read again.
      cause = error;
    }
    await pause(waitMs, options.signal);
  }
  throw new NoAnswer(`${begin.id}: the stream was cut too often`, { cause });
}

/** The stream of an answer; null where there is nothing to read. */
const readStream: Reader<Opened> = ({ status, body, headers }, limit) => ({
  body: status === 204 ? null : body,
  turnId: headers.get("content-location")?.split("/").at(-1),
  limit,
});

interface Opened {
  readonly body: ReadableStream<Uint8Array> | null;
  readonly turnId: string | undefined;
  readonly limit: TimeLimit;
}

/** Where the stream of a turn is read on, as whoever asked. */
function placeOf(input: object, turnId: string): object {
  const { body: _sent, "idempotency-key": _key, prefer: _preference, ...place }: Record<string, unknown> = { ...input };
  return { ...place, turn_id: turnId };
}

/** The turn at the end of its frames. @throws `NoAnswer` when they end without it. */
export async function turnOf(frames: AsyncIterable<TurnFrame>): Promise<Turn> {
  for await (const frame of frames) if (frame.type === "done") return frame.turn;
  throw new NoAnswer("the turn has no end");
}

/** What a reader has of an answer. */
export interface Answer {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** What a reader has after a frame. @throws when text is missing, which `framesOf` never lets happen. */
export function applyFrame(answer: Answer, frame: TurnFrame): Answer {
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
