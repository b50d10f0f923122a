import { Citation, type Turn, turnLimits } from "@service/contract";
import { answerShownTo, readEvidence } from "../grounding/index.ts";
import type { Viewer } from "../../book/seats/index.ts";
import * as z from "zod";
import { shownError } from "./turn-errors.ts";
import type { TurnRow } from "./turn-row.ts";
import { isEnded, shownStatus } from "./turn-states.ts";
import { firstSeq, frameId, shownAttempt } from "./turn.ts";

const Citations = z.array(Citation);
const Pairs = z.record(z.string(), z.string());

/** The model of a turn that has not been answered by another one. */
export const embeddedModel = { alias: "embedded", provider: "embedded", name: "embedded/extractive-1" } as const;

/** Whether this viewer may see what the turn says (GROUND-30). */
export function isTurnShownTo(viewer: Viewer, row: Pick<TurnRow, "evidence">): boolean {
  return answerShownTo(viewer, readEvidence(row.evidence));
}

/** A turn as the viewer sees it: the answer is withheld from whoever may not read what it was made from (TURN-50). */
export function presentTurn(row: TurnRow, viewer: Viewer, now: Date): Turn {
  const isOver = isEnded(row.status);
  const isShown = isTurnShownTo(viewer, row);
  const error = shownError(row.error);
  const citations = isOver && isShown ? Citations.parse(JSON.parse(row.citations)) : [];
  return {
    turn_id: row.id,
    conversation_id: row.conversationId,
    index: row.index,
    parent_turn_id: row.parentTurnId,
    status: shownStatus(row),
    input: {
      text: row.inputText,
      attachment_ids: [...row.attachmentIds],
      metadata: Pairs.parse(JSON.parse(row.inputMetadata)),
    },
    output: {
      text: isOver && isShown ? row.outputText : null,
      json: isOver && isShown && row.outputJson !== null ? JSON.parse(row.outputJson) : null,
      citations,
      method: isOver && isShown ? row.method : null,
      ...(citations.some(({ tentative }) => tentative) && { tentative: true as const }),
      withheld: !isShown,
    },
    instance_version: row.instanceVersion ?? "draft",
    config_hash: row.configHash,
    model: shownModel(row),
    attempt: shownAttempt(row),
    attempts: row.attempts.map(({ attempt, startedAt, endedAt, endReason }) => ({
      attempt,
      started_at: new Date(startedAt).toISOString(),
      ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
      end_reason: endReason,
    })),
    usage:
      row.inputTokens === null && row.outputTokens === null
        ? null
        : {
            input_tokens: row.inputTokens ?? 0,
            output_tokens: row.outputTokens ?? 0,
            estimated: row.usageEstimated,
          },
    error: error && { code: error.code, reason: error.reason, message: error.message, retryable: error.retryable },
    incomplete_reason: row.incompleteReason,
    resumable: resumability(row, now) === undefined,
    last_event_id: frameId({ attempt: shownAttempt(row), seq: Math.max(row.lastSeq, row.attempt > 1 ? 0 : firstSeq) }),
    submitted_by: row.submittedBy,
    trace_id: row.traceId,
    created_at: row.createdAt.toISOString(),
    started_at: row.startedAt?.toISOString() ?? null,
    completed_at: row.completedAt?.toISOString() ?? null,
    cancel_requested_at: row.cancelRequestedAt?.toISOString() ?? null,
  };
}

/** The model as callers see it. */
export function shownModel(row: Pick<TurnRow, "modelAlias" | "modelProvider" | "modelName" | "fallbackUsed">) {
  return {
    alias: row.modelAlias ?? embeddedModel.alias,
    provider: row.modelProvider ?? embeddedModel.provider,
    name: row.modelName ?? embeddedModel.name,
    fallback_used: row.fallbackUsed,
  };
}

/** Why a turn cannot be resumed; undefined where it can (TURN-18). */
export function resumability(
  row: Pick<TurnRow, "status" | "error" | "isHead" | "attempt" | "createdAt">,
  now: Date,
): "not_latest" | "attempts_exhausted" | "expired" | "not_retryable" | undefined {
  const isRetryable =
    row.status === "interrupted" || (row.status === "failed" && shownError(row.error)?.retryable === true);
  if (!isRetryable) return "not_retryable";
  if (!row.isHead) return "not_latest";
  if (row.attempt >= turnLimits.attemptsMax) return "attempts_exhausted";
  return now.getTime() - row.createdAt.getTime() >= turnLimits.resumableHours * 3_600_000 ? "expired" : undefined;
}
