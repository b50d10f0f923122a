import type { ErrorCode } from "@service/contract";
import type { Access, Viewing } from "@service/domain/access";

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
      return [...codesOfKeys, ...codesOfViewing(access)];
    case "any":
      return [
        ...codesOfKeys,
        ...(access.live ? (["scoped_key_required"] as const) : []),
        ...(access.on ? (["engine_binding_forbidden"] as const) : []),
        ...(access.on === "engine" ? (["engine_not_found"] as const) : []),
        ...codesOfViewing(access),
      ];
  }
}

function codesOfViewing({ viewer, reads, writes }: Viewing): ErrorCode[] {
  if (writes === "overlay") return ["book_lens_read_only", "overlay_read_only"];
  if (writes === "ledger") return ["book_lens_read_only", ...codesOfPersons, ...codesOfBook];
  if (writes === "book") return ["book_lens_read_only", ...codesOfPersons];
  if (viewer === undefined) return [];
  if (viewer !== "optional") return [...codesOfPersons, "lens_target_unknown", "invalid_request", ...codesOfBook];
  return reads === "runs" || reads === "book" ? codesOfAssertions : [...codesOfAssertions, "lens_target_unknown"];
}

const codesOfAssertions: ErrorCode[] = ["assertion_invalid", "assertion_stale"];
const codesOfPersons: ErrorCode[] = [...codesOfAssertions, "identity_unmapped"];
const codesOfBook: ErrorCode[] = ["not_found", "book_connection_ambiguous", "book_unavailable"];

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
