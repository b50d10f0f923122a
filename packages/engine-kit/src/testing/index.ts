/** Helpers for tests of engines. Nothing that runs in production imports them. */
export { sentenceProblems, type SentenceRules } from "./sentence-problems.ts";
export {
  itemsIn,
  namedTwice,
  repeatedInItems,
  repeatedInResult,
  sentencesIn,
  sharesWithoutMoney,
} from "./stated-once.ts";
