import type { Citation } from "../answer.ts";
import type { Passage } from "./passage.ts";
import { AnswerText } from "../answer-text.ts";
import type { FollowedQuestion } from "../followed-question.ts";
import type { RankedSentence } from "./rank-sentences.ts";

const sentencesMax = 5;
/** Of the best sentence: one that shares a single word with the question does not go along (ANSWER-21). */
const relativeShare = 0.6;
/** Of the best that any sentence could reach: less is no answer (ANSWER-22). */
const leastShare = 0.6;
/** Of few sentences the best one always stands out: it counts as if another were at least so near. */
const leastNearness = 0.5;
/** Where the configuration prefers an answer to a decline. */
const leastShareOfAnswer = 0.25;
/** Two sentences with so many words in common say the same (ANSWER-23). */
const sameShare = 0.8;

/** An answer made of quotes. */
export interface Quoted {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** Sentences of the passages that answer the question, verbatim, each with its citation; undefined when none does. */
export function quotePassages(
  { earlier, needsEarlier }: FollowedQuestion,
  ranked: readonly RankedSentence[],
  passages: readonly Passage[],
  onNoEvidence: "decline" | "answer",
): Quoted | undefined {
  const least = onNoEvidence === "answer" ? leastShareOfAnswer : leastShare;
  const shareAnswered = ({ answered, answeredAlone }: RankedSentence): number =>
    Math.max(answered, needsEarlier ? 0 : answeredAlone);
  // What was asked before ranks its own sentences high: they are no answer to this question.
  const answering = earlier === "" ? ranked : ranked.filter((sentence) => shareAnswered(sentence) >= least / 2);
  const [best] = answering;
  if (best === undefined) return undefined;
  // What answers stands out: where the next sentence is as near, both may only share the subject (ANSWER-29).
  const clearness = 2 - Math.max(leastNearness, (answering[1]?.share ?? 0) / best.share);
  if (shareAnswered(best) * clearness < least) return undefined;
  const chosen: RankedSentence[] = [];
  for (const sentence of answering) {
    if (chosen.length === sentencesMax || sentence.share < best.share * relativeShare) break;
    if (!chosen.some((other) => isSame(sentence, other))) chosen.push(sentence);
  }
  const text = new AnswerText();
  for (const { passage, quote } of chosen) {
    const source = passages[passage];
    if (source === undefined) continue;
    if (!text.isEmpty) text.add("\n");
    const shown = quote.replaceAll(/\s+/gu, " ");
    const { kind, ref, title, locator } = source;
    text.cited(shown, { source: { kind, ref, title, locator }, quote });
  }
  return text.end();
}

/** Of the question's words with content, a section that says so much is near (ANSWER-32). */
const leastNear = 0.4;
/** Where another section is as near, neither stands out. */
const nearOfOther = 0.9;
const nearSentencesMax = 3;

/** The section that says most of the question's rare words, verbatim and marked; undefined where none stands out (ANSWER-32). */
export function quoteNear(ranked: readonly RankedSentence[], passages: readonly Passage[]): Quoted | undefined {
  const worth = ({ near, share }: RankedSentence): number => near * share;
  const byNearness = ranked.filter(({ near }) => near >= leastNear).toSorted((a, b) => worth(b) - worth(a));
  const [best] = byNearness;
  if (best === undefined) return undefined;
  const other = byNearness.find(({ section }) => section !== best.section);
  const isAsNear = (["near", "share"] as const).every((by) => (other?.[by] ?? 0) >= best[by] * nearOfOther);
  if (isAsNear) return undefined;
  const source = passages[best.passage];
  if (source === undefined) return undefined;
  const text = new AnswerText().add("This may answer it:");
  const near = ranked
    .filter((each) => each.section === best.section && worth(each) >= worth(best) * relativeShare)
    .toSorted((left, right) => left.position - right.position);
  for (const { quote } of near.slice(0, nearSentencesMax)) {
    const { kind, ref, title, locator } = source;
    text.add(" ").cited(quote.replaceAll(/\s+/gu, " "), { source: { kind, ref, title, locator }, quote });
  }
  const { text: quoted, citations } = text.end();
  return { text: quoted, citations: citations.map((each) => ({ ...each, tentative: true })) };
}

/** Of one passage only: two documents that say the same are two sources. */
function isSame(left: RankedSentence, right: RankedSentence): boolean {
  const shared = [...left.stems].filter((word) => right.stems.has(word)).length;
  const all = new Set([...left.stems, ...right.stems]).size;
  return left.quote === right.quote || (left.passage === right.passage && all > 0 && shared / all >= sameShare);
}

const titlesMax = 3;

/** Titles of the passages that come nearest to the question, best first (ANSWER-40). */
export function nearestTitles(ranked: readonly RankedSentence[], passages: readonly Passage[]): readonly string[] {
  const titles = ranked.flatMap(({ passage }) => passages[passage]?.title ?? []);
  return [...new Set(titles)].filter((title) => title !== "").slice(0, titlesMax);
}
