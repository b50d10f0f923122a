import type { Json, JsonObject } from "@service/json";
import type { EvaluationBudget } from "./evaluation-budget.ts";

/** Kleene truth values. `unknown` is the answer for a missing fact: it never silently becomes false (COND-1, TYPE-4). */
export type Truth = "true" | "false" | "unknown";

/** What conditions and expressions are evaluated against. */
export type Facts = {
  /** The namespaces: `input`, `risk`, `loss`, `profile`, `records`, `item` and so on, as one object. */
  readonly root: JsonObject;
  /** What `@` addresses outside any `each`. */
  readonly element?: Json;
  /** The day against which `within_days` and `older_than_days` compare; also the fact `as_of`. RFC 3339 or `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly budget: EvaluationBudget;
  /** Called with the path of a fact whose type does not fit its operator; the caller warns with `rule_unknown`. */
  readonly onMismatch?: (path: string) => void;
};

/** One evaluated leaf: what was compared, the value found and the result. */
export type TraceEntry = {
  readonly path: string;
  readonly op: string;
  readonly expected: Json;
  readonly actual: Json;
  readonly result: Truth;
};
