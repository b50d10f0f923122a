import { providerErrorReasons } from "@service/contract";
import { isJsonObject, type Json, type JsonObject } from "@service/json";

/** What a model can do besides answering in text (MODEL-52). */
export interface ModelCapabilities {
  /** Continues a text that was cut: `continueFrom` of a request. */
  readonly continuation: boolean;
  readonly tools: boolean;
  /** Answers by a JSON Schema. */
  readonly json: boolean;
  /** May judge the answers of others in evaluations. */
  readonly judge: boolean;
  readonly embeddings: boolean;
  /** Reads images. */
  readonly vision: boolean;
}

export const modelCapabilities = ["continuation", "tools", "json", "judge", "embeddings", "vision"] as const;

/** A tool that a model may call. `parameters` is the JSON Schema of its input. */
export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** A call that a model asks for. `id` is the vendor's; the result of the call names it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** A picture for a model that reads images (`vision`). */
export interface ModelPicture {
  readonly mediaType: "image/png" | "image/jpeg";
  readonly bytes: Buffer;
}

export interface ModelMessage {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
  /** Only of role `user`; shown to the model before the content. */
  readonly pictures?: readonly ModelPicture[];
  /** Calls that the model asked for in this message; only of role `assistant`. */
  readonly toolCalls?: readonly ToolCall[];
  /** Results of the calls of the message before; only of role `user`, and then `content` is not sent when empty. */
  readonly toolResults?: readonly { readonly id: string; readonly content: string }[];
}

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  /** Always sent to the vendor (MODEL-55). */
  readonly maxOutputTokens: number;
  readonly temperature?: number;
  readonly responseFormat?: { readonly type: "json_schema"; readonly schema: JsonObject };
  readonly tools?: readonly ToolDeclaration[];
  /** Text of this very answer that was received before; ignored by a provider without `continuation`. */
  readonly continueFrom?: string;
}

/** Why an answer ended: by itself, at `maxOutputTokens`, refused by the model or its filter, or to have tools called. */
export type FinishReason = "stop" | "length" | "filtered" | "tool_steps";

/** What a provider yields. `finish` comes exactly once and last; a stream that ends without it is a failure. */
export type ModelEvent =
  | { readonly t: "text"; readonly text: string }
  /** `passage` is the index of the passage among those given; only of `embedded`. */
  | { readonly t: "cite"; readonly passage: number; readonly quote: string }
  | { readonly t: "tool"; readonly call: ToolCall }
  /** Tokens, as far as the vendor told them; may come more than once, and the last counts. */
  | { readonly t: "usage"; readonly in?: number; readonly out?: number }
  | { readonly t: "finish"; readonly reason: FinishReason };

/** Why a provider gave no answer, or no whole one (MODEL-50). The same for all vendors. */
export const providerReasons = providerErrorReasons;
export type ProviderReason = (typeof providerReasons)[number];

/** One sentence and one judgement per reason (MODEL-50, MODEL-51): what a vendor wrote is never repeated. */
const meanings: Readonly<Record<ProviderReason, { readonly message: string; readonly retryable: boolean }>> = {
  authentication: { message: "The model provider refused the service's credentials.", retryable: false },
  permission: { message: "The model provider does not allow the service this model.", retryable: false },
  rate_limited: { message: "The model provider asks for fewer requests.", retryable: true },
  quota_exhausted: { message: "The quota at the model provider is used up.", retryable: false },
  overloaded: { message: "The model provider is overloaded.", retryable: true },
  unavailable: { message: "The model provider cannot be reached or failed.", retryable: true },
  timeout: { message: "The model provider did not answer in time.", retryable: true },
  stream_interrupted: { message: "The answer of the model provider broke off.", retryable: true },
  invalid_response: { message: "The answer of the model provider could not be read.", retryable: true },
  context_length_exceeded: { message: "The request is too long for the model.", retryable: false },
  content_filtered: { message: "The model provider refused the content of the request.", retryable: false },
  model_not_found: { message: "The model provider does not know the model.", retryable: false },
  invalid_request: { message: "The model provider refused the form of the request.", retryable: false },
  not_configured: { message: "The model is not configured.", retryable: false },
  unknown: { message: "The model provider failed for an unknown reason.", retryable: false },
};

/** The sentence of a reason: fixed, so that it may be shown and logged (MODEL-51). */
export function providerMessage(reason: ProviderReason): string {
  return meanings[reason].message;
}

/** Whether the same request may succeed later (MODEL-50). */
export function isRetryableReason(reason: ProviderReason): boolean {
  return meanings[reason].retryable;
}

/** A vendor may write any number. */
const retryAfterSecondsMax = 86_400;

/** Every failure of a provider, whoever it is. Its message is that of the reason, never the vendor's (MODEL-51). */
export class ProviderFailure extends Error {
  override readonly name = "ProviderFailure";
  readonly reason: ProviderReason;
  readonly retryable: boolean;
  /** What the vendor asked to wait for, in whole seconds; never of a reason that no repetition helps. */
  readonly retryAfterSeconds: number | undefined;

  constructor(reason: ProviderReason, more: { readonly retryAfterSeconds?: number | undefined } = {}) {
    super(providerMessage(reason));
    this.reason = reason;
    this.retryable = isRetryableReason(reason);
    this.retryAfterSeconds =
      more.retryAfterSeconds === undefined || !this.retryable
        ? undefined
        : Math.min(retryAfterSecondsMax, Math.max(0, Math.ceil(more.retryAfterSeconds)));
  }
}

/** A language model behind some interface, or the embedded one. */
export interface ModelProvider {
  /** Name of the kind of provider: `openai_compatible`, `anthropic`, `embedded`. Manifests list it in `destinations`. */
  readonly name: string;
  readonly caps: ModelCapabilities;
  /**
   * One answer, as it comes. Stops and frees the connection when the signal aborts or the caller stops reading; an
   * aborted one throws the reason of the signal.
   * @throws ProviderFailure for every other failure, before or after the first event.
   */
  stream(
    request: ModelRequest,
    context: { readonly signal: AbortSignal; readonly idempotencyKey: string },
  ): AsyncIterable<ModelEvent>;
}

/** What an alias may be used for (MODEL-53). */
export const modelSurfaces = ["conversation", "converse", "judge", "enrichment"] as const;
export type ModelSurface = (typeof modelSurfaces)[number];

/** The kinds of provider that can be registered; values of `destinations` in egress manifests (MODEL-53). */
export const modelProviderNames = ["openai_compatible", "anthropic"] as const;
export type ModelProviderName = (typeof modelProviderNames)[number];

/** Reads the capabilities of a registration; one left out is false. */
export function capabilitiesOf(value: Json | undefined): ModelCapabilities {
  const given: JsonObject = value !== undefined && isJsonObject(value) ? value : {};
  const has = (name: keyof ModelCapabilities): boolean => given[name] === true;
  return {
    continuation: has("continuation"),
    tools: has("tools"),
    json: has("json"),
    judge: has("judge"),
    embeddings: has("embeddings"),
    vision: has("vision"),
  };
}
