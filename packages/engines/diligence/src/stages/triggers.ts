import { severities, type Severity } from "@service/engine-kit";
import { oneOf } from "@service/json";
import { type ListSeverity, listSeverities } from "../codes.ts";

/**
 * What raises a decision (DIL-14): a hit of at least this severity, a failed check by key or of at least this severity.
 */
export type Trigger =
  | { readonly on: "strong_hit" | "possible_hit"; readonly severity: ListSeverity }
  | { readonly on: "check"; readonly key: string }
  | { readonly on: "check_fail" | "check_review"; readonly severity: Severity };

/**
 * A trigger as a configuration writes it: `strong_hit:block`, `check:blocked_owner`; without a severity the lowest one
 * counts.
 */
export function readTrigger(token: string): Trigger | undefined {
  const colon = token.indexOf(":");
  const on = colon < 0 ? token : token.slice(0, colon);
  const rest = colon < 0 ? undefined : token.slice(colon + 1);
  switch (on) {
    case "strong_hit":
    case "possible_hit": {
      const severity = rest === undefined ? listSeverities[0] : oneOf(listSeverities, rest);
      return severity === undefined ? undefined : { on, severity };
    }
    case "check_fail":
    case "check_review": {
      const severity = rest === undefined ? severities[0] : oneOf(severities, rest);
      return severity === undefined ? undefined : { on, severity };
    }
    case "check":
      return rest === undefined || rest === "" ? undefined : { on, key: rest };
    default:
      return undefined;
  }
}
