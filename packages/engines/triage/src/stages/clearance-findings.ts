import { counted, type EvidenceCollector, paragraph } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { Match } from "./clear-submissions.ts";
import { detailChars, type Finding, findingAbout } from "./finding.ts";
import { comparisonInSentences, featuresOf } from "./match-words.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { insuredLabel, submissionLabel } from "./wording.ts";

/** Matches that a detail describes; the queue holds more. */
const describedMax = 2;

/** What clearance found: a copy, the account of another producer, or what may be either (TRI-65, TRI-66, TRI-67). */
export function clearanceFindings(entry: QueueEntry, evidence: EvidenceCollector, sureFrom: number): Finding[] {
  const { submission, clearance } = entry;
  const { duplicates, possible } = clearance;
  const copies = duplicates.filter(({ isSameProducer }) => isSameProducer);
  const conflicts = duplicates.filter(({ isSameProducer }) => !isSameProducer);
  const label = insuredLabel(submission.insuredName);
  const found: Finding[] = [];
  if (copies.length > 0) {
    const detail = describe(`${submissionLabel(submission)} is a copy of ${nameMatches(copies)}.`, copies, sureFrom);
    found.push(
      findingAbout(entry, "clearance_duplicate", {
        severity: "medium",
        status: "conflict",
        title: `${label} is a copy of ${nameMatches(copies)}`,
        detail,
        // What is known already may be declined or bound: nobody works it by this queue.
        recommendation: copies.every(({ isExisting }) => isExisting)
          ? "Hold it and look at what became of the earlier one before working it."
          : "Hold it and work the earlier one; add to that what the copy brings.",
        evidenceIds: matchEvidence(entry, copies, evidence),
        workItem: { kind: "review_match", title: `Confirm that ${label} is a copy of ${nameMatches(copies)}` },
      }),
    );
  }
  if (conflicts.length > 0) {
    const detail = describe(
      `${submissionLabel(submission)} was sent before by another producer as ${nameMatches(conflicts)}.`,
      conflicts,
      sureFrom,
    );
    found.push(
      findingAbout(entry, "clearance_conflict", {
        severity: "high",
        status: "conflict",
        title: `${label} was sent before by another producer as ${nameMatches(conflicts)}`,
        detail,
        recommendation: "Clear which producer holds the account before any work on it.",
        evidenceIds: matchEvidence(entry, conflicts, evidence),
        workItem: { kind: "review_match", title: `Clear ${label} against ${nameMatches(conflicts)}` },
      }),
    );
  }
  if (possible.length > 0 && duplicates.length === 0) {
    const detail = describe(
      `${submissionLabel(submission)} may be the account of ${nameMatches(possible)}.`,
      possible,
      sureFrom,
    );
    found.push(
      findingAbout(entry, "clearance_possible", {
        severity: "low",
        status: "review",
        title: `${label} may be the account of ${nameMatches(possible)}`,
        detail,
        recommendation: "Compare the two submissions.",
        confidence: 0.6,
        evidenceIds: matchEvidence(entry, possible, evidence),
        workItem: { kind: "review_match", title: `Compare ${label} with ${nameMatches(possible)}` },
      }),
    );
  }
  return found;
}

function nameMatches(matches: readonly Match[]): string {
  const [first] = matches;
  const rest = matches.length - 1;
  const named = `submission ${first?.submissionKey ?? ""}`;
  return rest > 0 ? `${named} and ${counted(rest, "other")}` : named;
}

function describe(opening: string, matches: readonly Match[], sureFrom: number): string {
  const rest = matches.length - describedMax;
  const more = rest > 0 ? `${counted(rest, "more submission")} ${rest === 1 ? "is" : "are"} alike.` : undefined;
  // What does not fit is left out whole; keys may have 128 characters.
  const described = matches.slice(0, describedMax).map((match) => describeMatch(match, sureFrom));
  const texts = described.map((_, count) => paragraph(opening, ...described.slice(0, described.length - count), more));
  return texts.find(({ length }) => length <= detailChars) ?? opening;
}

/** What agrees, what differs and the weight. */
function describeMatch({ submissionKey, weight, compared, status }: Match, sureFrom: number): string {
  return paragraph(
    status === undefined
      ? `Submission ${submissionKey} is in this queue.`
      : `Submission ${submissionKey} has the status "${status.replaceAll('"', "'")}".`,
    comparisonInSentences(compared, `Beside submission ${submissionKey}`),
    `What agrees and differs adds up to ${weight} points for submission ${submissionKey}; with ${sureFrom} or more the insured is taken as the same.`,
  );
}

/** The heaviest match is evidence; the others are similar. */
function matchEvidence(entry: QueueEntry, matches: readonly Match[], evidence: EvidenceCollector): readonly string[] {
  const [match] = matches;
  if (match === undefined) return entry.evidenceIds;
  const value: JsonObject = {
    weight: match.weight,
    features: featuresOf(match.compared).map((feature) => ({ ...feature })),
  };
  const id = evidence.add({ kind: "fact", ref: { fact: `submissions[${match.submissionKey}]` }, value });
  return id === undefined ? entry.evidenceIds : [...entry.evidenceIds, id];
}
