import { foldToken } from "./fold-token.ts";
import type { NameWord } from "./name-word.ts";
import type { NameReading } from "./name-reading.ts";
import { nameParticles } from "./tables/index.ts";
import { hasDigit, leastOfOneSlip, similarities, slipSimilarity, wordSimilarity } from "./word-similarity.ts";

/** A reading with the weight of each word in a list. */
export type WeighedReading = { readonly reading: NameReading; readonly weights: readonly number[] };

/** Words of both names that stand for each other. */
export type WordPair = {
  /** Positions; two where neighbours joined are one word of the other name. */
  readonly subject: readonly number[];
  readonly listed: readonly number[];
  readonly similarity: number;
  readonly weight: number;
};

/** NAME-25 */
const joinedFactor = 0.97;
const initialWeight = 0.3;
/** Of the words of a family name (NAME-17). */
export const familyFactor = 1.2;
/** Shorter words are joined by chance. */
const joinedChars = 5;
const partChars = 2;
/** Letters of a compound of three words that is written as one. */
const compoundChars = 7;
/** The Arabic article before any letter, as it is written out. */
const articlePattern = /^[aeou](?:[lbdnrstz]|dh|sh|th)$/;
const articleVowels = ["a", "e", "i", "o", "u"];
/** Letters that a word may be longer than another of the same fold. */
const foldedCharsMax = 3;

/** Similarities of the words of one subject, kept over its comparisons with a list. */
export class SimilarityCache {
  readonly #bySubject = new Map<NameWord, Map<NameWord, number>>();

  of(subject: NameWord, listed: NameWord): number {
    let own = this.#bySubject.get(subject);
    if (own === undefined) this.#bySubject.set(subject, (own = new Map<NameWord, number>()));
    let similarity = own.get(listed);
    if (similarity === undefined) own.set(listed, (similarity = wordSimilarity(subject, listed)));
    return similarity;
  }
}

/** Greedy pairing by similarity times weight (NAME-27); ties by position, so that the result is a function of the names. */
export function pairWords(
  subject: WeighedReading,
  listed: WeighedReading,
  cache: SimilarityCache,
): readonly WordPair[] {
  const possible = [...singlePairs(subject, listed, cache), ...joinedPairs(subject, listed)];
  possible.sort((a, b) => b.similarity * b.weight - a.similarity * a.weight || byPosition(a, b));
  const [takenSubject, takenListed] = [new Set<number>(), new Set<number>()];
  const pairs: WordPair[] = [];
  for (const pair of possible) {
    if (pair.subject.some((at) => takenSubject.has(at)) || pair.listed.some((at) => takenListed.has(at))) continue;
    for (const at of pair.subject) takenSubject.add(at);
    for (const at of pair.listed) takenListed.add(at);
    pairs.push(pair);
  }
  return pairs;
}

function singlePairs(subject: WeighedReading, listed: WeighedReading, cache: SimilarityCache): WordPair[] {
  const pairs: WordPair[] = [];
  for (const [i, own] of subject.reading.words.entries()) {
    for (const [j, other] of listed.reading.words.entries()) {
      const similarity = cache.of(own, other);
      if (similarity === 0) continue;
      const isFamily = listed.reading.isFamily?.[j] === true && subject.reading.isFamily?.[i] !== true;
      // An initial weighs as a part of the word that it may stand for.
      const weight =
        own.role === "initial" && other.role !== "initial"
          ? initialWeight * (listed.weights[j] ?? 0)
          : own.role !== "initial" && other.role === "initial"
            ? initialWeight * (subject.weights[i] ?? 0)
            : (subject.weights[i] ?? 0);
      pairs.push({ subject: [i], listed: [j], similarity, weight: isFamily ? familyFactor * weight : weight });
    }
  }
  return pairs;
}

/** One word against two neighbours of the other name, in either order. */
function joinedPairs(subject: WeighedReading, listed: WeighedReading): WordPair[] {
  const pairs: WordPair[] = [];
  const [own, others] = [subject.reading.words, listed.reading.words];
  const isPerson = subject.reading.kind === "person";
  const sumOf = (weights: readonly number[], positions: readonly number[]): number =>
    positions.reduce((sum, at) => sum + (weights[at] ?? 0), 0);
  for (const [i, word] of own.entries()) {
    for (let j = 0; j + 1 < others.length; j += 1) {
      const similarity = joinedSimilarity(word, others[j], others[j + 1], isPerson);
      if (similarity > 0) pairs.push({ subject: [i], listed: [j, j + 1], similarity, weight: subject.weights[i] ?? 0 });
    }
    for (const [at, similarity] of isPerson ? compoundsOf(word, others) : []) {
      pairs.push({ subject: [i], listed: at, similarity, weight: subject.weights[i] ?? 0 });
    }
  }
  for (const [j, word] of others.entries()) {
    for (let i = 0; i + 1 < own.length; i += 1) {
      const similarity = joinedSimilarity(word, own[i], own[i + 1], isPerson);
      const weight = sumOf(subject.weights, [i, i + 1]);
      if (similarity > 0) pairs.push({ subject: [i, i + 1], listed: [j], similarity, weight });
    }
    for (const [at, similarity] of isPerson ? compoundsOf(word, own) : []) {
      pairs.push({ subject: at, listed: [j], similarity, weight: sumOf(subject.weights, at) });
    }
  }
  return pairs;
}

/**
 * Neighbours joined are the other word when they are written or sound alike, or are one slip away. Given names may stand
 * in either order, the words of an organization not.
 */
function joinedSimilarity(
  word: NameWord,
  left: NameWord | undefined,
  right: NameWord | undefined,
  isPerson: boolean,
): number {
  if (left === undefined || right === undefined || word.text.length < joinedChars) return 0;
  if (left.text.length < partChars || right.text.length < partChars || hasDigit(word.text)) return 0;
  if (Math.abs(left.text.length + right.text.length - word.text.length) > foldedCharsMax) return 0;
  const written = oneSlipSimilarity(word.text, left.text + right.text);
  const reversed = isPerson ? oneSlipSimilarity(word.text, right.text + left.text) : 0;
  const isAlike = word.fold === left.fold + right.fold || (isPerson && word.fold === right.fold + left.fold);
  return joinedFactor * Math.max(written, reversed, isAlike ? similarities.fold : 0);
}

/** Where three neighbours with a particle are `word`: "Saif al-Din" is Saifuddin, "De la Cruz" is Delacruz (NAME-25). */
function compoundsOf(
  word: NameWord,
  words: readonly NameWord[],
): readonly (readonly [at: readonly number[], similarity: number])[] {
  if (word.text.length < compoundChars || hasDigit(word.text)) return [];
  return words.flatMap((left, at) => {
    const [middle, right] = [words[at + 1], words[at + 2]];
    if (middle === undefined || right === undefined || !nameParticles().has(middle.text)) return [];
    const similarity = compoundSimilarity(word, left, middle, right);
    return similarity > 0 ? [[[at, at + 1, at + 2], similarity] as const] : [];
  });
}

/** An article inside a compound is written by its sound: with any vowel, its l as the letter that follows. */
function compoundSimilarity(word: NameWord, left: NameWord, middle: NameWord, right: NameWord): number {
  const length = left.text.length + middle.text.length + right.text.length;
  if (Math.min(left.text.length, right.text.length) < partChars || Math.abs(length - word.text.length) > foldedCharsMax)
    return 0;
  const [next = ""] = right.text;
  const articles = articlePattern.test(middle.text)
    ? articleVowels.flatMap((vowel) => ["l", next, ""].map((consonant) => vowel + consonant))
    : [];
  let best = 0;
  for (const inside of [middle.text, ...articles]) {
    const written = left.text + inside + right.text;
    const alike = similarities.fold * oneSlipSimilarity(word.fold, foldToken(written));
    best = Math.max(best, oneSlipSimilarity(word.text, written), alike);
  }
  return joinedFactor * best;
}

function oneSlipSimilarity(a: string, b: string): number {
  const similarity = slipSimilarity(a, b);
  return similarity >= leastOfOneSlip(Math.max(a.length, b.length)) ? similarity : 0;
}

function byPosition(a: WordPair, b: WordPair): number {
  return (
    (a.subject[0] ?? 0) - (b.subject[0] ?? 0) ||
    (a.listed[0] ?? 0) - (b.listed[0] ?? 0) ||
    a.subject.length - b.subject.length
  );
}
