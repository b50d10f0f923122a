import { isJsonObject, type Json, parseJson } from "@service/json";
import { ProviderFailure, type ProviderReason } from "@service/models";
import { RedirectFailure } from "./pause-before-retry.ts";

/** Codes and types of errors that mean the same whatever the status (MODEL-50); compared in lower case. */
const reasonsByWord: Readonly<Record<string, ProviderReason>> = {
  content_filter: "content_filtered",
  content_policy_violation: "content_filtered",
  insufficient_quota: "quota_exhausted",
  billing_hard_limit_reached: "quota_exhausted",
  billing_not_active: "quota_exhausted",
  billing_error: "quota_exhausted",
  quota_exceeded: "quota_exhausted",
  rate_limit_exceeded: "rate_limited",
  rate_limit_error: "rate_limited",
  overloaded: "overloaded",
  overloaded_error: "overloaded",
  engine_overloaded: "overloaded",
  context_length_exceeded: "context_length_exceeded",
  exceed_context_size_error: "context_length_exceeded",
  request_too_large: "context_length_exceeded",
  invalid_api_key: "authentication",
  authentication_error: "authentication",
  permission_error: "permission",
  model_not_found: "model_not_found",
  not_found_error: "model_not_found",
  timeout_error: "timeout",
};

/** Types that gateways write whatever went wrong: the status says more, where there is one (MODEL-50). */
const genericWords: ReadonlySet<string> = new Set(["api_error", "server_error", "internal_server_error"]);

/** What only the sentence of a refused request (400, 422) tells. The sentence itself is never kept. */
const reasonsBySentence: readonly (readonly [RegExp, ProviderReason])[] = [
  [
    /context (length|size|window)|maximum context|prompt is too long|too many (input )?tokens/i,
    "context_length_exceeded",
  ],
  [/credit balance|billing/i, "quota_exhausted"],
  [/content filter|content management policy|content policy/i, "content_filtered"],
  [/model\b.{0,100}\b(not found|not exist|unknown)|unknown model|invalid model/i, "model_not_found"],
];

/** An error object of a vendor: `{error: {...}}`, `{error: "text"}`, or the members themselves. */
interface VendorError {
  readonly words: readonly string[];
  readonly status: number | undefined;
  readonly sentence: string;
}

/** The failure behind an answer that is not a success, or behind an unexpected success without a stream. */
export function failureOfAnswer(status: number, body: string, retryAfterSeconds?: number): ProviderFailure {
  // A redirect is not followed: the host that was configured did not answer (MODEL-54).
  if (status >= 300 && status < 400) return new RedirectFailure();
  const reason = reasonOf(status, vendorError(parsed(body)));
  return new ProviderFailure(reason, { retryAfterSeconds });
}

/** The failure that a vendor tells inside a stream: its whole event. */
export function failureInStream(event: Json): ProviderFailure {
  const error = vendorError(event);
  return new ProviderFailure(reasonOf(error.status, error));
}

function reasonOf(status: number | undefined, { words, sentence }: VendorError): ProviderReason {
  for (const word of words) {
    const reason = Object.hasOwn(reasonsByWord, word) ? reasonsByWord[word] : undefined;
    if (reason !== undefined) return reason;
  }
  if (status !== undefined && status >= 400) return reasonOfStatus(status, sentence);
  if (words.some((word) => genericWords.has(word))) return "unavailable";
  if (status !== undefined) return "invalid_response";
  return words.includes("invalid_request_error") ? reasonBySentence(sentence) : "unknown";
}

function reasonOfStatus(status: number, sentence: string): ProviderReason {
  switch (status) {
    case 401:
      return "authentication";
    case 402:
      return "quota_exhausted";
    case 403:
      return "permission";
    case 404:
      return "model_not_found";
    case 413:
      return "context_length_exceeded";
    case 429:
      return "rate_limited";
    case 408:
    case 504:
      return "timeout";
    case 529:
      return "overloaded";
  }
  return status >= 500 ? "unavailable" : reasonBySentence(sentence);
}

function reasonBySentence(sentence: string): ProviderReason {
  return reasonsBySentence.find(([pattern]) => pattern.test(sentence))?.[1] ?? "invalid_request";
}

function vendorError(json: Json | undefined): VendorError {
  const whole = isJsonObject(json) ? json : {};
  const { error = whole } = whole;
  if (typeof error === "string") return { words: [], status: undefined, sentence: error };
  const { code, type, message } = isJsonObject(error) ? error : {};
  return {
    // The code is more exact than the type.
    words: [code, type].filter((word) => typeof word === "string").map((word) => word.toLowerCase()),
    status: typeof code === "number" && code >= 400 && code <= 599 ? code : undefined,
    sentence: typeof message === "string" ? message.slice(0, 2_000) : "",
  };
}

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
