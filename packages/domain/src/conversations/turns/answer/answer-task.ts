import type { InstanceConfig } from "@service/contract";
import type { Evidence, GroundingSubject, Passage } from "../../grounding/index.ts";
import type { Viewer } from "../../../book/seats/index.ts";
import type { AnswerEvents, AnswerVariables, HistoryMessage } from "../answer-outcome.ts";

/** One question under one configuration, with everything that its answer depends on. */
export interface AnswerTask {
  readonly config: InstanceConfig;
  /** Values of the configuration's variables. */
  readonly variables: AnswerVariables;
  /** Null: about nothing in particular. */
  readonly subject: GroundingSubject | null;
  /** Whose usage of models is counted; undefined: of no instance. */
  readonly instanceId?: string | undefined;
  /** Undefined for an evaluation, which has no attachments of its own. */
  readonly conversationId: string | undefined;
  /** Messages of the path before the question, oldest first. */
  readonly history: readonly HistoryMessage[];
  /** What the earlier answers among them were made from. */
  readonly historyEvidence: readonly (Evidence | null)[];
  readonly input: string;
  /** Rights as they are now. */
  readonly viewer: Viewer;
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
   * Called before anything of the answer is said, with what was read for it, and again when a tool has read more. Whoever shows
   * the answer judges its readers by the evidence.
   */
  readonly onSources?: (sources: { readonly passages: readonly Passage[]; readonly evidence: Evidence }) => void;
  /** Called when a tool has read more, before anything of it is said. */
  readonly onMoreEvidence?: (evidence: Evidence) => void;
}
