import { isJsonObject, type Json, type JsonObject } from "@service/json";
import {
  type FinishReason,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  ProviderFailure,
} from "@service/models";
import { postForEvents } from "./post-for-events.ts";
import { failureInStream } from "./refusal.ts";
import { collectCalls } from "./tool-calls.ts";
import type { Vendor, VendorAddress } from "./vendor.ts";

const apiVersion = "2023-06-01";
/** An answer by a schema is the input of this tool, which every model of the vendor can be made to call. */
const answerTool = "answer";

/** The Messages API. A stream ends with `message_stop`; one that ends without it was cut. */
export const anthropic: Vendor = async function* (address, request, context) {
  const answer = createAnswer(request);
  const events = postForEvents({
    url: `${address.baseUrl}/messages`,
    headers: {
      ...(address.apiKey === null ? {} : { "x-api-key": address.apiKey }),
      "anthropic-version": apiVersion,
      "idempotency-key": context.idempotencyKey,
    },
    body: bodyOf(address, request),
    maxOutputTokens: request.maxOutputTokens,
    signal: context.signal,
  });
  for await (const { json } of events) {
    if (!isJsonObject(json)) throw new ProviderFailure("invalid_response");
    if (json["type"] === "content_block_delta") context.onContent();
    yield* answer.take(json);
    if (json["type"] === "message_stop") return;
  }
  throw new ProviderFailure("stream_interrupted");
};

interface Answer {
  /** What one event of the stream means. @throws ProviderFailure */
  take(event: JsonObject): Generator<ModelEvent>;
}

function createAnswer(request: ModelRequest): Answer {
  const calls = collectCalls(request.tools ?? []);
  const answerBlocks = new Set<number>();
  const usage = usageReader();
  const text = skipping(spaceAtEnd(request.continueFrom ?? ""));
  let finish: FinishReason | undefined;
  let hasContent = false;

  function* delta(index: number, part: JsonObject): Generator<ModelEvent> {
    const piece = part["type"] === "text_delta" ? part["text"] : part["partial_json"];
    if (typeof piece !== "string") return;
    if (part["type"] === "input_json_delta" && !answerBlocks.has(index)) return calls.add(index, { input: piece });
    const shown = text(piece);
    if (shown === "") return;
    hasContent = true;
    yield { t: "text", text: shown };
  }

  function* end(): Generator<ModelEvent> {
    const finished = calls.finished();
    for (const call of finished) yield { t: "tool", call };
    if (finish === undefined) throw new ProviderFailure("stream_interrupted");
    const isEmpty = finished.length === 0 && !hasContent;
    if (isEmpty && (finish === "stop" || finish === "tool_steps")) throw new ProviderFailure("invalid_response");
    yield { t: "finish", reason: finish === "tool_steps" && finished.length === 0 ? "stop" : finish };
  }

  return {
    *take(event) {
      const index = typeof event["index"] === "number" ? event["index"] : 0;
      const type = typeof event["type"] === "string" ? event["type"] : "";
      switch (type) {
        case "message_start":
          yield* usage(isJsonObject(event["message"]) ? event["message"]["usage"] : undefined);
          return;
        case "content_block_start": {
          const { type: kind, id, name } = isJsonObject(event["content_block"]) ? event["content_block"] : {};
          if (kind !== "tool_use" || typeof name !== "string") return;
          if (name === answerTool && request.responseFormat !== undefined) answerBlocks.add(index);
          else calls.add(index, { name, ...(typeof id === "string" ? { id } : {}) });
          return;
        }
        case "content_block_delta":
          if (isJsonObject(event["delta"])) yield* delta(index, event["delta"]);
          return;
        case "message_delta":
          yield* usage(event["usage"]);
          finish = finishOf(isJsonObject(event["delta"]) ? event["delta"]["stop_reason"] : undefined) ?? finish;
          return;
        case "message_stop":
          yield* end();
          return;
        case "error":
          throw failureInStream(event);
      }
    },
  };
}

function bodyOf({ model }: VendorAddress, request: ModelRequest): JsonObject {
  const { temperature, responseFormat, tools = [], continueFrom = "" } = request;
  const system = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const prefix = continueFrom.trimEnd();
  const schema = responseFormat?.schema;
  // The input of a tool is an object; another schema can only be asked for in words.
  const byTool = schema !== undefined && schema["type"] === "object" ? schema : undefined;
  if (schema !== undefined && byTool === undefined)
    system.push(
      `Answer with one JSON value that matches this JSON Schema and nothing else:\n${JSON.stringify(schema)}`,
    );
  const declared = [
    ...tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    ...(byTool === undefined
      ? []
      : [{ name: answerTool, description: "Gives the answer. Call it once, at the end.", input_schema: byTool }]),
  ];
  return {
    model,
    stream: true,
    max_tokens: request.maxOutputTokens,
    ...(system.length === 0 ? {} : { system: system.join("\n\n") }),
    messages: [
      ...request.messages.filter(({ role }) => role !== "system").map(messageOf),
      // The vendor refuses a prefix that ends with white space: it is taken off the answer instead.
      ...(prefix === "" ? [] : [{ role: "assistant", content: prefix }]),
    ],
    ...(temperature === undefined ? {} : { temperature: Math.min(1, temperature) }),
    ...(declared.length === 0 ? {} : { tools: declared }),
    ...(byTool === undefined
      ? {}
      : { tool_choice: tools.length === 0 ? { type: "tool", name: answerTool } : { type: "any" } }),
  };
}

function messageOf({ role, content, pictures = [], toolCalls = [], toolResults = [] }: ModelMessage): JsonObject {
  if (pictures.length === 0 && toolCalls.length === 0 && toolResults.length === 0) return { role, content };
  return {
    role,
    content: [
      ...pictures.map(({ mediaType, bytes }) => ({
        type: "image",
        source: { type: "base64", media_type: mediaType, data: bytes.toString("base64") },
      })),
      ...toolResults.map(({ id, content: result }) => ({ type: "tool_result", tool_use_id: id, content: result })),
      ...(content === "" ? [] : [{ type: "text", text: content }]),
      ...toolCalls.map(({ id, name, input }) => ({ type: "tool_use", id, name, input })),
    ],
  };
}

/** Counts are cumulative: each replaces the one of the same name before it, and what an event leaves out stays. */
function usageReader(): (usage: Json | undefined) => Generator<ModelEvent> {
  let counts: JsonObject = {};
  return function* (usage) {
    if (!isJsonObject(usage)) return;
    counts = { ...counts, ...usage };
    const counted = (name: string): number => (typeof counts[name] === "number" ? counts[name] : 0);
    // What was read from the vendor's cache was input all the same.
    const input = counted("input_tokens") + counted("cache_read_input_tokens") + counted("cache_creation_input_tokens");
    const output = counted("output_tokens");
    yield { t: "usage", ...(input > 0 ? { in: input } : {}), ...(output > 0 ? { out: output } : {}) };
  };
}

function finishOf(value: Json | undefined): FinishReason | undefined {
  if (typeof value !== "string") return undefined;
  switch (value) {
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "filtered";
    case "tool_use":
      return "tool_steps";
    default:
      return "stop";
  }
}

function spaceAtEnd(text: string): string {
  return text.slice(text.trimEnd().length);
}

/** Takes `prefix` off the beginning of an answer in pieces, as far as it is there. */
function skipping(prefix: string): (piece: string) => string {
  let left = prefix;
  return (piece) => {
    let at = 0;
    while (at < piece.length && at < left.length && piece[at] === left[at]) at += 1;
    left = at === piece.length ? left.slice(at) : "";
    return piece.slice(at);
  };
}
