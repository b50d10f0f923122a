import type { EarlierText } from "./answer-request.ts";
import { contentWords } from "./text/content-words.ts";

/** With fewer words of its own a question goes on from the one before it (ANSWER-25). */
const ownWordsMin = 2;

/** The question, with the content words of the previous user text where it has fewer than two of its own. */
export function withFollowUp(question: string, history: readonly EarlierText[]): string {
  if (contentWords(question).length >= ownWordsMin) return question;
  const previous = history.findLast(({ role }) => role === "user");
  return previous === undefined ? question : `${question} ${contentWords(previous.text).join(" ")}`;
}
