/** Why a model gave no answer; the same words for every provider (MODEL-50). */
export const providerErrorReasons = [
  "authentication",
  "permission",
  "rate_limited",
  "quota_exhausted",
  "overloaded",
  "unavailable",
  "timeout",
  "stream_interrupted",
  "invalid_response",
  "context_length_exceeded",
  "content_filtered",
  "model_not_found",
  "invalid_request",
  "not_configured",
  "unknown",
] as const;
export type ProviderErrorReason = (typeof providerErrorReasons)[number];
