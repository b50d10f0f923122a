import type { InstanceConfig } from "@service/contract";
import { ProviderFailure } from "@service/models";
import type { Asker, Evidence, GroundingSubject, Passage } from "../../grounding/index.ts";
import type { AnswerDeps } from "./answer-deps.ts";
import type { AnswerEvents, AnswerOutcome, AnswerVariables, HistoryMessage } from "../answer-outcome.ts";
import { embeddedModel } from "../present-turn.ts";
import { answerFromSources } from "./answer-from-sources.ts";
import { isRefusedInput } from "./guardrails.ts";
import { notedSources } from "./gather-for-turn.ts";
import { notAnswered, ScenarioEnd, TurnEndedError } from "./not-answered.ts";
import { Speaker } from "./speaker.ts";

/** One question under one configuration, with everything that its answer depends on. */
export interface AnswerTask {
  readonly config: InstanceConfig;
  /** Values of the configuration's variables. */
  readonly variables: AnswerVariables;
  /** Null: about nothing in particular. */
  readonly subject: GroundingSubject | null;
  /** Undefined for an evaluation, which has no attachments of its own. */
  readonly conversationId: string | undefined;
  /** Messages of the path before the question, oldest first. */
  readonly history: readonly HistoryMessage[];
  /** What the earlier answers among them were made from. */
  readonly historyEvidence: readonly (Evidence | null)[];
  readonly input: string;
  /** Rights as they are now. */
  readonly asker: Asker;
  /** Instead of retrieval: the frozen passages of a scenario, or those of the first attempt. */
  readonly fixtures?:
    | {
        readonly passages: readonly Passage[];
        readonly evidence: Evidence | null;
        /** The book and runs are looked up as for a new question; left out, nothing is read beyond the passages. */
        readonly keepsLookUps?: boolean;
      }
    | undefined;
  readonly attachmentIds: readonly string[];
  /** No answer of the conversation came before. */
  readonly isFirstAnswer: boolean;
  /** Text of the attempt before, which this one continues; empty: from the beginning. */
  readonly continueFrom: string;
  /** `test_scenario` of a sandbox turn. */
  readonly testScenario?: { readonly name: string; readonly afterChars: number } | undefined;
  readonly signal: AbortSignal;
  /** Names the turn and attempt towards a provider; equal for a repetition of the same request. */
  readonly seed: string;
  readonly onEvent: AnswerEvents;
  /**
   * Called once, before anything of the answer is said, with what was read for it; the answer waits for it. Whoever shows the
   * answer judges its readers by the evidence.
   */
  readonly onSources?: (sources: {
    readonly passages: readonly Passage[];
    readonly evidence: Evidence;
  }) => Promise<void>;
}

/** What became of a question; `evidence` is what a reader of the answer must be allowed to read. */
export interface TurnAnswer extends AnswerOutcome {
  readonly passages: readonly Passage[];
  readonly evidence: Evidence | null;
}

/**
 * Answers one question; writes nothing itself (TURN-41). Used by the runner of turns and by evaluations. Failures are outcomes:
 * of a provider, of a source that is required, of the answer's form, of the time.
 * @throws what is a failure of the service, and the reason of the signal where it is neither a time-out nor a cancel.
 */
export async function answerTurn(deps: AnswerDeps, task: AnswerTask): Promise<TurnAnswer> {
  const { config, input, signal } = task;
  const read: { passages: readonly Passage[]; evidence: Evidence | null } = { passages: [], evidence: null };
  const model = { ...embeddedModel, fallbackUsed: false };
  try {
    if (isRefusedInput(config.guardrails, input))
      throw new TurnEndedError({ code: "output_rejected", reason: "guardrail", retryable: false });
    const gathered = await notedSources(deps, task);
    read.passages = gathered.passages;
    read.evidence = gathered.evidence;
    await task.onSources?.({ passages: gathered.passages, evidence: gathered.evidence });
    const speaker = new Speaker(task);
    const answered = await answerFromSources(task, gathered, speaker);
    signal.throwIfAborted();
    // What the answer was made from, which may be less than what could have been looked up.
    read.evidence = gathered.evidenceSoFar();
    return { ...answered, ...read };
  } catch (error) {
    if (error instanceof ScenarioEnd || error instanceof TurnEndedError || error instanceof ProviderFailure)
      return { ...notAnswered(error, model), ...read };
    if (signal.aborted) {
      const ended = notAnswered.byAbort(signal.reason, model);
      if (ended) return { ...ended, ...read };
    }
    throw error;
  }
}
