import type { InstanceConfig } from "@service/contract";
import type { Deps } from "../../../deps.ts";
import { answerShownTo, type Evidence, readEvidence } from "../../grounding/index.ts";
import type { Viewer } from "../../../book/seats/index.ts";
import * as z from "zod";
import type { HistoryMessage } from "../answer-outcome.ts";
import type { ClaimedTurn } from "../claim-turns.ts";
import { readPathTo } from "../list-turns.ts";

const Seed = z.array(z.object({ role: z.enum(["user", "assistant"]), text: z.string() }));

export interface TurnHistory {
  readonly messages: readonly HistoryMessage[];
  /** Of the answers among them. */
  readonly evidence: readonly (Evidence | null)[];
  /** Attachments of the turns on the path. */
  readonly attachmentIds: readonly string[];
  /** Earlier turns were left out: too many, or withheld from the one who asks. */
  readonly isTruncated: boolean;
}

/**
 * What was said on the path before a turn (TURN-5): the seed of the conversation, then question and answer of each turn, the
 * newest `max_history_turns` of them. A turn whose answer the viewer may not read is left out whole.
 */
export async function loadHistory(
  deps: Pick<Deps, "db">,
  { turn, viewer, config }: { readonly turn: ClaimedTurn; readonly viewer: Viewer; readonly config: InstanceConfig },
): Promise<TurnHistory> {
  const { conversationId, parentTurnId: turnId } = turn;
  const path = await readPathTo(deps, { conversationId, turnId });
  const answered = path.filter(({ outputText }) => (outputText ?? "") !== "");
  const shown = answered.flatMap((row) => {
    const evidence = readEvidence(row.evidence);
    return answerShownTo(viewer, evidence) ? [{ row, evidence }] : [];
  });
  const { max_history_turns: turnsMax } = config.limits;
  const kept = turnsMax === 0 ? [] : shown.slice(-turnsMax);
  const seed = kept.length === shown.length ? Seed.parse(JSON.parse(turn.seed)) : [];
  return {
    messages: [
      ...seed.map(({ role, text }) => ({ role, text, isSeed: true })),
      ...kept.flatMap(({ row }): HistoryMessage[] => [
        { role: "user", text: row.inputText },
        { role: "assistant", text: row.outputText ?? "" },
      ]),
    ],
    evidence: kept.map(({ evidence }) => evidence),
    attachmentIds: kept.flatMap(({ row }) => row.attachmentIds),
    isTruncated: kept.length < answered.length,
  };
}
