import type { EvidenceCollector } from "@service/engine-kit";
import { clipped, type JsonObject } from "@service/json";
import type { Match } from "./clear-submissions.ts";
import { type Finding, findingAbout, type WorkItemDraft } from "./finding.ts";
import type { QueueEntry } from "./queue-entry.ts";
import { counted } from "./wording.ts";

/** What clearance found: a copy, the account of another producer, or what may be either (TRI-65, TRI-66, TRI-67). */
export function clearanceFindings(entry: QueueEntry, evidence: EvidenceCollector): Finding[] {
  const { submission, clearance } = entry;
  const { duplicates, possible } = clearance;
  const copies = duplicates.filter(({ isSameProducer }) => isSameProducer);
  const conflicts = duplicates.filter(({ isSameProducer }) => !isSameProducer);
  const found: Finding[] = [];
  if (copies.length > 0) {
    found.push(
      findingAbout(entry, "clearance_duplicate", {
        severity: "medium",
        status: "conflict",
        title: `${submission.key} repeats ${nameMatches(copies)}`,
        detail: copies.map(describeMatch).join("; "),
        recommendation: "Hold it and work the earlier one; join what the copy adds",
        evidenceIds: matchEvidence(entry, copies, evidence),
        workItem: review(`Confirm that ${submission.key} repeats ${nameMatches(copies)}`, copies),
      }),
    );
  }
  if (conflicts.length > 0) {
    found.push(
      findingAbout(entry, "clearance_conflict", {
        severity: "high",
        status: "conflict",
        title: `${submission.key} is the account of ${nameMatches(conflicts)} from another producer`,
        detail: conflicts.map(describeMatch).join("; "),
        recommendation: "Clear which producer holds the account before any work",
        evidenceIds: matchEvidence(entry, conflicts, evidence),
        workItem: review(`Clear ${submission.key} against ${nameMatches(conflicts)}`, conflicts),
      }),
    );
  }
  if (possible.length > 0 && duplicates.length === 0) {
    found.push(
      findingAbout(entry, "clearance_possible", {
        severity: "low",
        status: "review",
        title: `${submission.key} may be the account of ${nameMatches(possible)}`,
        detail: possible.map(describeMatch).join("; "),
        recommendation: "Compare the two submissions",
        confidence: 0.6,
        evidenceIds: matchEvidence(entry, possible, evidence),
        workItem: review(`Compare ${submission.key} with ${nameMatches(possible)}`, possible),
      }),
    );
  }
  return found;
}

function review(title: string, matches: readonly Match[]): WorkItemDraft {
  return {
    kind: "review_match",
    title: clipped(title, 160),
    detail: clipped(matches.map(describeMatch).join("; "), 1000),
  };
}

function nameMatches(matches: readonly Match[]): string {
  const [first] = matches;
  const rest = matches.length - 1;
  return rest > 0
    ? `${first?.submissionKey ?? ""} and ${counted(rest, "other", "others")}`
    : (first?.submissionKey ?? "");
}

function describeMatch({ submissionKey, weight, features, status }: Match): string {
  const listed = features.map(({ name, value }) => (name === "name" ? `name ${value}` : `${name} ${value}`)).join(", ");
  return `${submissionKey}${status === undefined ? "" : ` (${status})`}: weight ${weight}, ${listed}`;
}

/** The heaviest match is evidence; the others are similar. */
function matchEvidence(entry: QueueEntry, matches: readonly Match[], evidence: EvidenceCollector): readonly string[] {
  const [match] = matches;
  if (match === undefined) return entry.evidenceIds;
  const value: JsonObject = {
    weight: match.weight,
    features: match.features.map((feature) => ({ ...feature })),
  };
  const id = evidence.add({ kind: "fact", ref: { fact: `submissions[${match.submissionKey}]` }, value });
  return id === undefined ? entry.evidenceIds : [...entry.evidenceIds, id];
}
