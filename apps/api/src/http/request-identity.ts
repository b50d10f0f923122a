import { headerNames, limits } from "@service/contract";
import { newTraceContext, parseTraceparent, type TraceContext } from "@service/runtime";

/** Printable ASCII without spaces, 1 to 128 characters (section 8). */
const requestIdPattern = /^[\x21-\x7e]+$/;

export interface RequestIdentity {
  readonly requestId: string;
  /** The caller's span when a valid `traceparent` came, else a new root. */
  readonly trace: TraceContext;
}

/** The caller's `X-Request-ID` when valid, else the trace id: adopted from a valid `traceparent`, else new (section 8). */
export function identifyRequest(headers: Readonly<Record<string, string | string[] | undefined>>): RequestIdentity {
  const asked = headers[headerNames.requestId];
  const parent = headers[headerNames.traceparent];
  const trace = (typeof parent === "string" ? parseTraceparent(parent) : undefined) ?? newTraceContext();
  const isValid = typeof asked === "string" && asked.length <= limits.requestIdCharsMax && requestIdPattern.test(asked);
  return { requestId: isValid ? asked : trace.traceId, trace };
}
