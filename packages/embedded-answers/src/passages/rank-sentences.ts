import type { Passage } from "../answer-request.ts";
import { contentStems } from "../text/content-words.ts";
import { emptyWords } from "../text/empty-words.ts";
import { sentencesOf } from "../text/sentences.ts";
import { stem } from "../text/stem.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { normalizeText, tokensOf, wordsOf } from "../text/tokens.ts";

/** A sentence of a passage, with how well it answers. */
export interface RankedSentence {
  /** Positions of the passage and of the sentence in it. */
  readonly passage: number;
  readonly position: number;
  /** Verbatim. */
  readonly quote: string;
  /** Of the best that a sentence could reach, 0 to about 1. */
  readonly share: number;
  readonly stems: ReadonlySet<string>;
}

/** BM25 (ANSWER-20). */
const saturation = 1.2;
const lengthWeight = 0.75;
const titleBoost = 0.5;
const synonymWeight = 0.75;
/** A question for an amount is better answered by a sentence that holds one. */
const figureBoost = 1.15;
const asksFigure =
  /\b(?:how (?:many|much|long|often|old)|when|what (?:date|year|amount|percentage)|limit|deductible|premium|amount|number)\b/i;
/** What a question asks of somebody: "the deductible" of "What is the deductible of Harbor Cafe?". */
const askedOf = /\b(?:what|which) (?:is|are|was|were) (?:the|our|their|its) (.{3,60}?) (?:of|for|on|at) /i;
/** The thing that is asked for decides more than the name of whom it is asked. */
const askedWeight = 2;
/** Lines at the start of a passage that say what it is about. */
const openingLines = 4;
const saysWhose = /\b(?:insured|applicant|client|account|policy number|between|name|property|subject|regarding)\b/i;
/** Sentences that are compared; retrieval gives far fewer. */
const sentencesMax = 20_000;

interface Divided {
  readonly passage: number;
  readonly position: number;
  readonly quote: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
  /** Title, heading and opening lines. */
  readonly context: ReadonlySet<string>;
}

/** Sentences that share a word with the question, best first; ties by passage and position (ANSWER-20). */
export function rankSentences(question: string, passages: readonly Passage[]): readonly RankedSentence[] {
  const terms = contentStems(question);
  const sentences = dividePassages(passages);
  if (terms.length === 0 || sentences.length === 0) return [];
  const meanLength = sentences.reduce((sum, { length }) => sum + length, 0) / sentences.length;
  const asked = new Set(contentStems(askedOf.exec(question)?.[1] ?? ""));
  const weights = terms.map((term) => rarityOf(term, sentences) * (asked.has(term) ? askedWeight : 1));
  // What a sentence of mean length with every term once reaches.
  const possible = weights.reduce((sum, weight) => sum + weight, 0);
  const wantsFigure = asksFigure.test(question);
  const ranked = sentences.flatMap((sentence): RankedSentence[] => {
    const norm = saturation * (1 - lengthWeight + (lengthWeight * sentence.length) / meanLength);
    let own = 0;
    let around = 0;
    for (const [index, term] of terms.entries()) {
      const weight = weights[index] ?? 0;
      const count = countIn(sentence.counts, term);
      if (count > 0) own += (weight * count * (saturation + 1)) / (count + norm);
      else if (sentence.context.has(term)) around += weight * titleBoost;
    }
    // The sentence must say something itself: a title alone answers nothing.
    if (own === 0) return [];
    const boost = wantsFigure && /\d/.test(sentence.quote) ? figureBoost : 1;
    const { passage, position, quote, counts } = sentence;
    return [{ passage, position, quote, share: ((own + around) * boost) / possible, stems: new Set(counts.keys()) }];
  });
  return ranked.toSorted(
    (left, right) => right.share - left.share || left.passage - right.passage || left.position - right.position,
  );
}

/** How often a term or, counting less, a word for it stands in a sentence. */
function countIn(counts: ReadonlyMap<string, number>, term: string): number {
  const own = counts.get(term) ?? 0;
  if (own > 0) return own;
  return synonymsOf(term).some((other) => counts.has(other)) ? synonymWeight : 0;
}

/** The rarer a term is in the sentences, the more it says; one that stands nowhere was asked for and is missing. */
function rarityOf(term: string, sentences: readonly Divided[]): number {
  const holding = sentences.filter(({ counts, context }) => countIn(counts, term) > 0 || context.has(term)).length;
  return Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5));
}

function dividePassages(passages: readonly Passage[]): readonly Divided[] {
  const divided: Divided[] = [];
  for (const [passage, { title, text }] of passages.entries()) {
    const found = sentencesOf(text);
    const opening = found.slice(0, openingLines).flatMap(({ start, end }) => {
      const line = text.slice(start, end);
      return saysWhose.test(line) ? [line] : [];
    });
    const about = [...contentStems(title), ...opening.flatMap(contentStems)];
    let heading: readonly string[] = [];
    for (const [position, { start, end }] of found.entries()) {
      if (divided.length >= sentencesMax) return divided;
      const quote = text.slice(start, end);
      const words = stemsOf(quote);
      if (isHeading(quote)) heading = words;
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      divided.push({
        passage,
        position,
        quote,
        counts,
        length: words.length,
        context: new Set([...about, ...heading]),
      });
    }
  }
  // A heading is context of what follows, and no answer itself.
  return divided.filter(({ quote, length }) => length > 0 && !isHeading(quote));
}

function stemsOf(text: string): readonly string[] {
  return wordsOf(text)
    .filter((word) => !emptyWords.has(word))
    .map(stem);
}

function isHeading(line: string): boolean {
  if (/^#{1,6}\s/.test(line)) return true;
  const words = tokensOf(normalizeText(line));
  return words.length > 0 && words.length <= 8 && !/[:.!?\d]/.test(line) && line === line.toUpperCase();
}
