import { preparedSimilarity } from "@service/engine-kit";
import { type JsonObject, roundHalfAwayFromZero, byText } from "@service/json";
import { blocksOf, type InsuredIdentity } from "./insured-identity.ts";
import type { Settings } from "../settings.ts";
import type { KnownSubmission, Submission } from "./submission.ts";

/** Members of a block that a submission is compared with, counted apart for the queue and for known rows (TRI-32). */
const blockMembersMax = 200;
/** Pairs of words compared in one run: under three seconds for the worst names (1.3 microseconds each, measured). */
const wordPairsMax = 2_000_000;
const nameEffects = { same: 6, alike: 3, other: 0, different: -5 } as const;
const nameThresholds = { same: 0.95, alike: 0.85, other: 0.6 } as const;
/**
 * Upper bound of the similarity of two words that differ in spelling and in sound: seven letters, one changed
 * (names.ts).
 */
const unequalWordMax = 6 / 7;
/** Matches shown per submission, the heaviest. */
export const matchesKeptMax = 10;
const yearDays = 365;

export type Feature = { readonly name: string; readonly value: string | number; readonly effect: number };

export type Match = {
  readonly submissionKey: string;
  readonly weight: number;
  readonly features: readonly Feature[];
  readonly isKnown: boolean;
  readonly status: string | undefined;
  /** From one producer a copy; from two producers a conflict that a person must clear. */
  readonly isSameProducer: boolean;
};

/** Clearance of one submission against earlier ones. Heaviest first. */
export type Clearance = {
  readonly duplicates: readonly Match[];
  readonly possible: readonly Match[];
  /** Later submissions by other producers of the same account. */
  readonly laterConflicts: readonly string[];
};

export type ClearanceResult = {
  readonly bySubmission: ReadonlyMap<string, Clearance>;
  /** Blocks in which some submission was compared with the first members only. */
  readonly crowdedBlocks: number;
  /** The bound ended the comparison: later pairs were not compared. */
  readonly isCut: boolean;
};

/** The comparable features of two insureds; `undefined` = not stated on one side. */
export type PairFeatures = {
  readonly isFeinEqual: boolean | undefined;
  readonly nameSimilarity: number | undefined;
  readonly isAddressEqual: boolean;
  readonly isPhoneEqual: boolean;
  readonly isDomainEqual: boolean;
  readonly isZipEqual: boolean;
};

/** The weight of a pair and its parts (TRI-22 to TRI-26). */
export function weighPair(pair: PairFeatures): { readonly weight: number; readonly features: readonly Feature[] } {
  const features: Feature[] = [];
  if (pair.isFeinEqual === true) features.push({ name: "fein", value: "equal", effect: 10 });
  if (pair.isFeinEqual === false) features.push({ name: "fein", value: "differs", effect: -6 });
  if (pair.nameSimilarity !== undefined) {
    features.push({
      name: "name",
      value: roundHalfAwayFromZero(pair.nameSimilarity, 2),
      effect: nameEffect(pair.nameSimilarity),
    });
  }
  if (pair.isAddressEqual) features.push({ name: "address", value: "equal", effect: 4 });
  if (pair.isPhoneEqual) features.push({ name: "phone", value: "equal", effect: 3 });
  // Phone and domain are one means of contact, counted once.
  else if (pair.isDomainEqual) features.push({ name: "domain", value: "equal", effect: 3 });
  if (pair.isZipEqual) features.push({ name: "zip", value: "equal", effect: 1 });
  return { weight: features.reduce((sum, { effect }) => sum + effect, 0), features };
}

/**
 * TRI-21. Each submission is compared with the known rows and with submissions received before it: of a pair the later
 * one is the copy. Only pairs that share a block, a line and a time are weighed. Endorsements and service requests
 * repeat an insured by nature, so they are compared with their own kind only and are at most possible duplicates.
 */
export function clearSubmissions(
  submissions: readonly Submission[],
  known: readonly KnownSubmission[],
  clearance: Settings["clearance"],
  comparedWordsMax: number = wordPairsMax,
): ClearanceResult {
  const knownBlocks = inBlocks(known);
  const queueBlocks = inBlocks(submissions);
  const crowded = { known: new Set<string>(), queue: new Set<string>() };
  const bySubmission = new Map<string, Clearance>();
  const laterConflicts = new Map<string, string[]>();
  let wordPairs = 0;
  let isCut = false;

  for (const [index, submission] of submissions.entries()) {
    const blocks = blocksOf(submission.identity);
    const isRequest = submission.kind === "endorsement" || submission.kind === "service";
    const duplicates: Match[] = [];
    const possible: Match[] = [];
    const note = (match: Match): void => {
      if (match.weight >= clearance.duplicate && !isRequest) duplicates.push(match);
      else if (match.weight >= clearance.possible) possible.push(match);
    };
    // Comparing names is expensive: skip it where the pair could not become a possible duplicate.
    const weigh = (other: InsuredIdentity): ReturnType<typeof weighPair> | "too_light" | "cut" => {
      const others = compareOthers(submission.identity, other);
      const { weight } = weighPair(others);
      if (weight + nameEffects.same < clearance.possible) return "too_light";
      const needsSameName = weight + nameEffects.alike < clearance.possible;
      if (needsSameName && !mayBeSameName(submission.identity, other)) return "too_light";
      wordPairs += costOf(submission.identity, other);
      if (wordPairs > comparedWordsMax) {
        isCut = true;
        return "cut";
      }
      return weighPair({ ...others, nameSimilarity: similarityOf(submission.identity, other) });
    };

    if (!isRequest) {
      for (const position of candidatesIn(blocks, knownBlocks, known.length, crowded.known)) {
        const other = known[position];
        if (other === undefined || other.key === submission.key || !mayBeOne(submission, other, false, clearance))
          continue;
        const weighed = weigh(other.identity);
        if (weighed === "cut") break;
        if (weighed === "too_light") continue;
        const isSameProducer = other.producerKey === submission.producer.key;
        note({ submissionKey: other.key, ...weighed, isKnown: true, status: other.status, isSameProducer });
      }
    }
    for (const position of candidatesIn(blocks, queueBlocks, index, crowded.queue)) {
      const other = submissions[position];
      if (other === undefined || !isComparableKind(submission, other)) continue;
      if (!mayBeOne(submission, other, other.kind === "renewal", clearance)) continue;
      const weighed = weigh(other.identity);
      if (weighed === "cut") break;
      if (weighed === "too_light") continue;
      const isSameProducer = other.producer.key === submission.producer.key;
      note({ submissionKey: other.key, ...weighed, isKnown: false, status: undefined, isSameProducer });
      if (weighed.weight >= clearance.duplicate && !isSameProducer && !isRequest) {
        const later = laterConflicts.get(other.key);
        if (later === undefined) laterConflicts.set(other.key, [submission.key]);
        else if (later.length < matchesKeptMax) later.push(submission.key);
      }
    }
    bySubmission.set(submission.key, {
      duplicates: heaviest(duplicates),
      possible: heaviest(possible),
      laterConflicts: [],
    });
  }
  for (const [key, later] of laterConflicts) {
    const own = bySubmission.get(key);
    if (own !== undefined) bySubmission.set(key, { ...own, laterConflicts: later });
  }
  return { bySubmission, crowdedBlocks: crowded.known.size + crowded.queue.size, isCut };
}

/** A match as the queue shows it. */
export function writeMatch({ submissionKey, weight, features }: Match): JsonObject {
  return { submission_key: submissionKey, weight, features: features.map((feature) => ({ ...feature })) };
}

function nameEffect(similarity: number): number {
  if (similarity >= nameThresholds.same) return nameEffects.same;
  if (similarity >= nameThresholds.alike) return nameEffects.alike;
  return similarity < nameThresholds.other ? nameEffects.different : nameEffects.other;
}

/** Every feature but the name. */
function compareOthers(a: InsuredIdentity, b: InsuredIdentity): PairFeatures {
  return {
    isFeinEqual: a.fein === undefined || b.fein === undefined ? undefined : a.fein === b.fein,
    nameSimilarity: undefined,
    isAddressEqual: isEqual(a.addressKey, b.addressKey),
    isPhoneEqual: isEqual(a.phone, b.phone),
    isDomainEqual: isEqual(a.domain, b.domain),
    isZipEqual: isEqual(a.zip, b.zip),
  };
}

/** The lighter name is searched in the heavier one, so that the order of the two does not matter. */
function inOrderOfWeight(a: InsuredIdentity, b: InsuredIdentity): readonly [InsuredIdentity, InsuredIdentity] {
  const difference = a.nameWeight - b.nameWeight || byText(a.nameText, b.nameText);
  return difference <= 0 ? [a, b] : [b, a];
}

function similarityOf(a: InsuredIdentity, b: InsuredIdentity): number | undefined {
  if (a.name.tokens.length === 0 || b.name.tokens.length === 0) return undefined;
  if (a.nameText === b.nameText) return 1;
  const [lighter, heavier] = inOrderOfWeight(a, b);
  return preparedSimilarity(lighter.name, heavier.name);
}

/**
 * False only when the names cannot match: every word without an equal in sound costs at least a seventh of its weight.
 */
function mayBeSameName(a: InsuredIdentity, b: InsuredIdentity): boolean {
  if (a.nameText === b.nameText) return true;
  const [lighter, heavier] = inOrderOfWeight(a, b);
  let lost = 0;
  for (const { fold, weight } of lighter.name.tokens) {
    if (!heavier.nameFolds.has(fold)) lost += (1 - unequalWordMax) * weight;
  }
  return lighter.nameWeight - lost >= nameThresholds.same * lighter.nameWeight;
}

function costOf(a: InsuredIdentity, b: InsuredIdentity): number {
  return a.nameText === b.nameText ? 1 : a.name.tokens.length * b.name.tokens.length;
}

function isEqual(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && a === b;
}

/**
 * A common line, and effective dates near each other or, for a renewal, a year apart. An unknown date excludes nothing.
 */
function mayBeOne(
  submission: Submission,
  other: { readonly lines: readonly string[]; readonly effectiveDay: number | undefined },
  isOtherRenewal: boolean,
  { windowDays }: Settings["clearance"],
): boolean {
  if (!submission.lines.some((line) => other.lines.includes(line))) return false;
  if (submission.effectiveDay === undefined || other.effectiveDay === undefined) return true;
  const apart = Math.abs(submission.effectiveDay - other.effectiveDay);
  if (apart <= windowDays) return true;
  return (submission.kind === "renewal" || isOtherRenewal) && Math.abs(apart - yearDays) <= windowDays;
}

function isComparableKind(a: Submission, b: Submission): boolean {
  const isAccount = (kind: string): boolean => kind === "new" || kind === "renewal";
  return a.kind === b.kind || (isAccount(a.kind) && isAccount(b.kind));
}

function inBlocks(members: readonly { readonly identity: InsuredIdentity }[]): Map<string, number[]> {
  const blocks = new Map<string, number[]>();
  for (const [index, { identity }] of members.entries()) {
    for (const block of blocksOf(identity)) {
      const positions = blocks.get(block);
      if (positions === undefined) blocks.set(block, [index]);
      else positions.push(index);
    }
  }
  return blocks;
}

/**
 * Positions below `before` that share a block, each once, in order; the first 200 of each block. Larger blocks are
 * added to `crowded`.
 */
function candidatesIn(
  blocks: readonly string[],
  members: ReadonlyMap<string, readonly number[]>,
  before: number,
  crowded: Set<string>,
): readonly number[] {
  const found = new Set<number>();
  for (const block of blocks) {
    const positions = members.get(block);
    if (positions === undefined) continue;
    for (let index = 0; index < positions.length && index < blockMembersMax; index += 1) {
      const position = positions[index];
      if (position === undefined || position >= before) break;
      found.add(position);
    }
    if ((positions[blockMembersMax] ?? before) < before) crowded.add(block);
  }
  return [...found].sort((a, b) => a - b);
}

/** Of equal weights the earlier one leads: known rows, then by arrival. */
function heaviest(matches: readonly Match[]): readonly Match[] {
  return [...matches].sort((a, b) => b.weight - a.weight).slice(0, matchesKeptMax);
}
