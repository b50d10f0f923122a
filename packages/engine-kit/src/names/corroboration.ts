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
/** Most that a name scores of which only abbreviated words of trades agree: what they stand for is a guess. */
const abbreviatedMax = 0.85;

/** What pairing two names left. */
export type Pairing = {
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
    const isCompound = Math.max(pair.subject.length, pair.listed.length) > 2;
    if (own > 0 && other > 0) count += isCompound ? 1 : Math.max(own, other);
  }
  return count;
}

/** The score as far as the words in common corroborate it. */
export function corroborated(score: number, pairing: Pairing, inCommon: number): number {
  if (inCommon >= 2) return score;
  if (pairing.subject.kind === "person") return Math.min(uncorroboratedMax, uncorroboratedPersonFactor * score);
  if (isWholeAbbreviated(pairing)) return Math.min(abbreviatedMax, score);
  return isSlipOfWhole(pairing) || (inCommon === 1 && isWholeName(pairing))
    ? score
    : Math.min(uncorroboratedMax, score);
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
  const textOf = (reading: NameReading, positions: readonly number[]): string =>
    positions.map((at) => reading.words[at]?.text ?? "").join("");
  const hasGeneric = pairs.some(({ subject: [at] }) => isGeneric(subject.words[at ?? 0]));
  return pairs.some((pair) => {
    if (!pair.subject.some((at) => subject.words[at]?.isDistinctive === true)) return false;
    const [own, other] = [textOf(subject, pair.subject), textOf(listed, pair.listed)];
    if (own === other) return true;
    const needed = hasGeneric ? slipCharsBesideGeneric : slipChars;
    return Math.min(own.length, other.length) >= needed && isOneSlip(own, other);
  });
}

function isGeneric(word: NameWord | undefined): boolean {
  return word?.role === "general" || word?.role === "trade";
}
