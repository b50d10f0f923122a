import { baseForm } from "../text/base-form.ts";
import { contentStems } from "../text/content-words.ts";
import { stem } from "../text/stem.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { wordsOf } from "../text/tokens.ts";
import { isPlainWord } from "../words/plain-words.ts";
import type { Sentence } from "./divide-passages.ts";

/** A word that is looked for. */
export interface Term {
  readonly stem: string;
  readonly synonyms: readonly string[];
  readonly weight: number;
  /** The fewer sentences have it, the higher, whatever it is asked for. */
  readonly rarity: number;
  /** A word of general English, which is seldom what is asked. */
  readonly isPlain: boolean;
  readonly isName: boolean;
  /** It stands where a question names what it asks for: "what bonding", "the deductible of …". */
  readonly isFocus: boolean;
  /** A figure says it. */
  readonly needsFigure: boolean;
  /** It stands nowhere in the passages: the asker's own word, or what is asked and missing. */
  readonly isUnseen: boolean;
}

/** Words of a question that are looked for: work is sentences times words, and a question may have 32,000 characters. */
const termsMax = 64;
/** Words of general English are seldom what is asked. */
const plainWeight = 0.3;
/** The thing that is asked for decides more than the name of whom it is asked. */
const focusWeight = 2;
const synonymWeight = 0.75;

/** What a question asks of somebody: "the deductible" of "What is the deductible of Harbor Cafe?". */
const askedOf =
  /\b(?:what|which|who|how (?:much|high|low|big|long)) (?:is|are|was|were) (?:the|our|their|its) (.{3,60}?) (?:of|for|on|at|to|in|that|who) /i;
/** What a question asks for: "What bonding does the owner want?". */
const askedFor =
  /\b(?:what|which) (?!(?:is|are|was|were|do|does|did|can|could|should|must|may|will|would|has|have|had|happens?|kinds?|types?|sorts?|else|if|about|time|day|date|about)\b)(\p{L}+)/iu;
/** Words that ask how long, how fast or how much: a sentence that says it holds a figure. */
const figureWords: ReadonlySet<string> = new Set(
  ["amount", "charge", "cost", "cutoff", "date", "deadline", "fast", "fee", "limit", "quick", "rate", "soon"].map(stem),
);

/** The words of the question and of the text before it; `own` is the same array where there is none before it. */
export function termsOf(
  question: string,
  earlier: string,
  sentences: readonly Sentence[],
): { readonly terms: readonly Term[]; readonly own: readonly Term[] } {
  const own = contentStems(question);
  const stems = [...new Set([...own, ...contentStems(earlier)])].slice(0, termsMax);
  const focus = new Set([askedOf, askedFor].flatMap((form) => contentStems(form.exec(question)?.[1] ?? "")));
  const plain = plainIn(`${question} ${earlier}`);
  // Where all words are plain, they are what is asked.
  const isPlain = stems.every((each) => plain.has(each)) ? new Set<string>() : plain;
  const names = namesIn(question);
  const terms = stems.map((each): Term => {
    const synonyms = synonymsOf(each);
    const { rarity, isUnseen } = rarityOf({ stem: each, synonyms }, sentences);
    const isFocus = focus.has(each);
    return {
      stem: each,
      synonyms,
      rarity,
      weight: rarity * (isFocus ? focusWeight : 1) * (isPlain.has(each) ? plainWeight : 1),
      isUnseen,
      isPlain: isPlain.has(each),
      isName: names.has(each),
      isFocus,
      needsFigure: figureWords.has(each),
    };
  });
  return { terms, own: own.length === 0 || own.length >= terms.length ? terms : terms.slice(0, own.length) };
}

/** Stems of words with a capital within the question: names. */
function namesIn(question: string): ReadonlySet<string> {
  const words = [...question.matchAll(/(?<=\S\s+["'(]?)\p{Lu}[\p{Ll}\p{M}]{2,}/gu)].map(([word]) => word);
  const isTitled = words.length > question.split(/\s+/).length * 0.7;
  return new Set(isTitled ? [] : words.flatMap(contentStems));
}

/** Stems of the question's words of general English. */
function plainIn(question: string): ReadonlySet<string> {
  return new Set(
    wordsOf(question)
      .filter(isPlainWord)
      .map((word) => stem(baseForm(word))),
  );
}

export function isIn(stems: ReadonlySet<string>, { stem: own, synonyms }: Pick<Term, "stem" | "synonyms">): boolean {
  return stems.has(own) || synonyms.some((other) => stems.has(other));
}

/** How often a term or, counting less, a word for it stands in a sentence. */
export function countIn(
  counts: ReadonlyMap<string, number>,
  { stem: own, synonyms }: Pick<Term, "stem" | "synonyms">,
): number {
  const count = counts.get(own) ?? 0;
  if (count > 0) return count;
  return synonyms.some((other) => counts.has(other)) ? synonymWeight : 0;
}

/** Of fewer sentences none is rare: a word that stands in one of three counts as in one of so many. */
const fewSentences = 120;

/** The rarer a term is in the sentences, the more it says. */
function rarityOf(
  term: Pick<Term, "stem" | "synonyms">,
  sentences: readonly Sentence[],
): { readonly rarity: number; readonly isUnseen: boolean } {
  let holding = 0;
  for (const { counts, context } of sentences) if (countIn(counts, term) > 0 || context.has(term.stem)) holding += 1;
  const count = Math.max(sentences.length, fewSentences);
  return { rarity: Math.log(1 + (count - holding + 0.5) / (holding + 0.5)), isUnseen: holding === 0 };
}
