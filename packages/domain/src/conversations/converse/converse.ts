import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import type { Quoting } from "@service/embedded-answers";
import { checkAnswerSchema, compileAnswerSchema } from "@service/evaluations";
import { type Json, type JsonObject, parseJson } from "@service/json";
import {
  createTokenUsage,
  type FinishReason,
  type ModelEvent,
  type ModelMessage,
  ProviderFailure,
} from "@service/models";
import type { Caller } from "../../identity/access/index.ts";
import { embeddedAlias, embeddedModel, recordModelUsage, type ResolvedModel, resolveModel } from "../models/index.ts";
import { answerFromMessages } from "./answer-from-messages.ts";

type ConverseDeps = Parameters<typeof resolveModel>[0] & { readonly computing: Quoting };

export interface ConverseQuestion {
  readonly messages: readonly ModelMessage[];
  /** Undefined: `embedded`. */
  readonly alias: string | undefined;
  readonly maxOutputTokens: number | undefined;
  readonly temperature: number | undefined;
  /** A JSON Schema that the answer has to match. */
  readonly schema: JsonObject | undefined;
}

export type ConverseEvent =
  | { readonly t: "text"; readonly text: string }
  /** Comes once and last. */
  | {
      readonly t: "end";
      readonly finish: Exclude<FinishReason, "tool_steps">;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly isEstimated: boolean;
      /** Null without a schema. */
      readonly json: Json;
    };

export interface Conversing {
  readonly model: { readonly alias: string; readonly provider: string; readonly name: string };
  /** To be read once. @throws ProviderFailure; the reason of the signal when it aborts. */
  readonly events: AsyncIterable<ConverseEvent>;
}

/**
 * Finds the model and prepares the exchange; nothing is sent before the events are read (ASK-1, ASK-2). However
 * it ends, a line of usage is written.
 * @throws `provider_not_configured` for an alias that is unknown, not open, disabled or without the surface;
 *   `invalid_request` for more than the model gives, and for a schema that no answer can be held against.
 */
export async function converse(
  deps: ConverseDeps,
  caller: Caller,
  question: ConverseQuestion,
  signal: AbortSignal,
): Promise<Conversing> {
  const { alias = embeddedAlias, schema } = question;
  const { organizationId } = caller;
  const issues = schema === undefined ? [] : checkAnswerSchema(schema, "");
  if (issues.length > 0)
    throw fail("invalid_request", {
      details: issues.map(({ path, message }) => ({ field: `response_format.schema${path}`, message })),
    });
  const resolved = await resolveModel(deps, { organizationId, alias, surface: "converse" });
  switch (resolved.kind) {
    case "refused":
      // No note: the alias is the caller's text, and a wrong one is no failure of the service.
      throw fail("provider_not_configured");
    case "embedded": {
      const { provider, model } = embeddedModel;
      const events = answerFromMessages(question.messages, question, deps.computing);
      return {
        model: { alias, provider, name: model },
        events: counted(deps, caller, { alias, question, events, signal }),
      };
    }
    case "model": {
      const { line } = resolved;
      const events = askModel(resolved, question, signal);
      return {
        model: { alias, provider: line.provider, name: line.model },
        events: counted(deps, caller, { alias, question, events, signal }),
      };
    }
  }
}

/** @throws `invalid_request` at once, before anything is sent. */
function askModel(
  { line, provider }: Extract<ResolvedModel, { kind: "model" }>,
  { messages, maxOutputTokens = line.maxOutputTokens, temperature, schema }: ConverseQuestion,
  signal: AbortSignal,
): AsyncIterable<ModelEvent> {
  if (maxOutputTokens > line.maxOutputTokens)
    throw invalid("max_output_tokens", `must be at most ${line.maxOutputTokens} for this model`);
  if (schema !== undefined && !line.caps.json) throw invalid("response_format", "this model answers in text only");
  return provider.stream(
    {
      messages,
      maxOutputTokens,
      ...(temperature === undefined ? {} : { temperature }),
      ...(schema === undefined ? {} : { responseFormat: { type: "json_schema", schema } }),
    },
    { signal, idempotencyKey: randomUUID() },
  );
}

function invalid(field: string, message: string) {
  return fail("invalid_request", { details: [{ field, message }] });
}

/** The events of any model as those of an exchange; counts it however it ends (MODEL-65). */
async function* counted(
  deps: ConverseDeps,
  caller: Caller,
  given: {
    readonly alias: string;
    readonly question: ConverseQuestion;
    readonly events: AsyncIterable<ModelEvent>;
    readonly signal: AbortSignal;
  },
): AsyncGenerator<ConverseEvent> {
  const { alias, question, events, signal } = given;
  let text = "";
  const tokens = createTokenUsage();
  let finish: FinishReason | undefined;
  const usage = () => {
    const { isEstimated, ...total } = tokens.total({ prompt: question.messages, answer: text });
    return { ...total, isEstimated: isEstimated || alias === embeddedAlias };
  };
  try {
    for await (const event of events) {
      if (event.t === "usage") tokens.count(event);
      else if (event.t === "finish") finish = event.reason;
      else if (event.t === "text") {
        text += event.text;
        yield { t: "text", text: event.text };
      }
    }
    signal.throwIfAborted();
    if (finish === undefined) throw new ProviderFailure("stream_interrupted");
    const json = question.schema === undefined || finish !== "stop" ? null : parsedAnswer(text, question.schema);
    yield { t: "end", finish: finish === "tool_steps" ? "stop" : finish, json, ...usage() };
  } catch (error) {
    finish = undefined;
    throw error;
  } finally {
    const { inputTokens, outputTokens } = usage();
    await recordModelUsage(deps, {
      organizationId: caller.organizationId,
      environmentId: caller.environmentId,
      environment: caller.environmentSlug,
      alias,
      instanceId: null,
      failed: finish === undefined,
      inputTokens,
      outputTokens,
    }).catch((error: unknown) => deps.log.warn({ err: error }, "usage of a model was not counted"));
  }
}

/** @throws ProviderFailure `invalid_response` for an answer that is no JSON, or not as the schema wants it. */
function parsedAnswer(text: string, schema: JsonObject): Json {
  let value: Json;
  try {
    value = parseJson(text);
  } catch {
    throw new ProviderFailure("invalid_response");
  }
  if (compileAnswerSchema(schema)(value) !== undefined) throw new ProviderFailure("invalid_response");
  return value;
}
