import type { TurnError } from "@service/contract";
import * as z from "zod";

const sentences: Readonly<Record<string, string>> = {
  provider_error: "The model provider gave no answer.",
  turn_timeout: "The turn took longer than its configuration allows.",
  turn_interrupted: "The turn was interrupted before its end. Resume it, or ask again.",
  source_error: "A source that the configuration requires is not available.",
  output_rejected: "The answer did not meet the configuration.",
  queue_unreachable: "The turn could not be queued. Ask again with a new Idempotency-Key.",
  conversation_deleted: "The conversation was deleted.",
  internal_error: "The service failed unexpectedly.",
};

/** Where the reason says more than the code. */
const sentencesOfReasons: Readonly<Record<string, string>> = {
  guardrail: "The configuration refuses this question.",
};

const StoredError = z.object({
  code: z.string(),
  reason: z.string().nullable(),
  retryable: z.boolean(),
  message: z.string().optional(),
  retry_after_seconds: z.int().optional(),
});

export type ShownError = z.infer<typeof TurnError> & { readonly retry_after_seconds?: number };

/** The error of a turn as callers see it, from the JSON of its row (TURN-40). Never the words of a provider. */
export function shownError(stored: string | null): ShownError | null {
  if (stored === null) return null;
  const { code, reason, retryable, message, retry_after_seconds } = StoredError.parse(JSON.parse(stored));
  return {
    code,
    reason,
    message: message ?? sentencesOfReasons[reason ?? ""] ?? sentences[code] ?? "The turn failed.",
    retryable,
    ...(retry_after_seconds !== undefined && { retry_after_seconds }),
  };
}

/** The JSON that a row holds for an error. */
export function storedError(error: {
  readonly code: string;
  readonly reason: string | null;
  readonly retryable: boolean;
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}): string {
  const { code, reason, retryable, message, retryAfterSeconds } = error;
  return JSON.stringify({
    code,
    reason,
    retryable,
    ...(message !== undefined && { message }),
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: Math.ceil(retryAfterSeconds) }),
  });
}
