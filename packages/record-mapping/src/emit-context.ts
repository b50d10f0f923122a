import type { ConfigIssue } from "@service/json";
import type { Conventions } from "./convert.ts";
import type { Lookups } from "./transforms.ts";

/** What the parts of a mapping are compiled with. */
export interface EmitContext {
  readonly conventions: Conventions;
  readonly lookups: Lookups;
  /** What is wrong with the values of a lookup for a type of field, by both: each pair is looked at once. Empty: nothing. */
  readonly lookupProblems: Map<string, string>;
  /** The day of the delivery. */
  readonly asOf: string | undefined;
  readonly report: (issue: ConfigIssue) => void;
}
