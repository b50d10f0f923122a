import { compileCondition, EvaluationBudget, RuleBudgetExceeded } from "@service/conditions";
import { type Json, asJsonObject } from "@service/json";

import { type PlatformEvent, presentPlatformEvent } from "../../events/events/index.ts";

/** Facts a filter may use: the members of an event, as deliveries show it (AUTO-13, COND-28: `event.*`). */
export const filterPaths = [
  "event.event_id",
  "event.type",
  "event.dedupe_key",
  "event.subject.kind",
  "event.subject.key",
  "event.data",
  "event.occurred_at",
  "event.recorded_at",
  "event.causation_id",
  "event.depth",
] as const;

/** Takes a second at the worst, and is far more than a filter of 200 nodes needs on any sensible list. */
const evaluationsMax = 20_000;
const namedFactsMax = 5;

/** `unknown` does not fire: the event lacks a fact the filter uses, and the log names it. */
export type FilterOutcome =
  { readonly truth: "true" | "false" } | { readonly truth: "unknown"; readonly message: string };

/** Evaluates a filter that `checkCondition` has accepted; `within_days` and the like count from its recording. */
export function judgeByFilter(filter: Json, event: PlatformEvent): FilterOutcome {
  const condition = compileCondition(filter);
  const facts = {
    root: { event: asJsonObject(presentPlatformEvent(event)) },
    asOf: event.recordedAt.toISOString(),
  };
  try {
    const truth = condition.evaluate({ ...facts, budget: new EvaluationBudget(evaluationsMax) });
    if (truth !== "unknown") return { truth };
    const { trace } = condition.explain({ ...facts, budget: new EvaluationBudget(evaluationsMax) });
    const paths = [...new Set(trace.filter(({ result }) => result === "unknown").map(({ path }) => path))];
    return { truth, message: `The filter could not be decided: unknown ${paths.slice(0, namedFactsMax).join(", ")}.` };
  } catch (error) {
    if (!(error instanceof RuleBudgetExceeded)) throw error;
    return { truth: "unknown", message: "The filter could not be decided: the event is too large for it." };
  }
}
