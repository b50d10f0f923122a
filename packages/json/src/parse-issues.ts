import type { ConfigIssue } from "./issue.ts";
import { pointerToken } from "./pointer.ts";

const issuesMax = 50;

/** A problem as zod reports it. */
interface ParseIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Of a member whose name may not be it: why. */
  readonly issues?: readonly { readonly message: string }[] | undefined;
  /** Of an object with members that it may not have. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * What is wrong with a file or a setting, each problem with its JSON Pointer (at most fifty); a member that does not exist is
 * named by its own.
 */
export function parseIssues(error: { readonly issues: readonly ParseIssue[] }): ConfigIssue[] {
  return error.issues
    .flatMap(({ code, path, message, issues = [], keys = [] }) => {
      const at = path.map((step) => `/${pointerToken(String(step))}`).join("");
      return code === "unrecognized_keys"
        ? keys.map((key) => ({ path: `${at}/${pointerToken(key)}`, message: "is not a setting" }))
        : [{ path: at, message: code === "invalid_key" ? (issues[0]?.message ?? message) : message }];
    })
    .slice(0, issuesMax);
}
