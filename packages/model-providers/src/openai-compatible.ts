import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@service/json";
import {
  type FinishReason,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  ProviderFailure,
  type ToolCall,
} from "@service/models";
import { postForEvents } from "./post-for-events.ts";
import { failureInStream } from "./refusal.ts";
import { type CallParts, collectCalls } from "./tool-calls.ts";
import type { Vendor, VendorAddress } from "./vendor.ts";

/**
 * Chat completions, as hosted models, gateways and servers of one's own speak them. The stream ends with `[DONE]`, or
 * simply ends after a `finish_reason`; usage comes between the two.
 */
export const openAiCompatible: Vendor = async function* (address, request, context) {
  const calls = collectCalls(request.tools ?? []);
  let finish: FinishReason | undefined;
  let hasText = false;
  const events = postForEvents({
    url: `${address.baseUrl}/chat/completions`,
    headers: {
      ...(address.apiKey === null ? {} : { authorization: `Bearer ${address.apiKey}` }),
      "idempotency-key": context.idempotencyKey,
    },
    body: bodyOf(address, request),
    maxOutputTokens: request.maxOutputTokens,
    signal: context.signal,
  });
  for await (const { json } of events) {
    if (json === null) break;
    if (!isJsonObject(json)) throw new ProviderFailure("invalid_response");
    if (json["error"] !== undefined && json["error"] !== null) throw failureInStream(json);
    const usage = usageOf(json["usage"]);
    if (usage !== undefined) yield usage;
    const choice = firstOf(json["choices"]);
    if (choice === undefined) continue;
    const delta = isJsonObject(choice["delta"]) ? choice["delta"] : {};
    if (isContent(delta)) context.onContent();
    const { content, tool_calls: parts } = delta;
    if (typeof content === "string" && content !== "") {
      hasText = true;
      yield { t: "text", text: content };
    }
    for (const part of isJsonArray(parts) ? parts : []) if (isJsonObject(part)) addPart(calls, part);
    finish = finishOf(choice["finish_reason"], delta) ?? finish;
  }
  if (finish === undefined) throw new ProviderFailure("stream_interrupted");
  yield* ending(finish, calls.finished(), hasText);
};

/** The calls and the end. @throws ProviderFailure for a success without any content. */
function* ending(finish: FinishReason, calls: readonly ToolCall[], hasText: boolean): Generator<ModelEvent> {
  for (const call of calls) yield { t: "tool", call };
  if (calls.length === 0 && !hasText && (finish === "stop" || finish === "tool_steps"))
    throw new ProviderFailure("invalid_response");
  // Some servers end with `stop` although they call tools.
  yield { t: "finish", reason: finish === "filtered" || calls.length === 0 ? finish : "tool_steps" };
}

function bodyOf({ baseUrl, model }: VendorAddress, request: ModelRequest): JsonObject {
  const { temperature, responseFormat, tools = [], continueFrom } = request;
  // The vendor's own newer models refuse the old name; most other servers know no other.
  const maxName = new URL(baseUrl).hostname === "api.openai.com" ? "max_completion_tokens" : "max_tokens";
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    [maxName]: request.maxOutputTokens,
    messages: [
      ...request.messages.flatMap(messagesOf),
      ...(continueFrom === undefined || continueFrom === "" ? [] : [{ role: "assistant", content: continueFrom }]),
    ],
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function",
            function: { name, description, parameters },
          })),
        }),
    ...(responseFormat === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: "answer", schema: responseFormat.schema, strict: isStrict(responseFormat.schema) },
          },
        }),
  };
}

function messagesOf({ role, content, pictures = [], toolCalls = [], toolResults = [] }: ModelMessage): JsonObject[] {
  const results = toolResults.map(({ id, content: result }) => ({ role: "tool", tool_call_id: id, content: result }));
  if (results.length > 0 && content === "") return results;
  const called = toolCalls.map(({ id, name, input }) => ({
    id,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const shown = pictures.map(({ mediaType, bytes }) => ({
    type: "image_url",
    image_url: { url: `data:${mediaType};base64,${bytes.toString("base64")}` },
  }));
  const parts = shown.length === 0 ? content : [...shown, { type: "text", text: content }];
  return [...results, { role, content: parts, ...(called.length === 0 ? {} : { tool_calls: called }) }];
}

/** Vendors refuse `strict` for a schema that leaves members open; without it the answer is only asked for. */
function isStrict(schema: Json): boolean {
  if (isJsonArray(schema)) return schema.every(isStrict);
  if (!isJsonObject(schema)) return true;
  const { type, properties, required, additionalProperties } = schema;
  if (type === "object" || properties !== undefined) {
    if (additionalProperties !== false) return false;
    const named = isJsonObject(properties) ? Object.keys(properties) : [];
    if (!named.every((name) => isJsonArray(required) && required.includes(name))) return false;
  }
  return Object.values(schema).every(isStrict);
}

function addPart(calls: CallParts, part: JsonObject): void {
  const { index, id, function: called } = part;
  const { name, arguments: input } = isJsonObject(called) ? called : {};
  calls.add(typeof index === "number" ? index : 0, {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(typeof input === "string" ? { input } : {}),
  });
}

/** Thoughts count as a sign of life, although they are not part of the answer. */
function isContent(delta: JsonObject): boolean {
  const texts = [delta["content"], delta["reasoning_content"], delta["reasoning"], delta["refusal"]];
  return isJsonArray(delta["tool_calls"]) || texts.some((text) => typeof text === "string" && text !== "");
}

function finishOf(value: Json | undefined, delta: JsonObject): FinishReason | undefined {
  if (typeof delta["refusal"] === "string" && delta["refusal"] !== "") return "filtered";
  if (typeof value !== "string" || value === "") return undefined;
  switch (value) {
    case "length":
      return "length";
    case "content_filter":
      return "filtered";
    case "tool_calls":
    case "function_call":
      return "tool_steps";
    case "error":
      throw new ProviderFailure("stream_interrupted");
    default:
      return "stop";
  }
}

function usageOf(usage: Json | undefined): ModelEvent | undefined {
  if (!isJsonObject(usage)) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  if (typeof input !== "number" && typeof output !== "number") return undefined;
  return {
    t: "usage",
    ...(typeof input === "number" ? { in: input } : {}),
    ...(typeof output === "number" ? { out: output } : {}),
  };
}

function firstOf(list: Json | undefined): JsonObject | undefined {
  const first = isJsonArray(list) ? list[0] : undefined;
  return isJsonObject(first) ? first : undefined;
}
