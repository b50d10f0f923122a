import { connectionFailures, readRetryAfter } from "@service/outgoing";

/** Why no answer came: a closed list, shown as `error_code` of an attempt (HOOK-58, HOOK-72). */
export const transportFailures = [...connectionFailures, "not_sendable"] as const;
export type TransportFailure = (typeof transportFailures)[number];

export type Answer =
  | { readonly kind: "answer"; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: "failure"; readonly failure: TransportFailure };

export type Outcome = "delivered" | "transient" | "permanent";

export interface Verdict {
  readonly outcome: Outcome;
  /** `http_status` for an unsuccessful status, else the transport failure; null when delivered. */
  readonly errorCode: TransportFailure | "http_status" | null;
  /** 410, or the receiver's `webhook-delivery: disable`: the endpoint is disabled as `gone`. */
  readonly isGone: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** See `FailedAttempt.isReceiverOverloaded`. */
  readonly isReceiverOverloaded: boolean;
}

/** Statuses that differ from the rule of their class (3xx, 4xx, 5xx). */
const exceptions: ReadonlyMap<number, Outcome> = new Map([
  // These redirects may be a maintenance page; other redirects mean a wrong URL. None is ever followed.
  [302, "transient"],
  [307, "transient"],
  [408, "transient"],
  [409, "transient"],
  [421, "transient"],
  [423, "transient"],
  [425, "transient"],
  [429, "transient"],
  [501, "permanent"],
  [505, "permanent"],
]);

function outcomeOf(status: number): Outcome {
  const exception = exceptions.get(status);
  if (exception) return exception;
  switch (Math.floor(status / 100)) {
    case 2:
      return "delivered";
    case 3:
    case 4:
      return "permanent";
    default:
      // 5xx; a status outside 200 to 599 is not valid HTTP.
      return "transient";
  }
}

const timeouts: ReadonlySet<TransportFailure> = new Set(["connect_timeout", "timeout"]);
const retryAfterStatuses: ReadonlySet<number> = new Set([429, 503]);

/**
 * Classifies one attempt (HOOK-58).
 * @param answer status and lower-case response headers, or why there was none.
 * @param nowMs wall clock, for a `Retry-After` that is a date.
 */
export function classifyAnswer(answer: Answer, nowMs: number): Verdict {
  if (answer.kind === "failure") {
    return {
      outcome: "transient",
      errorCode: answer.failure,
      isGone: false,
      retryAfterSeconds: undefined,
      isReceiverOverloaded: timeouts.has(answer.failure),
    };
  }
  const { status, headers } = answer;
  const outcome = outcomeOf(status);
  if (outcome === "delivered") {
    return { outcome, errorCode: null, isGone: false, retryAfterSeconds: undefined, isReceiverOverloaded: false };
  }
  const wish = headers["webhook-delivery"]?.trim().toLowerCase();
  const isGone = status === 410 || wish === "disable";
  return {
    outcome: isGone || wish === "abort-message" ? "permanent" : outcome,
    errorCode: "http_status",
    isGone,
    retryAfterSeconds: retryAfterStatuses.has(status) ? readRetryAfter(headers["retry-after"], nowMs) : undefined,
    isReceiverOverloaded: status === 429,
  };
}
