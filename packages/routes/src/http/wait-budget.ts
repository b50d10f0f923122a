import { waitSeconds } from "@service/contract";
import type { CallContext } from "@service/http";

/** Part of the request's time budget kept for the answer after waiting. */
const answerMarginMs = 1_000;

/** Milliseconds that `Prefer: wait=N` may take now; 0 without it or when no time is left. */
export function waitMsOf(prefer: string | undefined, time: CallContext["time"]): number {
  const requestedSeconds = waitSeconds(prefer);
  if (requestedSeconds === undefined) return 0;
  return Math.max(0, Math.min(requestedSeconds * 1_000, time.leftMs() - answerMarginMs));
}
