import { type ConverseFrame, errors } from "@service/contract";
import type { ConverseEvent, Conversing } from "@service/domain/converse";
import { ProviderFailure } from "@service/models";
import type { StreamFrame } from "@service/http";
import { answerOf } from "./answer-of.ts";

/**
 * The exchange as frames: `converse.started`, the text, `usage`, and `done` as the last one whatever happens (ASK-3).
 * Ids are `1-<n>`; there is nothing to continue. Ends without `done` only when the viewer or the service went away.
 */
export async function* framesOf(
  conversing: Conversing,
  { signal, log }: { readonly signal: AbortSignal; readonly log: { error(fields: object, text: string): void } },
): AsyncGenerator<StreamFrame<ConverseFrame>> {
  let seq = 0;
  const frame = (data: ConverseFrame): StreamFrame<ConverseFrame> => ({ id: `1-${(seq += 1)}`, data });
  yield frame({ type: "converse.started", model: conversing.model });
  let text = "";
  let offset = 0;
  let end: Extract<ConverseEvent, { t: "end" }> | undefined;
  try {
    for await (const event of conversing.events) {
      if (event.t === "end") end = event;
      else {
        yield frame({ type: "text.delta", text: event.text, offset });
        text += event.text;
        offset += [...event.text].length;
      }
    }
  } catch (error) {
    if (signal.aborted) return;
    yield frame(errorFrame(error, text !== "", log));
    yield frame({ type: "done", status: "failed", answer: null });
    return;
  }
  if (end === undefined) return;
  const answer = answerOf(conversing, text, end);
  yield frame({ type: "usage", ...answer.usage });
  yield frame({ type: "done", status: end.finish === "stop" ? "completed" : "incomplete", answer });
}

function errorFrame(
  error: unknown,
  partial: boolean,
  log: { error(fields: object, text: string): void },
): ConverseFrame {
  if (!(error instanceof ProviderFailure)) {
    log.error({ err: error }, "an exchange with a model failed");
    const { message } = errors.internal_error;
    return { type: "error", code: "internal_error", reason: null, message, retryable: false, partial };
  }
  const { reason, message, retryable, retryAfterSeconds } = error;
  return {
    type: "error",
    code: "provider_error",
    reason,
    message,
    retryable,
    ...(retryAfterSeconds === undefined ? {} : { retry_after_seconds: retryAfterSeconds }),
    partial,
  };
}
