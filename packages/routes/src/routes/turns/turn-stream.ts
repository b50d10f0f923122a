import { fail, Turn, TurnFrame } from "@service/contract";
import type { Deps } from "@service/domain";
import type { Viewer } from "@service/domain/seats";
import type { TurnRow } from "@service/domain/turns";
import { type CallContext, stream, streamOrJson } from "@service/http";
import type { ApiDeps } from "../../http/route.ts";
import { framesOfTurn, type StreamStart } from "../../turns/frames-of-turn.ts";
import { reattachesPerMinute } from "../../turns/start-of-stream.ts";

/** How long an `EventSource` waits before it connects again, milliseconds. */
const retryMs = 2_000;

const options = {
  retryMs,
  ended: (reason: "server_shutdown" | "max_stream_age") =>
    ({ data: { type: "reconnect", reason, retry_ms: retryMs } }) as const,
  failed: ({ code, message }: { readonly code: string; readonly message: string }) =>
    ({ data: { type: "error", code, reason: null, message, retryable: true, partial: false } }) as const,
};

/** The stream of a turn. */
export const turnStream = stream(TurnFrame, options);

/** The stream of a turn or, for a caller who accepts JSON alone, the turn. */
export const turnStreamOrJson = streamOrJson(TurnFrame, Turn, options);

/** Path of a turn, for `Location` and `Content-Location`. */
export function pathOfTurn(slug: string, { conversationId, id }: Pick<TurnRow, "conversationId" | "id">): string {
  return `/api/v1/conversation-instances/${encodeURIComponent(slug)}/conversations/${conversationId}/turns/${id}`;
}

/**
 * Attaches a reader to a turn.
 * @throws `streams_exhausted`.
 */
export function attachReader(
  deps: ApiDeps,
  time: CallContext["time"],
  given: { readonly row: TurnRow; readonly viewer: Viewer; readonly start: StreamStart },
) {
  const { row } = given;
  const { id: turnId, conversationId, cancelsOnLeave } = row;
  const attached = deps.turnStreams.attach({ turnId, conversationId, cancelsOnLeave });
  return framesOfTurn({ ...given, streams: deps.turnStreams, clock: deps.clock, attached, signal: time.signal });
}

/**
 * Counts a further attachment to a turn (TURN-38).
 * @throws `rate_limited`.
 */
export async function spendReattach({ queue }: Pick<Deps, "queue">, turnId: string): Promise<void> {
  const budget = { key: `turn:${turnId}`, perMinute: reattachesPerMinute, burst: reattachesPerMinute, cost: 1 };
  const spent = await queue.budgets.spend([budget]);
  if (!spent.allowed.every(Boolean)) throw fail("rate_limited", { retryAfterSeconds: spent.retryAfterSeconds });
}
