import { isErrorTemplate, type ErrorCode, type ErrorTemplate } from "@service/contract";
import type { Route } from "./route.ts";

/**
 * Every code a route can answer, templates aside: its own, and those that follow from its access, its budget and its parsers.
 * Read by the OpenAPI document and the tests' response check; the pipeline throws them.
 */
export function errorCodesOf(route: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>(route.errors.filter(isCode));
  codes.add("internal_error");
  if (route.access.key === "source") {
    for (const code of ["unauthorized", "rate_limited", "request_timeout", "service_unavailable"] as const)
      codes.add(code);
  } else if (route.access.key !== "none") {
    for (const code of [
      "unauthorized",
      "auth_unavailable",
      "rate_limited",
      "request_timeout",
      "service_unavailable",
    ] as const)
      codes.add(code);
    if (route.access.key === "organization") codes.add("insufficient_capability");
    else {
      codes.add("insufficient_capability");
      if (route.access.key === "any" && route.access.live) codes.add("scoped_key_required");
      if (route.access.key === "any" && route.access.on) codes.add("engine_binding_forbidden");
      if (route.access.key === "any" && route.access.on === "engine") codes.add("engine_not_found");
    }
  }
  if (route.params || route.query || route.headers || route.body || route.rawBody) codes.add("invalid_request");
  if (route.path.includes("{run_id}")) codes.add("missing_run_id").add("invalid_run_id");
  if (route.path.includes("{endpoint_id}")) codes.add("missing_endpoint_id").add("invalid_endpoint_id");
  if (route.body?.tooLarge) codes.add(route.body.tooLarge);
  if (route.rawBody) codes.add(route.rawBody.tooLarge);
  return codes;
}

function isCode(code: ErrorCode | ErrorTemplate): code is ErrorCode {
  return !isErrorTemplate(code);
}
