import { fail, refusalAt, type ErrorCode, type ErrorSpec, errors } from "@service/contract";
import type * as z from "zod";

/** How many problems a refusal lists. */
const issuesMax = 50;

/**
 * Checks a part of the request against its schema and returns the parsed value.
 * @throws the code written on the offending field (`refusing`), `invalid_request` where nothing is written.
 */
export function parseWith(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, issuesMax);
  const first = issues[0];
  const code: ErrorCode = (first && refusalAt(schema, first.path)) ?? "invalid_request";
  const listed = issues.flatMap(listedIssues).slice(0, issuesMax);
  const row: ErrorSpec = errors[code];
  const said = listed[0]
    ? `${row.message} ${listed[0].field ? `${listed[0].field}: ` : ""}${listed[0].message}`
    : row.message;
  if (code === "invalid_request") throw fail(code, { message: said, details: listed });
  // A field that carries a code of its own needs no list: the code is the answer.
  throw failPlain(code, said);
}

/** An unknown field is an issue of the object around it; the caller looks for the field. */
function listedIssues(issue: z.core.$ZodIssue): { field: string; message: string }[] {
  if (issue.code !== "unrecognized_keys") return [{ field: fieldName(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ field: fieldName([...issue.path, key]), message: "Unknown field." }));
}

/** Codes that fields carry have no details of their own, or their handler gives them. */
function failPlain(code: Exclude<ErrorCode, "invalid_request">, message: string) {
  switch (code) {
    case "invalid_run_id":
    case "invalid_endpoint_id":
    case "invalid_idempotency_key":
    case "invalid_events":
    case "invalid_payload_mode":
    case "invalid_header":
    case "invalid_cursor":
    case "environment_slug_invalid":
    case "environment_name_invalid":
    case "webhook_delivery_not_found":
    case "webhook_recovery_not_found":
    case "missing_event_id":
    case "invalid_event_id":
    case "invalid_event_type":
    case "invalid_payload":
    case "reason_text_too_long":
    case "invalid_batch_size":
      return fail(code, { message });
    default:
      return fail("invalid_request", { message, internal: `no plain refusal for ${code}` });
  }
}

/** `["items", 2, "key"]` → `items[2].key`. */
function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`))
    .join("");
}

/** No stored text can hold U+0000, so no path, query or header value may (it would be a storage error, not an answer). */
export function refuseNul(values: Iterable<unknown>): void {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\u0000"))
      throw fail("invalid_request", { message: "The character U+0000 is not allowed here." });
  }
}
