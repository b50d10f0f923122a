import { headerNames, limits } from "@service/contract";
import { newTraceContext, parseTraceparent, type TraceContext } from "@service/runtime";

/** Printable ASCII without spaces, 1 to 128 characters (PLAT-20). */
const requestIdPattern = /^[\x21-\x7e]+$/;

export interface RequestIdentity {
  readonly requestId: string;
  /** The caller's span from a valid `traceparent`, else a new root. */
  readonly trace: TraceContext;
}

/** Takes the caller's `X-Request-ID` when valid, else the trace id, which comes from a valid `traceparent` or is new (PLAT-20, PLAT-21, PLAT-22). */
export function identifyRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestIdentity {
  const requested = headers[headerNames.requestId];
  const parent = headers[headerNames.traceparent];
  const trace = (typeof parent === "string" ? parseTraceparent(parent) : undefined) ?? newTraceContext();
  const isValid =
    typeof requested === "string" && requested.length <= limits.requestIdCharsMax && requestIdPattern.test(requested);
  return { requestId: isValid ? requested : trace.traceId, trace };
}
