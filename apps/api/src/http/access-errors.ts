import type { ErrorCode } from "@service/contract";
import type { Access } from "@service/domain/access";
import type { BookUse } from "./acting-person.ts";

/** Codes with which a route refuses because of its access, its budgets and the ids in its path. */
export function errorsOfAccess(access: Access, path: string): ErrorCode[] {
  return [...codesByKey(access), ...codesByPath(path)];
}

function codesByKey(access: Access): ErrorCode[] {
  switch (access.key) {
    case "none":
    case "operator":
      return [];
    case "source":
      return ["unauthorized", "rate_limited", "request_timeout", "service_unavailable"];
    case "organization":
      return [...codesOfKeys, ...(access.book === undefined ? [] : codesOfBook[access.book])];
    case "any":
      return [
        ...codesOfKeys,
        ...(access.live ? (["scoped_key_required"] as const) : []),
        ...(access.on ? (["engine_binding_forbidden"] as const) : []),
        ...(access.on === "engine" ? (["engine_not_found"] as const) : []),
        ...(access.book === undefined ? [] : codesOfBook[access.book]),
      ];
  }
}

const codesOfPersons: ErrorCode[] = ["assertion_invalid", "assertion_stale", "identity_unmapped"];
const codesOfReads: ErrorCode[] = [
  ...codesOfPersons,
  "lens_target_unknown",
  "invalid_request",
  "not_found",
  "book_connection_ambiguous",
  "book_unavailable",
];
const codesOfBook: Readonly<Record<BookUse, ErrorCode[]>> = {
  read: codesOfReads,
  ledger: codesOfReads,
  append: ["book_lens_read_only", ...codesOfPersons, "not_found", "book_connection_ambiguous", "book_unavailable"],
  write: ["book_lens_read_only", ...codesOfPersons],
  runs: ["assertion_invalid", "assertion_stale"],
  submission: ["assertion_invalid", "assertion_stale"],
  documents: ["assertion_invalid", "assertion_stale", "lens_target_unknown"],
  conversations: ["assertion_invalid", "assertion_stale", "lens_target_unknown"],
  overlay: ["book_lens_read_only", "overlay_read_only"],
};

const codesOfKeys: ErrorCode[] = [
  "unauthorized",
  "auth_unavailable",
  "rate_limited",
  "request_timeout",
  "service_unavailable",
  "insufficient_capability",
];

function codesByPath(path: string): ErrorCode[] {
  if (path.includes("{run_id}")) return ["missing_run_id", "invalid_run_id"];
  if (path.includes("{endpoint_id}")) return ["missing_endpoint_id", "invalid_endpoint_id"];
  return [];
}
