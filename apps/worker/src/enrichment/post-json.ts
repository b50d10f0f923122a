import got from "got";
import { type Json, type JsonObject, parseJson } from "@service/json";
import { endingAfter } from "@service/runtime";
import type { ModelFailure } from "./model-provider.ts";

/** Most bytes read of an answer. A narrative of 8,000 characters needs a hundredth of it. */
const answerBytesMax = 1024 * 1024;

export type PostedJson =
  | { readonly kind: "json"; readonly json: Json }
  /** `cause`: the error of a broken connection, for the log. */
  | { readonly kind: "failed"; readonly failure: ModelFailure; readonly cause?: unknown };

/**
 * Posts JSON once, with one deadline over connecting, sending and reading the whole answer. Follows no redirect and never
 * retries: the caller decides that by its budget.
 */
export async function postJson(request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}): Promise<PostedJson> {
  if (request.signal.aborted) return failed("aborted");
  const deadline = endingAfter(Math.max(1, request.timeoutMs), new Error("the deadline is over")).signal;
  const stream = got.stream.post(request.url, {
    headers: { ...request.headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(request.body),
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    decompress: true,
    signal: AbortSignal.any([request.signal, deadline]),
  });
  let status = 0;
  stream.on("response", (response: { statusCode: number }) => {
    status = response.statusCode;
  });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size > answerBytesMax) {
        stream.destroy();
        return failed("too_large");
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (request.signal.aborted) return failed("aborted");
    return deadline.aborted ? failed("timeout") : { kind: "failed", failure: "unreachable", cause: originOf(error) };
  }
  // An abort may also end the stream without an error.
  if (request.signal.aborted) return failed("aborted");
  if (deadline.aborted) return failed("timeout");
  if (status === 429) return failed("limited");
  if (status >= 500) return failed("provider_error");
  if (status < 200 || status >= 300) return failed("refused");
  return readAnswer(Buffer.concat(chunks).toString("utf8"));
}

/** Strict: the whole text is one JSON value. */
export function readAnswer(text: string): PostedJson {
  try {
    return { kind: "json", json: parseJson(text) };
  } catch {
    // Drop the parser's message: it quotes the answer, which may contain a customer's data.
    return failed("malformed");
  }
}

function failed(failure: ModelFailure): PostedJson {
  return { kind: "failed", failure };
}

/** The socket's error instead of the client's, which contains the whole request. */
function originOf(error: unknown): unknown {
  return Error.isError(error) ? (error.cause ?? error) : error;
}
