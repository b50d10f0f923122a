import type { IncomingMessage } from "node:http";
import type { Caller } from "@service/domain/access";
import type { KeyUses } from "@service/domain/key-uses";
import type { Refused } from "@service/http";
import { bearerToken } from "./bearer-token.ts";

/** Who calls, of requests that are under way. */
const callers = new WeakMap<IncomingMessage, Caller>();

/** Counts a request whose key was accepted (CON-70). */
export function noteCaller(uses: KeyUses, request: IncomingMessage, caller: Caller): void {
  callers.set(request, caller);
  uses.called(caller);
}

/** Notes a refusal for the key that called, or was presented: the caller's mistake (4xx), not a failure of the service. */
export function noteRefusal(uses: KeyUses, { request, route, requestId, status, code, details }: Refused): void {
  if (status < 400 || status > 498) return;
  const refused = {
    method: request.method ?? "",
    path: route.path,
    status,
    code,
    field: fieldIn(details),
    requestId,
  };
  const caller = callers.get(request);
  if (caller) uses.refused(caller, refused);
  else if (status === 401) uses.refusedKey(bearerToken(request), refused);
}

/** The first field, or JSON Pointer, that the details of an error name. */
function fieldIn(details: unknown): string | null {
  const first: unknown = Array.isArray(details) ? details[0] : details;
  if (typeof first !== "object" || first === null) return null;
  for (const name of ["field", "path"]) {
    const value: unknown = Reflect.get(first, name);
    if (typeof value === "string") return value;
  }
  return null;
}
