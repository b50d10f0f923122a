import { waitSeconds, turnLimits } from "@service/contract";
import { isEnded, type TurnRow } from "@service/domain/turns";
import { endingAfter } from "@service/runtime";
import type { TurnStreams } from "./turn-streams.ts";

/** Seconds that a caller of the JSON form waits: 25, unless `Prefer` says `wait=N` or `respond-async` (TURN-39). */
export function turnWaitSeconds(prefer: string | undefined): number {
  if (/(?:^|[,;\s])respond-async(?:$|[,;\s])/i.test(prefer ?? "")) return waitSeconds(prefer) ?? 0;
  return waitSeconds(prefer) ?? turnLimits.waitSecondsDefault;
}

/** Whether the caller asked for JSON instead of a stream. */
export function wantsJson(accept: string | undefined): boolean {
  const requested = (accept ?? "").toLowerCase();
  return requested.includes("application/json") && !requested.includes("text/event-stream");
}

/** The turn when it has ended, or as it is when the time is over. */
export async function waitForTurn(
  { turnStreams }: { readonly turnStreams: Pick<TurnStreams, "readTurn" | "watch"> },
  turn: { readonly turnId: string; readonly conversationId: string },
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<TurnRow | undefined> {
  const over = endingAfter(Math.max(0, waitMs), new Error("the wait is over"), signal).signal;
  const watched = turnStreams.watch(turn.turnId);
  try {
    for (;;) {
      const row = await turnStreams.readTurn(turn);
      if (row === undefined || isEnded(row.status) || over.aborted) return row;
      await watched.news(over);
    }
  } finally {
    watched.close();
  }
}
