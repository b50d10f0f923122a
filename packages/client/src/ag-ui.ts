import { type AGUIEvent, EventType, type RunAgentInput } from "@ag-ui/core";
import type { TurnFrame } from "./call.ts";
import { framesAndEnd, type TurnEnd } from "./turn-end.ts";
import type { Citation, Turn } from "./turn-frames.ts";

/** The members of the request that the events repeat. */
type Run = Pick<RunAgentInput, "threadId" | "runId" | "messages" | "state">;

/**
 * The frames of a turn as the events of AG-UI. Sources are in the shared state (`/citations`), because state can be
 * replaced; a message that an attempt which was given up had begun is taken back by a snapshot of the messages before it.
 */
export async function* agUiEvents(frames: AsyncIterable<TurnFrame>, run: Run): AsyncGenerator<AGUIEvent> {
  const { threadId, runId, messages } = run;
  const given: unknown = run.state;
  const state = typeof given === "object" ? { ...given } : {};
  const calls = new Set<string>();
  let parts = 0;
  let isTextOpen = false;

  const messageId = (): string => `${runId}-${parts}`;
  function* say(delta: string): Generator<AGUIEvent> {
    if (!isTextOpen) {
      parts += 1;
      yield { type: EventType.TEXT_MESSAGE_START, messageId: messageId(), role: "assistant" };
    }
    isTextOpen = true;
    yield { type: EventType.TEXT_MESSAGE_CONTENT, messageId: messageId(), delta };
  }
  function* endText(): Generator<AGUIEvent> {
    if (isTextOpen) yield { type: EventType.TEXT_MESSAGE_END, messageId: messageId() };
    isTextOpen = false;
  }
  function* takeBack(citations: Citation[]): Generator<AGUIEvent> {
    yield* endText();
    calls.clear();
    yield { type: EventType.MESSAGES_SNAPSHOT, messages };
    yield { type: EventType.STATE_SNAPSHOT, snapshot: { ...state, citations } };
  }

  yield { type: EventType.RUN_STARTED, threadId, runId };
  yield { type: EventType.STATE_SNAPSHOT, snapshot: { ...state, citations: [] } };
  for await (const frame of framesAndEnd(frames)) {
    switch (frame.type) {
      case "attempt.started":
        if (frame.discard) yield* takeBack([]);
        break;
      case "snapshot":
        yield* takeBack(frame.citations);
        if (frame.text !== "") yield* say(frame.text);
        break;
      case "text.delta":
        yield* say(frame.text);
        break;
      case "citation": {
        const { n, source, quote, span } = frame;
        const value = { n, source, quote, span };
        yield { type: EventType.STATE_DELTA, delta: [{ op: "add", path: "/citations/-", value }] };
        break;
      }
      case "notice": {
        const { code, message, detail } = frame;
        yield { type: EventType.CUSTOM, name: "notice", value: { code, message, detail } };
        break;
      }
      case "tool.started": {
        yield* endText();
        const toolCallId = `${runId}-${frame.call_id}`;
        calls.add(toolCallId);
        yield { type: EventType.TOOL_CALL_START, toolCallId, toolCallName: frame.name };
        yield { type: EventType.TOOL_CALL_ARGS, toolCallId, delta: JSON.stringify(frame.input) };
        yield { type: EventType.TOOL_CALL_END, toolCallId };
        break;
      }
      case "tool.finished": {
        const { call_id, status, summary } = frame;
        const toolCallId = `${runId}-${call_id}`;
        const content = status === "ok" ? summary : `${status}: ${summary}`;
        // A call from before a snapshot is not shown any more.
        if (calls.has(toolCallId))
          yield {
            type: EventType.TOOL_CALL_RESULT,
            messageId: `${toolCallId}-result`,
            toolCallId,
            content,
            role: "tool",
          };
        break;
      }
      case "ended":
        yield* endText();
        yield endOf(frame, { threadId, runId });
        break;
      case "lost":
        yield* endText();
        yield { type: EventType.RUN_ERROR, code: frame.code, message: frame.message };
        break;
      case "turn.started":
      case "usage":
      case "reconnect":
        break;
    }
  }
}

function endOf(
  { turn, failure }: Extract<TurnEnd, { type: "ended" }>,
  run: { threadId: string; runId: string },
): AGUIEvent {
  const { turn_id, status, model, resumable, incomplete_reason, output } = turn;
  const usage = usageOf(turn);
  if (failure !== undefined && status !== "cancelled") {
    const { code, message, reason, retryable } = failure;
    return {
      type: EventType.RUN_ERROR,
      code,
      message,
      usage,
      metadata: { turn_id, status, reason, retryable, resumable },
    };
  }
  const { method, withheld } = output;
  return {
    type: EventType.RUN_FINISHED,
    ...run,
    outcome: { type: status === "cancelled" ? "cancelled" : "success" },
    result: { turn_id, status, method, withheld, incomplete_reason, model },
    usage,
  };
}

/** Tokens of a model. What is counted in words is an estimate, and no entry of a bill. */
function usageOf({ model, usage }: Turn) {
  if (usage === null || usage.estimated) return [];
  const { input_tokens: inputTokens, output_tokens: outputTokens } = usage;
  return [
    { provider: model.provider, model: model.name, inputTokens, outputTokens, totalTokens: inputTokens + outputTokens },
  ];
}
