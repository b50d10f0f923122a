/**
 * Answers without a model: fixed replies, look-ups in the book and in runs, and sentences quoted from passages.
 *
 * Guarantees: pure (what it reads comes through `BookSource` and `RunSource`); equal requests and sources give equal answers,
 * byte for byte, on every machine; no sentence of an answer is without a source or a rule; it declines rather than guess. Which
 * passages there are, and what a caller may read, is left to whoever makes the sources.
 */
export {
  type AnswerMethod,
  type Citation,
  type CitedSource,
  type EmbeddedAnswer,
  type SourceKind,
  sourceKinds,
} from "./answer.ts";
export { answerQuestion } from "./answer-question.ts";
export type { AnswerRequest, AnswerRule, AnswerSources, ResponseFormat, Subject } from "./answer-request.ts";
export type { BookFamily, BookRow, BookSource, RowFilter, RowsFound, RowsWanted } from "./book-source.ts";
export type { EarlierText } from "./earlier-text.ts";
export type { Passage } from "./passages/passage.ts";
export { followedQuestion } from "./followed-question.ts";
export { quoteAnswer, type QuoteResult, type Quoting, type QuoteTask } from "./passages/quoting.ts";
export { type CitedStatement, citedStatements, quoteFor } from "./passages/cite-statements.ts";
export type { RunResult, RunSource } from "./run-source.ts";
export { splitWords } from "./split-words.ts";
