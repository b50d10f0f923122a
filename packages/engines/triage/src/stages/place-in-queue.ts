import { type EvidenceCollector, type EvidenceSource, fromCents, listInWords } from "@service/engine-kit";
import { byText, clipped } from "@service/json";
import { actions } from "../codes.ts";
import { dateAt, dayMillis, hourMillis } from "./instants.ts";
import { isHeld, type Judged, type QueueEntry } from "./queue-entry.ts";
import type { Assignment, Desk } from "./route-submissions.ts";
import type { TriageInput } from "./submission.ts";
import { wanted } from "./wording.ts";

const becauseMax = 8;
const becauseChars = 200;
const shownMissingMax = 4;

/** Highest priority first, unranked last; among equals workable ones first, then the one that has waited longest. */
export function byPriority(a: Judged, b: Judged): number {
  return (
    (b.priority.score ?? -1) - (a.priority.score ?? -1) ||
    actions.indexOf(a.action) - actions.indexOf(b.action) ||
    a.submission.receivedMillis - b.submission.receivedMillis ||
    byText(a.submission.key, b.submission.key)
  );
}

export function placeInQueue(
  judged: Judged,
  position: number,
  desk: Desk,
  evidence: EvidenceCollector,
  input: TriageInput,
): QueueEntry {
  // A copy waits for its original and takes nobody's capacity.
  const assignment: Assignment = isHeld(judged.action)
    ? { route: judged.route, assignee: undefined, note: "not_assignable" }
    : desk.assign(judged.submission, judged.route);
  const ids = evidence.add(evidenceOf(judged));
  const { readiness, priority, submission, route } = judged;
  const ageing = readiness.nextChangeDay === undefined ? undefined : readiness.nextChangeDay * dayMillis;
  const changes = [ageing, priority.nextChangeMillis].filter((millis) => millis !== undefined);
  return {
    ...judged,
    position,
    assignment,
    slaDueMillis: submission.receivedMillis + route.slaHours * hourMillis,
    nextRescoreMillis: changes.length === 0 ? undefined : Math.max(input.asOfMillis, Math.min(...changes)),
    because: becauseOf(judged, assignment),
    evidenceIds: ids === undefined ? [] : [ids],
  };
}

/** The facts of a place, as one piece of evidence per submission: five hundred of them stay within the bound. */
function evidenceOf({ submission }: Judged): EvidenceSource {
  const { producer, deadline, premiumCents, naics, state } = submission;
  return {
    kind: "fact",
    ref: { fact: `submissions[${submission.key}]` },
    value: {
      kind: submission.kind,
      lines: submission.lines,
      producer_key: producer.key,
      ...(producer.tier === undefined ? {} : { producer_tier: producer.tier }),
      ...(producer.bindRate === undefined ? {} : { producer_bind_rate: producer.bindRate }),
      ...(premiumCents === undefined ? {} : { premium: fromCents(premiumCents) }),
      ...(naics === undefined ? {} : { naics }),
      ...(state === undefined ? {} : { state }),
      ...(deadline === undefined ? {} : { deadline: `${deadline.kind} ${dateAt(deadline.day * dayMillis)}` }),
      documents: [...new Set(submission.documents.map(({ kind }) => kind))].sort(byText),
    },
  };
}

/** Reasons for the action and the place: the deciding ones first, then those that raise it (TRI-63). */
function becauseOf(judged: Judged, assignment: Assignment): string[] {
  const { clearance, fit, readiness, priority, action } = judged;
  const reasons: string[] = [];
  const [match] = clearance.duplicates;
  if (action === "hold_duplicate" && match !== undefined)
    reasons.push(`It is a copy of submission ${match.submissionKey}`);
  if (action === "clearance" && match !== undefined) {
    reasons.push(`Another producer has sent the account as submission ${match.submissionKey}`);
  }
  const [later] = clearance.laterConflicts;
  if (later !== undefined && match === undefined) {
    reasons.push(`Another producer has sent the account later as submission ${later}`);
  }
  const [possible] = clearance.possible;
  if (match === undefined && possible !== undefined) {
    reasons.push(`It may be the account of submission ${possible.submissionKey}`);
  }
  if (action === "decline_candidate" || action === "specialist") reasons.push(...fit.reasons.slice(0, 2));
  if (action === "chase_info" && readiness.missing.length > 0) {
    reasons.push(`It still needs: ${listInWords(readiness.missing.map(wanted), shownMissingMax)}`);
  }
  const moving = ["urgency", "relationship", "value"].flatMap((name) =>
    priority.parts.filter(({ dimension, utility }) => dimension === name && utility !== undefined),
  );
  reasons.push(...moving.map(({ because }) => because));
  if (assignment.note === "capacity_exhausted") reasons.push("Everybody who may take it at its own desk is full");
  if (assignment.note === "nobody_eligible") reasons.push("Nobody at its desk may take it");
  return reasons.slice(0, becauseMax).map((reason) => clipped(reason, becauseChars));
}
