import type { JsonSchema } from "@service/json";
import type { BookSource } from "./book-source.ts";
import type { EarlierText } from "./earlier-text.ts";
import type { Passage } from "./passages/passage.ts";
import type { Quoting } from "./passages/quoting.ts";
import type { RunSource } from "./run-source.ts";

/** A fixed reply of the configuration (ANSWER-2). */
export interface AnswerRule {
  readonly key: string;
  /** The lower one comes first; equal ones by key. */
  readonly priority: number;
  /** Every member that is given must hold; a rule without any matches nothing. */
  readonly when: {
    /** Phrases that all stand in the question, as whole words. */
    readonly all?: readonly string[] | undefined;
    /** Phrases of which one stands in it. */
    readonly any?: readonly string[] | undefined;
    /** Phrases of which none stands in it. */
    readonly none?: readonly string[] | undefined;
    /** A pattern in RE2 syntax that is found somewhere in the folded question. */
    readonly pattern?: string | undefined;
  };
  readonly reply: string;
  /** Keys of the knowledge passages that the reply rests on. */
  readonly cite?: string | readonly string[] | undefined;
}

/** What the conversation is about; absent members are unknown. */
export interface Subject {
  readonly connection_id?: string | undefined;
  readonly client_key?: string | undefined;
  readonly policy_key?: string | undefined;
  readonly run_ids?: readonly string[] | undefined;
}

export type ResponseFormat = { readonly type: "text" } | { readonly type: "json_schema"; readonly schema: JsonSchema };

/** One question and everything of the configuration that the answer depends on. */
export interface AnswerRequest {
  readonly question: string;
  readonly history: readonly EarlierText[];
  readonly rules: readonly AnswerRule[];
  readonly subject: Subject;
  /** What a decline says. */
  readonly declineText: string;
  readonly requireCitations: boolean;
  readonly responseFormat: ResponseFormat;
  /** `answer`: sentences that resemble the question less are quoted too; nothing is ever made up. */
  readonly onNoEvidence: "decline" | "answer";
}

/** Everything an answer may rest on. */
export interface AnswerSources {
  readonly passages: readonly Passage[];
  /** Left out where the caller may not read the book. */
  readonly book?: BookSource | undefined;
  /** Left out where the caller may not read runs. */
  readonly runs?: RunSource | undefined;
  /** Left out: sentences are ranked and patterns searched where the question is answered. */
  readonly quoting?: Quoting | undefined;
}
