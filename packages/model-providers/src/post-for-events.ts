import type { IncomingMessage } from "node:http";
import { setImmediate } from "node:timers/promises";
import { type Json, type JsonObject, parseJson } from "@service/json";
import { ProviderFailure } from "@service/models";
import { type ConnectionFailure, connectionFailureOf, readRetryAfter } from "@service/outgoing";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import got from "got";
import { failureOfAnswer } from "./refusal.ts";

/** Most characters of one event. An answer comes in events of a few words. */
const eventCharsMax = 1024 * 1024;
/** Most bytes of a whole answer: so many, more for each token that was asked for, but never more than the last (MODEL-194). */
const answerBytes = { least: 1024 * 1024, perToken: 2 * 1024, most: 32 * 1024 * 1024 } as const;
/** After so many events other work of the process has its turn. */
const eventsPerSlice = 32;
const refusalBytesMax = 64 * 1024;
const lookupTimeoutMs = 3_500;
const connectTimeoutMs = 5_000;

/** One event of a stream: its name, if it has one, and its JSON; `[DONE]`, which is no JSON, is null. */
export interface VendorEvent {
  readonly name: string | undefined;
  readonly json: Json | null;
}

/**
 * Posts JSON and yields the events of the answer. Follows no redirect, so that a key never reaches another host (MODEL-54),
 * and never repeats the request. Ends when the vendor ends the stream, whether that was its end or not.
 * @throws ProviderFailure; when the signal aborts, whatever the connection then throws.
 */
export async function* postForEvents(request: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}): AsyncGenerator<VendorEvent> {
  request.signal.throwIfAborted();
  const stream = got.stream.post(request.url, optionsOf(request));
  const head: { response: IncomingMessage | undefined } = { response: undefined };
  stream.once("response", (response: IncomingMessage) => {
    head.response = response;
  });
  const reader = createEventReader();
  const { least, perToken, most } = answerBytes;
  const answerBytesMax = Math.min(most, least + perToken * request.maxOutputTokens);
  const refusal: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      if (isEventStream(head.response)) {
        if (bytes > answerBytesMax) throw new ProviderFailure("invalid_response");
        yield* inSlices(reader.read(chunk));
      } else if (bytes <= refusalBytesMax) refusal.push(chunk);
      else break;
    }
  } catch (error) {
    if (error instanceof ProviderFailure) throw error;
    // The error of the client has the whole request in it: only its kind goes on.
    throw new ProviderFailure(reasonOfConnection[connectionFailureOf(error)]);
  } finally {
    stream.destroy();
  }
  if (isEventStream(head.response)) return;
  throw refused(head.response, Buffer.concat(refusal).toString("utf8"));
}

async function* inSlices(events: Iterable<VendorEvent>): AsyncGenerator<VendorEvent> {
  let count = 0;
  for (const event of events) {
    yield event;
    count += 1;
    if (count % eventsPerSlice === 0) await setImmediate();
  }
}

function isEventStream(response: IncomingMessage | undefined): boolean {
  const { statusCode = 0, headers } = response ?? {};
  const type = headers?.["content-type"] ?? "text/event-stream";
  return statusCode === 200 && /^text\/event-stream\b/i.test(type);
}

function refused(response: IncomingMessage | undefined, body: string): ProviderFailure {
  if (response?.statusCode === undefined) return new ProviderFailure("stream_interrupted");
  return failureOfAnswer(
    response.statusCode,
    body,
    readRetryAfter(response.headers["retry-after"]?.slice(0, 100), Date.now()),
  );
}

function createEventReader(): { read(chunk: Buffer): Generator<VendorEvent> } {
  const arrived: EventSourceMessage[] = [];
  let isTooLarge = false;
  const parser = createParser({
    maxBufferSize: eventCharsMax,
    onEvent: (event) => arrived.push(event),
    onError: (error) => {
      // Unknown fields and the like are passed over, as the format asks.
      if (error.type === "max-buffer-size-exceeded") isTooLarge = true;
    },
  });
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return {
    *read(chunk) {
      try {
        parser.feed(decoder.decode(chunk, { stream: true }));
      } catch {
        throw new ProviderFailure("invalid_response");
      }
      if (isTooLarge) throw new ProviderFailure("invalid_response");
      for (let event = arrived.shift(); event !== undefined; event = arrived.shift())
        yield { name: event.event, json: event.data.trim() === "[DONE]" ? null : parsed(event.data) };
    },
  };
}

function parsed(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    // The parser's message quotes the answer.
    throw new ProviderFailure("invalid_response");
  }
}

const reasonOfConnection: Readonly<
  Record<ConnectionFailure, "unavailable" | "stream_interrupted" | "invalid_response" | "timeout">
> = {
  blocked_address: "unavailable",
  dns_failed: "unavailable",
  connect_refused: "unavailable",
  connect_failed: "unavailable",
  connect_timeout: "unavailable",
  tls_failed: "unavailable",
  timeout: "timeout",
  connection_reset: "stream_interrupted",
  malformed_response: "invalid_response",
};

function optionsOf(request: {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly signal: AbortSignal;
}) {
  return {
    headers: {
      "user-agent": "engine-service",
      "content-type": "application/json",
      accept: "text/event-stream",
      ...request.headers,
    },
    body: JSON.stringify(request.body),
    http2: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { lookup: lookupTimeoutMs, connect: connectTimeoutMs, secureConnect: connectTimeoutMs },
    signal: request.signal,
  } as const;
}
