import { corroborated, distinctiveInCommon, type Pairing, uncorroboratedMax } from "./corroboration.ts";
import type { NameReading } from "./name-reading.ts";
import type { NameWord, WordRole } from "./name-word.ts";
import { familyFactor, pairWords, SimilarityCache, type WeighedReading, type WordPair } from "./pair-words.ts";
import type { Idf } from "./rarity.ts";
import type { ReadName } from "./read-name.ts";

/** NAME-17 */
const leastWeight = 0.4;
const rarityWeight = 0.6;
const particleWeight = 0.1;
const roleFactors: { readonly [Role in WordRole]: number } = {
  plain: 1,
  number: 1,
  initial: 0.3,
  particle: 1,
  general: 0.35,
  trade: 0.6,
};

/** NAME-29 to NAME-31: how much words without a counterpart count. */
const left = {
  contradictingSubject: 1,
  contradictingListed: 0.8,
  listed: 0.65,
  listedOfPerson: 0.3,
  listedBesideTwo: 0.3,
  listedOfPersonMost: 0.22,
  subject: 1,
  subjectBesideTwo: 0.7,
  subjectOfPersonBesideTwo: 0.5,
} as const;

const joinedWithFormScore = 0.98;
const otherNumbersFactor = 0.85;
const otherFormPenalty = 0.05;
const otherKindMax = 0.8;

/** Weighs the words of a reading by their rarity in a list. */
export function weighReading(reading: NameReading, idf: Idf): WeighedReading {
  const weights = reading.words.map(
    (word, at) => weightOf(word, idf) * (reading.isFamily?.[at] === true ? familyFactor : 1),
  );
  return { reading, weights };
}

/** The weight of a word (NAME-17): rare words count more, words that many share less. */
function weightOf({ text, role }: NameWord, idf: Idf): number {
  return role === "particle" ? particleWeight : (leastWeight + rarityWeight * idf(text)) * roleFactors[role];
}

/** Score 0..1 of two written names: the best of their usable readings (NAME-55). `idf` is that of the list that `listed` belongs to. */
export function nameScore(subject: ReadName, listed: ReadName, idf: Idf): number {
  const search = new NameSearch(subject.readings, idf);
  let best = 0;
  for (const reading of listed.readings) {
    if (reading.isUsable) best = Math.max(best, search.score(weighReading(reading, idf)));
  }
  return best;
}

/** One subject compared with many listed names by its usable readings; keeps the similarities of its words. */
export class NameSearch {
  readonly readings: readonly WeighedReading[];
  readonly #cache = new SimilarityCache();

  constructor(readings: readonly NameReading[], idf: Idf) {
    this.readings = readings.filter(({ isUsable }) => isUsable).map((reading) => weighReading(reading, idf));
  }

  /** The best score of any reading with `listed`. */
  score(listed: WeighedReading): number {
    let best = 0;
    for (const subject of this.readings) best = Math.max(best, scoreReadings(subject, listed, this.#cache));
    return best;
  }
}

function scoreReadings(subject: WeighedReading, listed: WeighedReading, cache: SimilarityCache): number {
  const [own, other] = [subject.reading, listed.reading];
  if (own.kind !== other.kind) return hasEqualWords(own, other) ? otherKindMax : 0;
  const score = joinedScore(own, other) ?? pairedScore(subject, listed, cache);
  const formed = Math.max(0, hasOtherForm(own, other) ? score - otherFormPenalty : score);
  return own.isBehind === other.isBehind ? formed : Math.min(otherKindMax, formed);
}

/** Equal text without blanks (NAME-32). */
function joinedScore(own: NameReading, other: NameReading): number | undefined {
  if (own.joined.some((joined) => other.joined.includes(joined))) return 1;
  const isEqualWithForm =
    (own.joinedWithForm !== undefined && other.joined.includes(own.joinedWithForm)) ||
    (other.joinedWithForm !== undefined && own.joined.includes(other.joinedWithForm));
  return isEqualWithForm ? joinedWithFormScore : undefined;
}

function pairedScore(subject: WeighedReading, listed: WeighedReading, cache: SimilarityCache): number {
  const pairs = pairWords(subject, listed, cache);
  if (pairs.length === 0) return 0;
  const pairing = pairingOf(subject.reading, listed, pairs);
  const inCommon = distinctiveInCommon(pairing);
  let reached = 0;
  let matched = 0;
  for (const { similarity, weight } of pairs) {
    reached += similarity * weight;
    matched += weight;
  }
  const score = reached / (matched + leftWeight(subject, listed, pairing, matched, inCommon));
  const bounded = corroborated(score, pairing, inCommon);
  return hasOtherNumbers(pairing) ? Math.min(uncorroboratedMax, bounded * otherNumbersFactor) : bounded;
}

function pairingOf(
  subject: NameReading,
  { reading: listed, weights }: WeighedReading,
  pairs: readonly WordPair[],
): Pairing {
  const takenSubject = new Set(pairs.flatMap((pair) => pair.subject));
  const takenListed = new Set(pairs.flatMap((pair) => pair.listed));
  return {
    subject,
    listed,
    pairs,
    rarityOf: (at) =>
      ((weights[at] ?? 0) / (listed.isFamily?.[at] === true ? familyFactor : 1) - leastWeight) / rarityWeight,
    leftOfSubject: [...subject.words.keys()].filter((at) => !takenSubject.has(at)),
    leftOfListed: [...listed.words.keys()].filter((at) => !takenListed.has(at)),
  };
}

/** What the words without a counterpart add to the weight that could be reached (NAME-29 to NAME-31). */
function leftWeight(
  { weights: own }: WeighedReading,
  { weights: other }: WeighedReading,
  pairing: Pairing,
  matched: number,
  inCommon: number,
): number {
  const { subject, listed, leftOfSubject, leftOfListed } = pairing;
  const sum = (positions: readonly number[], weights: readonly number[]): number =>
    positions.reduce((total, at) => total + (weights[at] ?? 0), 0);
  const contradicts =
    leftOfSubject.some((at) => subject.words[at]?.isDistinctive === true) &&
    leftOfListed.some((at) => listed.words[at]?.isDistinctive === true);
  if (contradicts) {
    return left.contradictingSubject * sum(leftOfSubject, own) + left.contradictingListed * sum(leftOfListed, other);
  }
  const hasTwo = inCommon >= 2;
  if (subject.kind === "person") {
    const ofListed = left.listedOfPerson * sum(leftOfListed, other);
    const ofSubject = (hasTwo ? left.subjectOfPersonBesideTwo : left.subject) * sum(leftOfSubject, own);
    return ofSubject + (hasTwo ? Math.min(ofListed, left.listedOfPersonMost * matched) : ofListed);
  }
  const general = leftOfListed.filter((at) => listed.words[at]?.role === "general");
  const others = leftOfListed.filter((at) => listed.words[at]?.role !== "general");
  return (
    (hasTwo ? left.subjectBesideTwo : left.subject) * sum(leftOfSubject, own) +
    left.listed * sum(general, other) +
    (hasTwo ? left.listedBesideTwo : left.listed) * sum(others, other)
  );
}

/** Both names have numbers, and neither has all those of the other (NAME-35). */
function hasOtherNumbers({ subject, listed }: Pairing): boolean {
  const [own, other] = [numbersOf(subject), numbersOf(listed)];
  return own.some((number) => !other.includes(number)) && other.some((number) => !own.includes(number));
}

function numbersOf({ words }: NameReading): readonly string[] {
  return words.filter(({ role }) => role === "number").map(({ text }) => text);
}

/** Two known classes of legal form, and none in common (NAME-36). */
function hasOtherForm({ formClasses: own }: NameReading, { formClasses: other }: NameReading): boolean {
  return own.size > 0 && other.size > 0 && ![...own].some((formClass) => other.has(formClass));
}

/** Names of unlike kinds meet only by equal words of which two are distinctive (NAME-37). */
function hasEqualWords({ words: own }: NameReading, { words: other }: NameReading): boolean {
  if (own.length !== other.length) return false;
  const isTwice = [own, other].every((words) => words.filter(({ isDistinctive }) => isDistinctive).length >= 2);
  const sorted = (words: readonly NameWord[]): string =>
    words
      .map(({ text }) => text)
      .sort()
      .join(" ");
  return isTwice && sorted(own) === sorted(other);
}
