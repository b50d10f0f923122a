import type { EarlierText } from "./earlier-text.ts";
import { contentWords } from "./text/content-words.ts";

/** With fewer words of its own a question goes on from the one before it (ANSWER-25). */
export const ownWordsMin = 2;
/** Of the text before it: a question, not an essay. */
const earlierCharsMax = 2_000;
/** A question that says itself that it goes on. */
const goesOn =
  /^\s*(?:and|or|but|also|then|what about|how about)\b|\b(?:it|its|they|their|them|theirs|he|his|him|she|her|this one|that one|the same)\b/i;

/** A question, with what it leaves out. */
export interface FollowedQuestion {
  readonly question: string;
  /** Content words of the user's text before it; empty where the question stands for itself. */
  readonly earlier: string;
  /** It is no answer that the question's own words alone are found. */
  readonly needsEarlier: boolean;
}

/** The question, with the content words of the previous user text where it has fewer than two of its own. */
export function followedQuestion(question: string, history: readonly EarlierText[]): FollowedQuestion {
  const own = contentWords(question).length;
  const previous = own < ownWordsMin ? history.findLast(({ role }) => role === "user") : undefined;
  return {
    question,
    earlier: contentWords(previous?.text.slice(0, earlierCharsMax) ?? "").join(" "),
    needsEarlier: previous !== undefined && (own === 0 || goesOn.test(question)),
  };
}
