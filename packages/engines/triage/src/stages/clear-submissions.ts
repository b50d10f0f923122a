import { type Feature, matchesKeptMax, type WrittenMatch } from "../output.ts";
import type { Settings } from "../settings.ts";
import { InsuredComparison } from "./compare-insureds.ts";
import { blocksOf, type InsuredIdentity } from "./insured-identity.ts";
import type { KnownSubmission, Submission } from "./submission.ts";

/** Members of a block that a submission is compared with, counted apart for the queue and for known rows (TRI-32). */
const blockMembersMax = 200;
/** Pairs of words compared in one run: under three seconds for the worst names (1.3 microseconds each, measured). */
const wordPairsMax = 2_000_000;
const yearDays = 365;

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
  const compared: Compared = {
    submissions,
    known,
    clearance,
    comparison: new InsuredComparison(clearance.possible, comparedWordsMax),
    knownBlocks: inBlocks(known),
    queueBlocks: inBlocks(submissions),
    crowded: { known: new Set(), queue: new Set() },
  };
  const bySubmission = new Map<string, Clearance>();
  const laterConflicts = new Map<string, string[]>();
  for (const [index, submission] of submissions.entries()) {
    const isRequest = isServiceRequest(submission);
    const matches = [
      ...(isRequest ? [] : matchesAmongKnown(compared, submission)),
      ...matchesAmongEarlier(compared, submission, index),
    ];
    const isDuplicate = ({ weight }: Match): boolean => weight >= clearance.duplicate && !isRequest;
    bySubmission.set(submission.key, {
      duplicates: heaviest(matches.filter(isDuplicate)),
      possible: heaviest(matches.filter((match) => !isDuplicate(match) && match.weight >= clearance.possible)),
      laterConflicts: [],
    });
    for (const match of matches) {
      if (match.isKnown || match.isSameProducer || !isDuplicate(match)) continue;
      const later = laterConflicts.get(match.submissionKey);
      if (later === undefined) laterConflicts.set(match.submissionKey, [submission.key]);
      else if (later.length < matchesKeptMax) later.push(submission.key);
    }
  }
  for (const [key, later] of laterConflicts) {
    const own = bySubmission.get(key);
    if (own !== undefined) bySubmission.set(key, { ...own, laterConflicts: later });
  }
  const { crowded, comparison } = compared;
  return { bySubmission, crowdedBlocks: crowded.known.size + crowded.queue.size, isCut: comparison.isCut };
}

/** What one run of clearance compares. */
type Compared = {
  readonly submissions: readonly Submission[];
  readonly known: readonly KnownSubmission[];
  readonly clearance: Settings["clearance"];
  readonly comparison: InsuredComparison;
  readonly knownBlocks: ReadonlyMap<string, readonly number[]>;
  readonly queueBlocks: ReadonlyMap<string, readonly number[]>;
  readonly crowded: { readonly known: Set<string>; readonly queue: Set<string> };
};

function isServiceRequest({ kind }: Submission): boolean {
  return kind === "endorsement" || kind === "service";
}

/** Known rows that may be the same account, in their order. */
function matchesAmongKnown(compared: Compared, submission: Submission): Match[] {
  const { known, clearance, comparison } = compared;
  const matches: Match[] = [];
  const blocks = blocksOf(submission.identity);
  for (const position of candidatesIn(blocks, compared.knownBlocks, known.length, compared.crowded.known)) {
    const other = known[position];
    if (other === undefined || other.key === submission.key || !mayBeOne(submission, other, false, clearance)) continue;
    const weighed = comparison.weigh(submission.identity, other.identity);
    if (weighed === "cut") break;
    if (weighed === "too_light") continue;
    const isSameProducer = other.producerKey === submission.producer.key;
    matches.push({ submissionKey: other.key, ...weighed, isKnown: true, status: other.status, isSameProducer });
  }
  return matches;
}

/** Submissions received before this one that may be the same account, in the order in which they were received. */
function matchesAmongEarlier(compared: Compared, submission: Submission, before: number): Match[] {
  const { submissions, clearance, comparison } = compared;
  const matches: Match[] = [];
  const blocks = blocksOf(submission.identity);
  for (const position of candidatesIn(blocks, compared.queueBlocks, before, compared.crowded.queue)) {
    const other = submissions[position];
    if (other === undefined || !isComparableKind(submission, other)) continue;
    if (!mayBeOne(submission, other, other.kind === "renewal", clearance)) continue;
    const weighed = comparison.weigh(submission.identity, other.identity);
    if (weighed === "cut") break;
    if (weighed === "too_light") continue;
    const isSameProducer = other.producer.key === submission.producer.key;
    matches.push({ submissionKey: other.key, ...weighed, isKnown: false, status: undefined, isSameProducer });
  }
  return matches;
}

/** A match as the queue shows it. */
export function writeMatch({ submissionKey, weight, features }: Match): WrittenMatch {
  return { submission_key: submissionKey, weight, features };
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
