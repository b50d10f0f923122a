import { isErrorTemplate } from "@service/contract";
import { isMultipart } from "./multipart.ts";
import type { Route } from "./route.ts";

/**
 * Every code a route can answer, templates aside: those it declares, and those that follow from its parsers.
 * Read by the OpenAPI document and the tests' response check; the pipeline throws them.
 */
export function errorCodesOf(route: Route<unknown>): ReadonlySet<string> {
  const codes = new Set<string>(route.errors.filter((code) => !isErrorTemplate(code)));
  codes.add("internal_error");
  if (route.params || route.query || route.headers || route.body || route.rawBody) codes.add("invalid_request");
  if (isMultipart(route.body)) {
    const { form, malformed, unsupported = malformed, tooLarge } = route.body;
    for (const code of [malformed, unsupported, tooLarge, ...Object.values(form.files).map((file) => file.tooLarge)])
      codes.add(code);
  } else if (route.body?.tooLarge) codes.add(route.body.tooLarge);
  if (route.rawBody) codes.add(route.rawBody.tooLarge);
  return codes;
}
