import { matchesKeptMax } from "../output.ts";
import type { Settings } from "../settings.ts";
import { type Compared, isIdentified } from "./compared.ts";
import { InsuredComparison } from "./compare-insureds.ts";
import { InsuredCounts } from "./insured-counts.ts";
import { InsuredIndex } from "./insured-index.ts";
import type { ExistingSubmission, Submission } from "./submission.ts";

/** Pairs of words compared in one run: about a second for the worst names (a microsecond each, measured). */
const wordPairsMax = 1_000_000;
const yearDays = 365;

export type Match = {
  readonly submissionKey: string;
  readonly weight: number;
  readonly compared: readonly Compared[];
  readonly isExisting: boolean;
  readonly status: string | undefined;
  /** From one producer a copy; from two producers a conflict that a person must clear. */
  readonly isSameProducer: boolean;
  /** Something says that they are two insureds (TRI-109). */
  readonly isContradicted: boolean;
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
  /** Groups of insureds equal in all that is stated, or in their tax number, of which the first members were compared. */
  readonly crowdedGroups: number;
  /** The bound ended the comparison: later pairs were not compared. */
  readonly isCut: boolean;
};

/**
 * TRI-80, TRI-81. Each submission is compared with the known rows and with submissions received before it: of a pair the later
 * one is the copy. Only pairs that share a key, a line and a time are weighed. Endorsements and service
 * requests repeat an insured by nature, so they are compared with their own kind only and are at most possible
 * duplicates; so is a pair that something contradicts (TRI-109). One without a name is nobody's (TRI-105).
 */
export function clearSubmissions(
  submissions: readonly Submission[],
  existing: readonly ExistingSubmission[],
  clearance: Settings["clearance"],
  comparedWordsMax: number = wordPairsMax,
): ClearanceResult {
  const own = new Set(submissions.map(({ key }) => key));
  // A known row of the same key is the submission itself: it is neither compared nor counted.
  const earlier = existing.filter(({ key }) => !own.has(key));
  const identities = [...earlier, ...submissions].map(({ identity }) => identity);
  const counts = new InsuredCounts(identities);
  const run: Clearing = {
    submissions,
    existing: earlier,
    clearance,
    comparison: new InsuredComparison(counts, clearance.possible, comparedWordsMax),
    index: new InsuredIndex(identities, counts),
  };
  const bySubmission = new Map<string, Clearance>();
  const laterConflicts = new Map<string, string[]>();
  for (const [position, submission] of submissions.entries()) {
    const isRequest = isServiceRequest(submission);
    const matches = matchesOf(run, submission, position);
    const isDuplicate = ({ weight, isContradicted }: Match): boolean =>
      weight >= clearance.duplicate && !isContradicted && !isRequest;
    bySubmission.set(submission.key, {
      duplicates: heaviest(matches.filter(isDuplicate)),
      possible: heaviest(matches.filter((match) => !isDuplicate(match) && match.weight >= clearance.possible)),
      laterConflicts: [],
    });
    for (const match of matches) {
      if (match.isExisting || match.isSameProducer || !isDuplicate(match)) continue;
      const later = laterConflicts.get(match.submissionKey);
      if (later === undefined) laterConflicts.set(match.submissionKey, [submission.key]);
      else if (later.length < matchesKeptMax) later.push(submission.key);
    }
  }
  for (const [key, later] of laterConflicts) {
    const own = bySubmission.get(key);
    if (own !== undefined) bySubmission.set(key, { ...own, laterConflicts: later });
  }
  return { bySubmission, crowdedGroups: run.index.crowdedGroups, isCut: run.comparison.isCut };
}

/** What one run of clearance compares. In the index the known rows come first, then the queue as it was received. */
type Clearing = {
  readonly submissions: readonly Submission[];
  readonly existing: readonly ExistingSubmission[];
  readonly clearance: Settings["clearance"];
  readonly comparison: InsuredComparison;
  readonly index: InsuredIndex;
};

/** Known rows and submissions received before this one that may be the same account, in that order. */
function matchesOf(
  { submissions, existing, clearance, comparison, index }: Clearing,
  submission: Submission,
  position: number,
): Match[] {
  const matches: Match[] = [];
  for (const candidate of index.candidatesBefore(existing.length + position)) {
    const existingOther = existing[candidate];
    const other = existingOther ?? submissions[candidate - existing.length];
    if (other === undefined || !isComparable(submission, existingOther, other)) continue;
    if (!mayBeOne(submission, other, "kind" in other && other.kind === "renewal", clearance)) continue;
    const weighed = comparison.weigh(submission.identity, other.identity);
    if (weighed === "cut") break;
    if (weighed === "too_light" || !isIdentified(weighed.compared)) continue;
    const producerKey = "producer" in other ? other.producer.key : other.producerKey;
    matches.push({
      submissionKey: other.key,
      ...weighed,
      isExisting: existingOther !== undefined,
      status: existingOther?.status,
      isSameProducer: producerKey === submission.producer.key,
    });
  }
  return matches;
}

function isServiceRequest({ kind }: Submission): boolean {
  return kind === "endorsement" || kind === "service";
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

/** Known rows are accounts. */
function isComparable(
  submission: Submission,
  existing: ExistingSubmission | undefined,
  other: ExistingSubmission | Submission,
): boolean {
  if (existing !== undefined || !("kind" in other)) return !isServiceRequest(submission);
  return submission.kind === other.kind || (!isServiceRequest(submission) && !isServiceRequest(other));
}

/** Of equal weights the earlier one leads: known rows, then by arrival. */
function heaviest(matches: readonly Match[]): readonly Match[] {
  return [...matches].sort((a, b) => b.weight - a.weight).slice(0, matchesKeptMax);
}
