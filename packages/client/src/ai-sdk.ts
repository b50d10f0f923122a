import type { UIMessageChunk } from "ai";
import type { TurnFrame } from "./call.ts";
import { framesAndEnd, type TurnEnd } from "./turn-end.ts";
import type { Citation, Turn } from "./turn-frames.ts";

const finishReasons = {
  max_output_tokens: "length",
  content_filtered: "content-filter",
  tool_steps: "tool-calls",
} as const;

/** Version 7 takes parts back by itself; with version 6 a page shows what follows the last `data-taken-back`. */
const takenBack = {
  6: { type: "data-taken-back", data: {} },
  7: { type: "reset-step" },
} as const;

/**
 * The frames of a turn as the UI message stream of the AI SDK. The answer is one step of the message, so that
 * `reset-step` takes back what an attempt that was given up had said.
 *
 * @param version of the package `ai` that reads the stream.
 */
export async function* uiMessageChunks(
  frames: AsyncIterable<TurnFrame>,
  version: 6 | 7 = 7,
): AsyncGenerator<UIMessageChunk> {
  const open = { message: false, text: false };
  const calls = new Set<string>();
  let texts = 0;

  function* begin(messageId?: string): Generator<UIMessageChunk> {
    if (!open.message) {
      yield { type: "start", ...(messageId !== undefined && { messageId }) };
      yield { type: "start-step" };
    }
    open.message = true;
  }
  function* say(delta: string): Generator<UIMessageChunk> {
    if (!open.text) yield { type: "text-start", id: `text-${(texts += 1)}` };
    open.text = true;
    yield { type: "text-delta", id: `text-${texts}`, delta };
  }
  function* endText(): Generator<UIMessageChunk> {
    if (open.text) yield { type: "text-end", id: `text-${texts}` };
    open.text = false;
  }
  /** Version 7 drops open parts with the step. */
  function* endTextOf6(): Generator<UIMessageChunk> {
    if (version === 6) yield* endText();
  }
  function* takeBack(): Generator<UIMessageChunk> {
    yield* endTextOf6();
    yield* recognizedChunks(takenBack[version]);
    open.text = false;
    calls.clear();
  }

  for await (const frame of framesAndEnd(frames)) {
    yield* begin(frame.type === "turn.started" ? frame.turn_id : undefined);
    switch (frame.type) {
      case "attempt.started":
        if (frame.discard) yield* takeBack();
        break;
      case "snapshot":
        yield* takeBack();
        if (frame.text !== "") yield* say(frame.text);
        for (const citation of frame.citations) yield sourceOf(citation);
        break;
      case "text.delta":
        yield* say(frame.text);
        break;
      case "citation":
        yield sourceOf(frame);
        break;
      case "notice": {
        const { code, message, detail } = frame;
        yield { type: "data-notice", data: { code, message, detail } };
        break;
      }
      case "tool.started":
        // What is said after a tool is another part of the message.
        yield* endText();
        calls.add(frame.call_id);
        yield {
          type: "tool-input-available",
          toolCallId: frame.call_id,
          toolName: frame.name,
          input: frame.input,
          dynamic: true,
          providerExecuted: true,
        };
        break;
      case "tool.finished":
        // A call from before a snapshot is not shown any more.
        if (calls.has(frame.call_id)) yield resultOf(frame);
        break;
      case "usage": {
        const { input_tokens, output_tokens, estimated } = frame;
        yield { type: "message-metadata", messageMetadata: { usage: { input_tokens, output_tokens, estimated } } };
        break;
      }
      case "ended": {
        const { turn, failure } = frame;
        yield* endText();
        if (failure !== undefined) yield { type: "error", errorText: failure.message };
        yield { type: "message-metadata", messageMetadata: metadataOf(frame) };
        yield { type: "finish-step" };
        if (turn.status === "cancelled") yield { type: "abort", reason: "cancelled" };
        else yield* recognizedChunks({ type: "finish", finishReason: finishReasonOf(turn, version) });
        break;
      }
      case "lost":
        yield* endText();
        yield { type: "error", errorText: frame.message };
        break;
      case "turn.started":
      case "reconnect":
        break;
    }
  }
}

/** The types of version 6 do not list what is made for version 7 alone. */
function* recognizedChunks(chunk: { type: string; finishReason?: string }): Generator<UIMessageChunk> {
  if (isChunk(chunk)) yield chunk;
}
function isChunk(chunk: { type: string }): chunk is UIMessageChunk {
  return chunk.type !== "";
}

/** The quote and what opens it travel as metadata. */
function sourceOf({ n, source, quote, span }: Citation): UIMessageChunk {
  const { title, ...origin } = source;
  const opened = JSON.stringify(origin.ref);
  return {
    type: "source-document",
    sourceId: String(n),
    mediaType: "text/plain",
    title,
    providerMetadata: {
      service: { kind: origin.kind, ref: opened, locator: origin.locator, quote, ...(span !== null && { span }) },
    },
  };
}

function resultOf({ call_id, status, summary }: Extract<TurnFrame, { type: "tool.finished" }>): UIMessageChunk {
  return status === "ok"
    ? { type: "tool-output-available", toolCallId: call_id, output: summary, dynamic: true, providerExecuted: true }
    : { type: "tool-output-error", toolCallId: call_id, errorText: summary, dynamic: true, providerExecuted: true };
}

function finishReasonOf({ status, incomplete_reason }: Turn, version: 6 | 7) {
  switch (status) {
    case "completed":
      return "stop";
    case "incomplete":
      return incomplete_reason === null ? "other" : finishReasons[incomplete_reason];
    case "interrupted":
      return version === 6 ? "other" : "interrupted";
    default:
      return "error";
  }
}

function metadataOf({ turn, failure }: Extract<TurnEnd, { type: "ended" }>) {
  return {
    turn_id: turn.turn_id,
    status: turn.status,
    method: turn.output.method,
    withheld: turn.output.withheld,
    model: turn.model,
    resumable: turn.resumable,
    ...(failure && { error: { code: failure.code, reason: failure.reason, retryable: failure.retryable } }),
  };
}
