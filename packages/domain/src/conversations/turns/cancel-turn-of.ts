import { fail } from "@service/contract";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { cancelTurnRow, type CancelTurnOutcome } from "./cancel-turn.ts";
import { findTurn, readTurnRow } from "./read-turn.ts";
import type { TurnRow } from "./turn-row.ts";

/**
 * Cancels a turn (TURN-14). Repeating it changes nothing; the first reason stays.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `turn_not_found`.
 */
export async function cancelTurn(
  deps: Pick<Deps, "db" | "queue">,
  viewer: Viewer,
  request: {
    readonly slug: string;
    readonly conversationId: string;
    readonly turnId: string;
    readonly reason: string | undefined;
  },
): Promise<{ readonly outcome: CancelTurnOutcome; readonly row: TurnRow }> {
  const { id: turnId, conversationId } = await findTurn(deps, viewer, request);
  const outcome = await cancelTurnRow(deps, { turnId, conversationId, reason: request.reason });
  const row = await readTurnRow(deps.db, { turnId, conversationId });
  if (outcome === undefined || row === undefined) throw fail("turn_not_found");
  return { outcome, row };
}
