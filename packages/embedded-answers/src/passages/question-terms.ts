import { baseForm } from "../text/base-form.ts";
import { contentStems } from "../text/content-words.ts";
import { stem } from "../text/stem.ts";
import { synonymsOf } from "../text/synonyms.ts";
import { wordsOf } from "../text/tokens.ts";
import { isPlainWord } from "../words/plain-words.ts";
import type { Sentence } from "./divide-passages.ts";

/** A search term of the question. */
export interface Term {
  readonly stem: string;
  readonly synonyms: readonly string[];
  readonly weight: number;
  /** Higher in fewer sentences; independent of the term's role in the question. */
  readonly rarity: number;
  /** A word of general English, rarely the requested fact. */
  readonly isPlain: boolean;
  readonly isName: boolean;
  /** Names the requested thing: "what bonding", "the deductible of …". */
  readonly isFocus: boolean;
  /** A figure satisfies the term. */
  readonly needsFigure: boolean;
  /** The term occurs in no passage. */
  readonly isUnseen: boolean;
}

/** Bounds the work, which is sentences times terms: a question may have 32,000 characters. */
const termsMax = 64;
/** Weight factor of general English words. */
const plainWeight = 0.3;
/** The requested thing weighs more than the name it is requested for. */
const focusWeight = 2;
const synonymWeight = 0.75;

/** The requested fact: "the deductible" of "What is the deductible of Harbor Cafe?". */
const requestedFact =
  /\b(?:what|which|who|how (?:much|high|low|big|long)) (?:is|are|was|were) (?:the|our|their|its) (.{3,60}?) (?:of|for|on|at|to|in|that|who) /i;
/** The requested thing, right after the question word: "What bonding does the owner want?". */
const requestedThing =
  /\b(?:what|which) (?!(?:is|are|was|were|do|does|did|can|could|should|must|may|will|would|has|have|had|happens?|kinds?|types?|sorts?|else|if|about|time|day|date|about)\b)(\p{L}+)/iu;
/** Question words whose answer holds a figure. */
const figureWords: ReadonlySet<string> = new Set(
  ["amount", "charge", "cost", "cutoff", "date", "deadline", "fast", "fee", "limit", "quick", "rate", "soon"].map(stem),
);

/** Terms of the question and of the preceding text; `own` is the same array if there is no preceding text. */
export function termsOf(
  question: string,
  earlier: string,
  sentences: readonly Sentence[],
): { readonly terms: readonly Term[]; readonly own: readonly Term[] } {
  const own = contentStems(question);
  const stems = [...new Set([...own, ...contentStems(earlier)])].slice(0, termsMax);
  const focus = new Set(
    [requestedFact, requestedThing].flatMap((form) => contentStems(form.exec(question)?.[1] ?? "")),
  );
  const plain = plainIn(`${question} ${earlier}`);
  // If all words are plain, treat none as plain.
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

/** Stems of names: capitalized words inside the question. */
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

/** Occurrences of a term in a sentence; a synonym counts less. */
export function countIn(
  counts: ReadonlyMap<string, number>,
  { stem: own, synonyms }: Pick<Term, "stem" | "synonyms">,
): number {
  const count = counts.get(own) ?? 0;
  if (count > 0) return count;
  return synonyms.some((other) => counts.has(other)) ? synonymWeight : 0;
}

/** Minimum corpus size for rarity: in three sentences, one occurrence does not make a word common. */
const fewSentences = 120;

/** Inverse document frequency of a term over the sentences. */
function rarityOf(
  term: Pick<Term, "stem" | "synonyms">,
  sentences: readonly Sentence[],
): { readonly rarity: number; readonly isUnseen: boolean } {
  let holding = 0;
  for (const { counts, context } of sentences) if (countIn(counts, term) > 0 || context.has(term.stem)) holding += 1;
  const count = Math.max(sentences.length, fewSentences);
  return { rarity: Math.log(1 + (count - holding + 0.5) / (holding + 0.5)), isUnseen: holding === 0 };
}
