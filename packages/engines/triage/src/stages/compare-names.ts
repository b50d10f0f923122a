import { type NameWord, slipSimilarity, wordSimilarity } from "@service/engine-kit";
import type { InsuredCounts } from "./insured-counts.ts";
import type { NameForm } from "./read-insured-name.ts";

/*
 * Not the pairing of screening (NAME-27): that asks whether a subject is a listed party, by the weights of the subject
 * and with initials and family names; this asks whether two insureds are one, so that either may come first, equal words
 * pair before similar ones, and trades that mean the same are two trades.
 */
/** How alike two names are, best first (TRI-84, TRI-92). */
type NameAgreement =
  | "equal"
  | "other_generation"
  | "nearly_equal"
  | "alike"
  | "similar"
  | "contained"
  | "partly_alike"
  | "contradicting"
  | "little_alike"
  | "different";

export type ComparedNames = {
  readonly agreement: NameAgreement;
  readonly effect: number;
  /** Insureds that bear the name, where it is equal. */
  readonly holders: number;
  /** Whether a rare word stands in both. */
  readonly sharesRareWord: boolean;
  /** The names are those of two: nothing of them agrees, or each firm has words, a number or a letter of its own. */
  readonly isOther: boolean;
  /** One says more than the other, and what they have in common is of trades, numbers and places: it identifies nobody. */
  readonly isGeneric: boolean;
};

const equalEffect = { most: 9, perDoubling: 0.8 } as const;
const bands: readonly (readonly [similarity: number, agreement: NameAgreement, effect: number])[] = [
  [0.9, "nearly_equal", 7.5],
  [0.8, "alike", 6],
  [0.65, "similar", 4],
];
const containedEffect = 4;
const partly = { from: 0.45, effect: 1, contradictingEffect: -1.5 } as const;
const little = { from: 0.25, effect: -1.5 } as const;
const differentEffect = -4;
const joinedFactor = 0.97;
/** From this similarity on a word stands in the other name as well. */
const sameWord = 0.9;
/** Held by more insureds a word is not rare: this many, or this share of all. */
const rareHolders = { most: 4, share: 0.01 } as const;

/** The greatest effect of a name: that of an equal one that only the two bear. */
export const nameEffectMax = equalEffect.most;

/** The best pair of the names of two insureds; `undefined` when one has none. `places` are words of where they are. */
export function compareNames(
  a: readonly NameForm[],
  b: readonly NameForm[],
  counts: InsuredCounts,
  places: ReadonlySet<string>,
): ComparedNames | undefined {
  let best: ComparedNames | undefined;
  let sharesRareWord = false;
  for (const own of a) {
    for (const other of b) {
      const compared = compareForms(own, other, counts, places);
      sharesRareWord ||= compared.sharesRareWord;
      if (best === undefined || compared.effect > best.effect) best = compared;
    }
  }
  return best === undefined ? undefined : { ...best, sharesRareWord };
}

/** Pairs of words that comparing two insureds looks at, at most. */
export function wordPairsOf(a: readonly NameForm[], b: readonly NameForm[]): number {
  const wordsIn = (forms: readonly NameForm[]): number => forms.reduce((sum, { words }) => sum + words.length, 0);
  return wordsIn(a) * wordsIn(b);
}

function compareForms(a: NameForm, b: NameForm, counts: InsuredCounts, places: ReadonlySet<string>): ComparedNames {
  if (a.joined === b.joined) {
    const holders = Math.max(2, counts.holdersOf("name", a.joined));
    const effect = equalEffect.most - equalEffect.perDoubling * Math.log2(holders);
    const sharesRareWord = a.words.some((word) => isRare(word, counts));
    return { agreement: "equal", effect, holders, sharesRareWord, isOther: false, isGeneric: false };
  }
  const pairing = pairWords(a.words, b.words, counts, places);
  const { similarity, sharesRareWord } = pairing;
  const [leftA, leftB] = pairing.left;
  const of = (agreement: NameAgreement, effect: number): ComparedNames => ({
    agreement,
    effect,
    holders: 0,
    sharesRareWord,
    isOther:
      (leftA.some(isOfSeries) && leftB.some(isOfSeries)) ||
      agreement === "different" ||
      (effect < 0 && a.isFirm && b.isFirm),
    isGeneric: !pairing.sharesOwnWord && [...leftA, ...leftB].some(({ role }) => role !== "particle"),
  });
  const isContradicting = leftA.some(isTelling) && leftB.some(isTelling);
  const band = bands.find(([from]) => similarity >= from);
  // "Smith Roofing" and "Smith Plumbing" are two businesses of one family.
  if (band !== undefined)
    return isContradicting && band[1] === "similar" ? of("partly_alike", partly.effect) : of(band[1], band[2]);
  if ((leftA.length === 0 || leftB.length === 0) && sharesRareWord) return of("contained", containedEffect);
  if (similarity >= partly.from) {
    return isContradicting ? of("contradicting", partly.contradictingEffect) : of("partly_alike", partly.effect);
  }
  return similarity >= little.from ? of("little_alike", little.effect) : of("different", differentEffect);
}

/** Whether a word tells two insureds apart: trades do, "group" and "services" do not. */
function isTelling({ role }: NameWord): boolean {
  return role === "plain" || role === "trade" || role === "number";
}

function isOfSeries({ role, text }: NameWord): boolean {
  return role === "number" || text.length === 1;
}

function isRare(word: NameWord, counts: InsuredCounts): boolean {
  const most = Math.max(rareHolders.most, rareHolders.share * counts.size);
  return word.isDistinctive && counts.holdersOf("word", word.text) <= most;
}

type Pairing = {
  /** Weight of what is paired, by similarity, over the weight of all words. */
  readonly similarity: number;
  readonly sharesRareWord: boolean;
  /** Whether a distinctive word that is no place stands in both, however spelled. */
  readonly sharesOwnWord: boolean;
  /** Words of either name that are not in the other one. */
  readonly left: readonly [readonly NameWord[], readonly NameWord[]];
};

type Pair = {
  readonly own: readonly number[];
  readonly other: readonly number[];
  readonly similarity: number;
  readonly gain: number;
  /** Orders equal gains, whichever name comes first. */
  readonly text: string;
};

/** Pairs equal words, then the most similar ones greedily. The order of the two names does not matter. */
function pairWords(
  a: readonly NameWord[],
  b: readonly NameWord[],
  counts: InsuredCounts,
  places: ReadonlySet<string>,
): Pairing {
  const weightOf = (words: readonly NameWord[], at: readonly number[]): number =>
    at.reduce((sum, index) => sum + counts.wordWeight(words[index]?.text ?? ""), 0);
  const freeA = new Set(a.keys());
  const freeB = new Set(b.keys());
  const isRareAt = (words: readonly NameWord[], at: readonly number[]): boolean =>
    at.some((index) => words[index] !== undefined && isRare(words[index], counts));
  const isOwnAt = (words: readonly NameWord[], at: readonly number[]): boolean =>
    at.some((index) => words[index]?.isDistinctive === true && !places.has(words[index].text));
  let sharesRareWord = false;
  let sharesOwnWord = false;
  let reached = 0;
  const take = ({ own, other, similarity, gain }: Pair): void => {
    if (!own.every((index) => freeA.has(index)) || !other.every((index) => freeB.has(index))) return;
    for (const index of own) freeA.delete(index);
    for (const index of other) freeB.delete(index);
    reached += gain;
    sharesRareWord ||= similarity >= sameWord && isRareAt(a, own) && isRareAt(b, other);
    sharesOwnWord ||= isOwnAt(a, own) && isOwnAt(b, other);
  };
  const pairOf = (own: readonly number[], other: readonly number[], similarity: number): Pair => {
    const texts = [textAt(a, own), textAt(b, other)].sort();
    return {
      own,
      other,
      similarity,
      gain: similarity * (weightOf(a, own) + weightOf(b, other)),
      text: texts.join(" "),
    };
  };
  for (const [index, { text }] of a.entries()) {
    const equal = [...freeB].find((at) => b[at]?.text === text);
    if (equal !== undefined) take(pairOf([index], [equal], 1));
  }
  const pairs: Pair[] = [];
  const note = (own: readonly number[], other: readonly number[], similarity: number): void => {
    if (similarity > 0) pairs.push(pairOf(own, other, similarity));
  };
  for (const own of freeA) {
    for (const other of freeB) {
      const [wordA, wordB] = [a[own], b[other]];
      if (wordA === undefined || wordB === undefined) continue;
      note([own], [other], wordSimilarity(wordA, wordB));
      if (freeA.has(own + 1)) note([own, own + 1], [other], joinedSimilarity(wordA, a[own + 1], wordB));
      if (freeB.has(other + 1)) note([own], [other, other + 1], joinedSimilarity(wordB, b[other + 1], wordA));
    }
  }
  for (const pair of pairs.sort((x, y) => y.gain - x.gain || (x.text < y.text ? -1 : 1))) take(pair);
  const all = weightOf(a, [...a.keys()]) + weightOf(b, [...b.keys()]);
  const left = [[...freeA].flatMap((at) => a[at] ?? []), [...freeB].flatMap((at) => b[at] ?? [])] as const;
  // Sums of the same numbers in another order differ in the last digit.
  return { similarity: Number((reached / all).toFixed(9)), sharesRareWord, sharesOwnWord, left };
}

/** Two neighbours as one word beside a word of the other name. */
function joinedSimilarity(first: NameWord, second: NameWord | undefined, word: NameWord): number {
  if (second === undefined) return 0;
  return joinedFactor * slipSimilarity(first.text + second.text, word.text);
}

function textAt(words: readonly NameWord[], at: readonly number[]): string {
  return at.map((index) => words[index]?.text ?? "").join("");
}
