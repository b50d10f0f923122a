import { fail, type ServiceError } from "@service/contract";
import type { ConfigIssue } from "@service/json";

/** The refusal of an operator's file, with every problem at its JSON Pointer. */
export function invalidFile(message: string, issues: readonly ConfigIssue[]): ServiceError {
  const details = issues.map((issue) => ({
    field: issue.path === "" ? "the document" : issue.path,
    message: issue.message,
  }));
  return fail("invalid_request", { message, details });
}
