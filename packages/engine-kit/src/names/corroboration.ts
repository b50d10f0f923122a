import { editDistance } from "./edit-distance.ts";
import { foldToken } from "./fold-token.ts";
import { isOneSlip } from "../one-slip.ts";
import type { NameReading } from "./name-reading.ts";
import type { NameWord } from "./name-word.ts";
import type { WordPair } from "./pair-words.ts";
import { isAbbreviation } from "./word-similarity.ts";

/** Most that a name scores that too little corroborates (NAME-33, NAME-34): below every usual bound of review. */
export const uncorroboratedMax = 0.74;
const uncorroboratedPersonFactor = 0.76;
const slipChars = 6;
const slipCharsBesideGeneric = 5;
const wholeChars = 12;
/** Slips between two spellings of one sound. */
const soundSlips = 2;
/** From here on a word is rare: a dozen names of twenty thousand hold it, or one of some. */
const rareFrom = 0.7;
/** Most that a name scores of which only abbreviated words of trades agree: what they stand for is a guess. */
const abbreviatedMax = 0.85;

/** What pairing two names left. */
export type Pairing = {
  /** The rarity of a listed word in its list (NAME-16). */
  readonly rarityOf: (listed: number) => number;
  readonly subject: NameReading;
  readonly listed: NameReading;
  readonly pairs: readonly WordPair[];
  /** Positions of words without a counterpart. */
  readonly leftOfSubject: readonly number[];
  readonly leftOfListed: readonly number[];
};

/**
 * Words of a pair that can tell parties apart, on both sides; a word that joins two of the other name counts as two, one
 * that joins a compound with its particle ("Saif al-Din") is one name.
 */
export function distinctiveInCommon({ subject, listed, pairs }: Pairing): number {
  let count = 0;
  for (const pair of pairs) {
    const own = pair.subject.filter((at) => subject.words[at]?.isDistinctive === true).length;
    const other = pair.listed.filter((at) => listed.words[at]?.isDistinctive === true).length;
    if (isAbbreviated(pair, subject, listed)) continue;
    // A compound with its particle is one name, and what only sounds like two neighbours may be any word.
    const isOne =
      Math.max(pair.subject.length, pair.listed.length) > 2 || agreementOf(pair, subject, listed) === "loose";
    if (own > 0 && other > 0) count += isOne ? 1 : Math.max(own, other);
  }
  return count;
}

/** The score as far as the words in common corroborate it. */
export function corroborated(score: number, pairing: Pairing, inCommon: number): number {
  if (pairing.subject.kind === "person") {
    if (inCommon < 2) return Math.min(uncorroboratedMax, uncorroboratedPersonFactor * score);
    return isThin(pairing) ? Math.min(uncorroboratedMax, score) : score;
  }
  if (inCommon >= 2) return score;
  if (isWholeAbbreviated(pairing)) return Math.min(abbreviatedMax, score);
  return isSlipOfWhole(pairing) || (inCommon === 1 && isWholeName(pairing))
    ? score
    : Math.min(uncorroboratedMax, score);
}

/** How two words, or neighbours joined, agree: as written, as usual spellings or short forms of one name, but for a slip, or less than that. */
type Agreement = "equal" | "usual" | "near" | "loose";

function agreementOf(pair: WordPair, subject: NameReading, listed: NameReading): Agreement {
  const [own, other] = [textOf(subject, pair.subject), textOf(listed, pair.listed)];
  if (own === other) return "equal";
  const isSingle = pair.subject.length === 1 && pair.listed.length === 1;
  const [mine, theirs] = [subject.words[pair.subject[0] ?? 0], listed.words[pair.listed[0] ?? 0]];
  const isSound = isSingle && foldToken(own) === foldToken(other) && editDistance(own, other, soundSlips) <= soundSlips;
  if (Math.max(own.length, other.length) >= slipCharsBesideGeneric && (isOneSlip(own, other) || isSound)) return "near";
  const isUsual = (["spellings", "nicknames"] as const).some(
    (groups) => mine?.[groups].some((group) => theirs?.[groups].includes(group) === true) === true,
  );
  return isSingle && isUsual ? "usual" : "loose";
}

/**
 * Whether two words in common of two people are too little (NAME-63): where a name was read by its sound from syllables
 * and one differs or is missing; where neither word is equal and one is less than near; where the listed name says more,
 * a word agrees by its meaning only and the other is a common one; where an initial contradicts what is left.
 */
function isThin(pairing: Pairing): boolean {
  const { subject, listed, pairs, leftOfListed, leftOfSubject, rarityOf } = pairing;
  const full = pairs.filter(
    (pair) =>
      pair.subject.some((at) => subject.words[at]?.isDistinctive === true) &&
      pair.listed.some((at) => listed.words[at]?.isDistinctive === true),
  );
  const agreements = full.map((pair) => agreementOf(pair, subject, listed));
  const isMore = leftOfListed.some((at) => listed.words[at]?.isDistinctive === true);
  if (subject.isOfSyllables !== listed.isOfSyllables) {
    return isMore || agreements.some((agreement) => agreement !== "equal" && agreement !== "usual");
  }
  if (full.length > 2) return false;
  if (!agreements.includes("equal") && agreements.includes("loose")) return true;
  if (isMore && leftOfSubject.some((at) => subject.words[at]?.role === "initial")) return true;
  const firm = full.filter((_, at) => agreements[at] === "equal" || agreements[at] === "near");
  const rarest = Math.max(0, ...firm.flatMap((pair) => pair.listed.map(rarityOf)));
  return isMore && firm.length < full.length && rarest < rareFrom;
}

/** A pair of a word and its abbreviation: what it stands for is a guess, which tells nobody apart. */
function isAbbreviated({ subject: [own = 0], listed: [other = 0] }: WordPair, a: NameReading, b: NameReading): boolean {
  const [mine, theirs] = [a.words[own], b.words[other]];
  return mine !== undefined && theirs !== undefined && mine.text !== theirs.text && isAbbreviation(mine, theirs);
}

/** Words of some length, each equal or abbreviated, need no distinctive one ("Natl Petro Dev Co"). */
function isWholeAbbreviated({ subject, listed, pairs, leftOfSubject, leftOfListed }: Pairing): boolean {
  return (
    pairs.length > 1 &&
    Math.max(...[subject, listed].map(({ joined: [whole = ""] }) => whole.length)) >= wholeChars &&
    leftOfSubject.length + leftOfListed.length === 0 &&
    pairs.every((pair) => {
      const [own, other] = [subject.words[pair.subject[0] ?? 0], listed.words[pair.listed[0] ?? 0]];
      return own?.text === other?.text || isAbbreviated(pair, subject, listed);
    })
  );
}

/** A name of some length that is one slip away as a whole needs no distinctive word ("Internet Resarch Agency"). */
function isSlipOfWhole({ subject, listed }: Pairing): boolean {
  const [own = "", other = ""] = [subject.joined[0], listed.joined[0]];
  return Math.min(own.length, other.length) >= wholeChars && isOneSlip(own, other);
}

/** One distinctive word, equal or a slip away, and nothing else of weight on either side. */
function isWholeName({ subject, listed, pairs, leftOfSubject, leftOfListed }: Pairing): boolean {
  const rest = [...leftOfSubject.map((at) => subject.words[at]), ...leftOfListed.map((at) => listed.words[at])];
  if (rest.some((word) => word?.isDistinctive === true || word?.role === "trade")) return false;
  const isAllPaired = rest.every((word) => word?.role === "particle");
  const hasGeneric = pairs.some((pair) => isEqualGeneric(pair, subject, listed));
  return pairs.some((pair) => {
    if (!pair.subject.some((at) => subject.words[at]?.isDistinctive === true)) return false;
    const [own, other] = [textOf(subject, pair.subject), textOf(listed, pair.listed)];
    if (own === other) return true;
    const needed = hasGeneric ? slipCharsBesideGeneric : slipChars;
    // Hardly anybody errs in the first letter, and where more is left it is another name.
    return isAllPaired && own[0] === other[0] && Math.min(own.length, other.length) >= needed && isOneSlip(own, other);
  });
}

function textOf(reading: NameReading, positions: readonly number[]): string {
  return positions.map((at) => reading.words[at]?.text ?? "").join("");
}

/** A generic word that is the same in both, however abbreviated: one of its trade may be another word. */
function isEqualGeneric(pair: WordPair, subject: NameReading, listed: NameReading): boolean {
  return (
    isGeneric(subject.words[pair.subject[0] ?? 0]) &&
    (textOf(subject, pair.subject) === textOf(listed, pair.listed) || isAbbreviated(pair, subject, listed))
  );
}

function isGeneric(word: NameWord | undefined): boolean {
  return word?.role === "general" || word?.role === "trade";
}
