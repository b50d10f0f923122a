import { fail, type ResumeMode } from "@service/contract";
import type { Deps } from "../../deps.ts";
import { narrowerOf, readViewer } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import { statement } from "@service/db";
import { embeddedModel, resumability } from "./present-turn.ts";
import { findTurn, readTurnRow } from "./read-turn.ts";
import { resumeTurnRow } from "./resume-turn-row.ts";
import { isEnded } from "./turn-states.ts";
import type { FramePlace } from "./turn.ts";
import type { TurnRow } from "./turn-row.ts";

const readRights = statement("turns_read_rights", "select rights from turns where id = $1");

export interface ResumedTurn {
  readonly row: TurnRow;
  /** Where the attempt before has ended; undefined: the turn runs already, and is not resumed. */
  readonly after: FramePlace | undefined;
}

/**
 * Runs a turn again (TURN-18), as what both the one who asked and the one who resumes may read. A turn that runs is left as it
 * is: the caller attaches to it.
 * @throws `conversation_instance_not_found`, `conversation_not_found`, `turn_not_found`, `turn_not_resumable`.
 */
export async function resumeTurn(
  deps: Pick<Deps, "db" | "queue" | "clock">,
  viewer: Viewer,
  request: {
    readonly slug: string;
    readonly conversationId: string;
    readonly turnId: string;
    readonly mode: ResumeMode;
  },
): Promise<ResumedTurn> {
  const found = await findTurn(deps, viewer, request);
  const turn = { turnId: found.id, conversationId: found.conversationId };
  if (!isEnded(found.status)) return { row: found, after: undefined };
  const refusal = resumability(found, deps.clock.now());
  if (refusal !== undefined) throw notResumable(found, refusal);
  const { rows } = await deps.db.pool.query(readRights([turn.turnId]));
  const [stored] = rows;
  if (stored === undefined) throw fail("turn_not_found");
  const rights = JSON.stringify(narrowerOf(readViewer(stored.rights), viewer));
  // Only the embedded answerer gives an equal answer again: a model's answer begins anew, and `attempt.started` says so.
  const mode = found.modelProvider === embeddedModel.provider ? request.mode : "restart";
  const isResumed = await resumeTurnRow(deps.db, { ...turn, mode, rights });
  const now = await readTurnRow(deps.db, turn);
  if (now === undefined) throw fail("turn_not_found");
  if (isResumed) {
    deps.queue.announce("turn-frames", [turn.turnId]);
    // Without a worker that is woken, one that polls finds it.
    await deps.queue.wake("turns");
    // A worker may have claimed it by now.
    return { row: now, after: { attempt: found.attempt, seq: found.lastSeq } };
  }
  if (!isEnded(now.status)) return { row: now, after: undefined };
  throw notResumable(now, resumability(now, deps.clock.now()) ?? "not_latest");
}

function notResumable(row: TurnRow, reason: "not_latest" | "attempts_exhausted" | "expired" | "not_retryable") {
  return fail("turn_not_resumable", { details: { status: row.status, reason } });
}
