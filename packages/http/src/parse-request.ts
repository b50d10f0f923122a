import { errors, fail, issueMessage, refusalAt, type ErrorSpec } from "@service/contract";
import type * as z from "zod";

/** A refusal lists at most this many problems. */
const issuesMax = 50;

/**
 * Checks a part of the request against its schema and returns the parsed value.
 * @throws the code declared on the offending field (`refusing`), else `invalid_request`.
 */
export function parseWith(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: issueMessage });
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, issuesMax);
  const first = issues[0];
  const code = (first && refusalAt(schema, first.path)) ?? "invalid_request";
  const listed = issues.flatMap(listedIssues).slice(0, issuesMax);
  const row: ErrorSpec = errors[code];
  // A missing member may stand in the request under a name that the route does not know: both are said.
  const unknown = listed.slice(1).find(({ message }) => message === unknownField);
  const sentence = [row.message, ...[listed[0], unknown].flatMap((issue) => (issue ? [sentenceOf(issue)] : []))].join(
    " ",
  );
  if (code === "invalid_request") throw fail(code, { message: sentence, details: listed });
  // No list for a field with its own code: the code already names the problem.
  throw fail(code, { message: sentence });
}

/** `{field: "slug", message: "is required"}` → `slug is required.` */
function sentenceOf({ field, message }: ListedIssue): string {
  if (message === unknownField) return `${field === "" ? '""' : field} is not a field of this request.`;
  return `${field === "" ? "The request" : field} ${message}.`;
}

type ListedIssue = { readonly field: string; readonly message: string };
const unknownField = "Unknown field.";

/** zod reports an unknown field on the object around it; list the field itself. */
function listedIssues(issue: z.core.$ZodIssue): ListedIssue[] {
  if (issue.code !== "unrecognized_keys") return [{ field: fieldName(issue.path), message: issue.message }];
  return issue.keys.map((key) => ({ field: fieldName([...issue.path, key]), message: unknownField }));
}

/** `["items", 2, "key"]` → `items[2].key`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : `${index === 0 ? "" : "."}${String(step)}`))
    .join("");
}

/** Refuses U+0000 in path, query and header values: Postgres cannot store it, and the call would end as a 500. */
export function refuseNul(values: Iterable<unknown>): void {
  for (const value of values) {
    if (typeof value === "string" && value.includes("\u0000"))
      throw fail("invalid_request", { message: "The character U+0000 is not allowed here." });
  }
}
