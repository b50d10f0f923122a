import type { TimeBudget } from "@service/domain";

/** The rest of a request's time budget, for verbs that wait for a worker. */
export function budgetOf(call: {
  readonly signal: AbortSignal;
  readonly startedAtMs: number;
  readonly settings: { readonly requestBudgetMs: number };
}): TimeBudget {
  const endsAtMs = call.startedAtMs + call.settings.requestBudgetMs;
  return { signal: call.signal, leftMs: () => endsAtMs - performance.now() };
}
