import { contentStems } from "../text/content-words.ts";
import type { Passage } from "./passage.ts";
import type { FollowedQuestion } from "../followed-question.ts";
import { nearestTitles, type Quoted, quoteNear, quotePassages } from "./quote-passages.ts";
import { rankSentences } from "./rank-sentences.ts";

/** A question to passages. Everything in it can be copied to a thread. */
export interface QuoteTask {
  readonly question: FollowedQuestion;
  readonly passages: readonly Passage[];
  readonly onNoEvidence: "decline" | "answer";
}

export interface QuoteResult {
  /** Undefined: no sentence answers. */
  readonly quoted: Quoted | undefined;
  /** The section that may answer where none does for certain; undefined: none is near (ANSWER-32). */
  readonly near: Quoted | undefined;
  /** Titles of the passages that come nearest. */
  readonly nearest: readonly string[];
}

/** Where sentences are ranked and patterns searched. */
export interface Quoting {
  isFound(patterns: readonly string[], texts: readonly string[]): Promise<boolean>;
  quote(task: QuoteTask): Promise<QuoteResult>;
}

/** Ranks the sentences once, for the quotes and for the titles of a decline. */
export function quoteAnswer({ question, passages, onNoEvidence }: QuoteTask): QuoteResult {
  const ranked = rankSentences(question, passages);
  const quoted = quotePassages(question, ranked, passages, onNoEvidence);
  // What was asked before may help, and never forbids: the question is also asked for itself (ANSWER-25).
  if (quoted === undefined && question.earlier !== "" && contentStems(question.question).length > 0)
    return quoteAnswer({ question: { ...question, earlier: "", needsEarlier: false }, passages, onNoEvidence });
  return {
    quoted,
    near: quoteNear(ranked, passages),
    nearest: nearestTitles(ranked, passages),
  };
}
