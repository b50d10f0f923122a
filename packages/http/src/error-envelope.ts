import { errors, fail, ServiceError } from "@service/contract";
import { OverloadedError } from "@service/runtime";

/** The response to a refusal or failure. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { code: string; message: string; details?: unknown; blockers?: unknown };
  /** Set for failures of the service: log it. */
  readonly failure: unknown;
}

/**
 * Known refusal → its row; what the application takes for a refusal → that; anything else → `internal_error`, its cause in
 * the log only.
 */
export function answerFor(
  error: unknown,
  {
    refusalOf,
    challenge,
  }: {
    readonly refusalOf: (error: unknown) => ServiceError | undefined;
    /** The scheme that a 401 names in `WWW-Authenticate` (RFC 9110 11.6.1); undefined for sign-in by cookie. */
    readonly challenge?: string | undefined;
  },
): ErrorAnswer {
  const refusal = asServiceError(error, refusalOf);
  return {
    status: refusal.status,
    headers: {
      ...(refusal.retryAfterSeconds !== undefined && { "retry-after": String(refusal.retryAfterSeconds) }),
      ...(refusal.status === 401 && challenge !== undefined && { "www-authenticate": challenge }),
    },
    body: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details === undefined ? {} : { details: refusal.details }),
      ...(refusal.blockers === undefined ? {} : { blockers: refusal.blockers }),
    },
    // Log a 5xx only when it has a cause or an internal note: without them it is an expected answer (nothing released
    // yet, queue unreachable).
    failure:
      refusal.status >= 500 ? (refusal.cause ?? (refusal.internal === undefined ? undefined : refusal)) : undefined,
  };
}

function asServiceError(error: unknown, refusalOf: (error: unknown) => ServiceError | undefined): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof OverloadedError) return fail("service_unavailable", { cause: error });
  const refusal = refusalOf(error);
  if (refusal) return refusal;
  const status = httpStatusOf(error);
  if (status !== undefined) return fail("invalid_request", { message: errors.invalid_request.message, cause: error });
  return fail("internal_error", { cause: error });
}

/** Express reports a malformed percent-encoding in the path as an error with status 400. */
function httpStatusOf(error: unknown): number | undefined {
  if (!Error.isError(error) || !("status" in error)) return undefined;
  return error.status === 400 ? 400 : undefined;
}
