import { Citation, ServiceError } from "@service/contract";
import { isUnavailable } from "@service/db";
import { sleep } from "@service/runtime";
import * as z from "zod";
import { readConfiguration } from "../../conversations/index.ts";
import type { SeatDeps } from "../../../book/seats/index.ts";
import { type GroundingSubject, presentRights, readViewer, readEvidence } from "../../grounding/index.ts";
import type { AnswerDeps } from "../answer/answer-deps.ts";
import type { AnswerTask } from "../answer/answer-task.ts";
import { answerTurn, type TurnAnswer } from "../answer/answer-turn.ts";
import { turnAborts } from "../answer/not-answered.ts";
import type { AnswerOutcome } from "../answer-outcome.ts";
import { cancelNotice } from "../cancel-turn.ts";
import type { ClaimedTurn } from "../claim-turns.ts";
import { embeddedModel } from "../present-turn.ts";
import type { TurnSettler } from "../settle-turn.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { loadHistory } from "./load-history.ts";
import type { TurnLog } from "./turn-log.ts";

export type RunTurnDeps = AnswerDeps & SeatDeps;

const Passages = z.array(
  z.object({
    kind: z.enum(["knowledge", "attachments", "catalog_documents", "catalog_items", "records", "run_outputs", "graph"]),
    ref: z.record(z.string(), z.json()),
    title: z.string(),
    locator: z.string().nullable(),
    text: z.string(),
  }),
);

/** Citations of the text that an attempt continues. */
export function keptCitations(turn: Pick<ClaimedTurn, "citations">): readonly Citation[] {
  return z.array(Citation).parse(JSON.parse(turn.citations));
}

/** How an attempt ended here: its status as written, or `lost` or `released` where nothing was written. */
export type TurnRunEnd = string;

/**
 * Answers a claimed turn and settles it (TURN-15, TURN-41).
 * @param hold.signal aborts with `cancelled`, `lost` or `released`.
 * @param hold.onSettled must not throw.
 * @param hold.freeSlot called when only the settlement is left.
 */
export async function runTurn(
  deps: RunTurnDeps,
  turn: ClaimedTurn,
  hold: {
    readonly log: TurnLog;
    readonly writer: FrameWriter;
    readonly settle: TurnSettler;
    readonly signal: AbortSignal;
    readonly freeSlot: () => void;
    /** Called with the status that was written. */
    readonly onSettled: (status: string, outcome: AnswerOutcome) => void;
    readonly leaseSeconds: number;
  },
): Promise<TurnRunEnd> {
  const { log, writer, signal } = hold;
  const outcome = await outcomeOf(deps, turn, hold);
  if (outcome === "lost") return outcome;
  if (outcome === "released") {
    await writer.flush(log);
    return outcome;
  }
  hold.freeSlot();
  await writer.leave(log);
  const end = { hold: turn, outcome, text: log.text, citations: log.citations, usage: log.usage, ...log.takeRest() };
  const untilMs = performance.now() + hold.leaseSeconds * 1_000;
  for (let tries = 0; ; tries += 1) {
    try {
      const status = await hold.settle(end);
      if (status !== undefined) hold.onSettled(status, outcome);
      return status ?? "lost";
    } catch (error) {
      deps.log.warn({ turn_id: turn.id, err: error, tries }, "the end of a turn could not be written");
      // From then on the reconciler may give the turn to another worker.
      if (signal.reason === "lost" || performance.now() >= untilMs) return "lost";
      await sleep(Math.min(2_000, 100 * 2 ** tries));
    }
  }
}

type TurnEnd = AnswerOutcome & Partial<Pick<TurnAnswer, "evidence">>;
interface Attempted {
  readonly log: TurnLog;
  readonly signal: AbortSignal;
  readonly leaseSeconds: number;
}

/** While nothing was said, an attempt that the database was away for begins anew, as long as a lease (TURN-122). */
async function outcomeOf(
  deps: RunTurnDeps,
  turn: ClaimedTurn,
  { log, signal, leaseSeconds }: Attempted,
): Promise<TurnEnd | "lost" | "released"> {
  const untilMs = performance.now() + leaseSeconds * 1_000;
  for (let tries = 0; ; tries += 1) {
    const clock = new AbortController();
    try {
      if (turn.isCancelRequested) return cancelled(log);
      const outcome = await answered(deps, turn, log, { signal, clock });
      if (outcome.status === "cancelled") return { ...cancelled(log), ...outcome };
      return outcome;
    } catch (error) {
      if (!signal.aborted && isPassing(error)) {
        deps.log.warn({ turn_id: turn.id, err: error, tries }, "a turn waits for the database");
        if (log.hasNews || performance.now() >= untilMs) return "released";
        await sleep(Math.min(2_000, 100 * 2 ** tries), signal);
      } else if (!signal.aborted) {
        deps.log.error({ turn_id: turn.id, err: error }, "a turn failed unexpectedly");
        return {
          ...noAnswer,
          status: "failed",
          error: { code: "internal_error", reason: null, retryable: true },
        };
      }
      if (signal.aborted) {
        if (signal.reason === turnAborts.cancelled) return cancelled(log);
        return signal.reason === "lost" ? "lost" : "released";
      }
    } finally {
      // With a reason: the usual one is an error with a stack, made for every turn.
      clock.abort("ended");
    }
  }
}

/** Whether the same attempt may succeed a little later: nothing is wrong with the turn. */
function isPassing(error: unknown): boolean {
  return isUnavailable(error) || (error instanceof ServiceError && error.status === 503);
}

const noAnswer = {
  incompleteReason: null,
  error: null,
  method: null,
  json: null,
  egress: null,
  model: { ...embeddedModel, fallbackUsed: false },
} as const;

function cancelled(log: TurnLog): AnswerOutcome {
  log.events.notice(cancelNotice);
  return { ...noAnswer, status: "cancelled" };
}

async function answered(
  deps: RunTurnDeps,
  turn: ClaimedTurn,
  log: TurnLog,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: AbortController },
): Promise<TurnAnswer> {
  const config = await readConfiguration(deps, turn.configHash);
  const timer = setTimeout(() => clock.abort(turnAborts.overdue), config.limits.max_turn_seconds * 1_000);
  clock.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
  const viewer = await presentRights(deps, readViewer(turn.rights));
  const history = await loadHistory(deps, { turn, viewer, config });
  if (history.isTruncated)
    log.events.notice({
      code: "history_truncated",
      message: "Earlier turns were left out of the history.",
      detail: {},
    });
  return answerTurn(deps, {
    config,
    variables: variablesOf(turn),
    subject: subjectOf(turn),
    conversationId: turn.conversationId,
    instanceId: turn.instanceId,
    history: history.messages,
    historyEvidence: history.evidence,
    input: turn.inputText,
    viewer,
    fixtures: fixturesOf(turn),
    attachmentIds: [...history.attachmentIds, ...(turn.attachmentIds ?? [])],
    isFirstAnswer: !turn.hasAnswers,
    continueFrom: log.text,
    testScenario:
      turn.testScenario === null ? undefined : { name: turn.testScenario, afterChars: turn.testAfterChars ?? 0 },
    signal: AbortSignal.any([signal, clock.signal]),
    seed: `${turn.id}-${turn.attempt}`,
    onEvent: log.events,
    onSources: ({ passages, evidence }) =>
      log.read({ passages: JSON.stringify(passages), evidence: JSON.stringify(evidence) }),
  });
}

/** A later attempt answers from what the first one read (TURN-18). */
function fixturesOf(turn: ClaimedTurn): AnswerTask["fixtures"] {
  if (turn.passages === null) return undefined;
  return {
    passages: Passages.parse(JSON.parse(turn.passages)),
    evidence: readEvidence(turn.evidence),
    keepsLookUps: true,
  };
}

const Variables = z.record(z.string(), z.json());

function variablesOf({ variables }: ClaimedTurn) {
  return Variables.parse(JSON.parse(variables));
}

function subjectOf({ connectionId, clientKey, policyKey, runIds }: ClaimedTurn): GroundingSubject | null {
  const runs = runIds ?? [];
  if (connectionId === null && clientKey === null && policyKey === null && runs.length === 0) return null;
  return {
    connection_id: connectionId ?? undefined,
    client_key: clientKey ?? undefined,
    policy_key: policyKey ?? undefined,
    run_ids: runs.length === 0 ? undefined : runs,
  };
}
