import { waitSeconds } from "@service/contract";

/** Part of the request's time budget kept for the answer after waiting. */
const answerMarginMs = 1_000;

/** Milliseconds that `Prefer: wait=N` may take now; 0 without it or when no time is left. */
export function waitMsOf(call: {
  readonly prefer: string | undefined;
  readonly startedAtMs: number;
  readonly requestBudgetMs: number;
}): number {
  const asked = waitSeconds(call.prefer);
  if (asked === undefined) return 0;
  const left = call.requestBudgetMs - answerMarginMs - (performance.now() - call.startedAtMs);
  return Math.max(0, Math.min(asked * 1_000, left));
}
