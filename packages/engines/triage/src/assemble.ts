import { type EvidenceCollector, fromCents } from "@service/engine-kit";
import { byText, clipped, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import { writeMatch } from "./stages/clear-submissions.ts";
import { type Finding, writeFinding } from "./stages/finding.ts";
import { instantOf } from "./stages/instants.ts";
import type { Market } from "./stages/market.ts";
import { missingOf } from "./stages/missing-items.ts";
import { isHeld, type QueueEntry } from "./stages/queue-entry.ts";
import { writeParts } from "./stages/score-priority.ts";
import type { Action } from "./codes.ts";
import type { TriageOutput, WrittenEntry } from "./output.ts";
import type { Settings } from "./settings.ts";
import type { TriageInput } from "./stages/submission.ts";
import { amount, counted, words } from "./stages/wording.ts";

/** Results of the stages, before the output is written. */
export type Answer = {
  readonly input: TriageInput;
  readonly settings: Settings;
  readonly pack: TriageOutput["provenance"]["pack"];
  readonly market: Market | undefined;
  readonly entries: readonly QueueEntry[];
  readonly findings: readonly Finding[];
  readonly evidence: EvidenceCollector;
};

const narratedEntriesMax = 3;
const missingPathsMax = 200;

/** The `output` of a run (TYPE-39, TRI-60). */
export function assembleOutput(answer: Answer): TriageOutput {
  const { input, settings, entries, findings, evidence, market } = answer;
  const countOf = (action: Action): number => entries.filter((entry) => entry.action === action).length;
  const headline = headlineOf(entries, countOf);
  const valueCents = entries.reduce(
    (sum, { action, submission }) => sum + (isHeld(action) ? 0 : (submission.premiumCents ?? 0)),
    0,
  );
  return {
    schema_version: 1,
    engine_type: "triage",
    as_of: input.asOf,
    subject: { kind: "queue", key: input.queueKey, label: input.queueKey },
    headline,
    summary: {
      received: entries.length,
      by_action: {
        work_now: countOf("work_now"),
        chase_info: countOf("chase_info"),
        specialist: countOf("specialist"),
        queue: countOf("queue"),
        clearance: countOf("clearance"),
        hold_duplicate: countOf("hold_duplicate"),
        decline_candidate: countOf("decline_candidate"),
      },
      by_route: Object.fromEntries(settings.routes.map(({ key }) => [key, countOnRoute(entries, key)])),
      unassigned: entries.filter(({ assignment }) => assignment.assignee === undefined).length,
      duplicates: entries.filter(({ clearance }) => clearance.duplicates.length > 0).length,
      value_in_queue: fromCents(valueCents),
    },
    queue: entries.map(writeEntry),
    findings: findings.map(writeFinding),
    evidence: evidence.list(),
    quality: qualityOf(entries),
    narrative: templateNarrative(narrate(answer, headline, fromCents(valueCents))),
    provenance: {
      pack: answer.pack,
      datasets:
        market === undefined
          ? []
          : [
              {
                dataset_key: market.dataset.datasetKey,
                version: market.dataset.version,
                sha256: market.dataset.sha256,
              },
            ],
      heads: null,
      truncated: evidence.isTruncated,
    },
  };
}

function countOnRoute(entries: readonly QueueEntry[], routeKey: string): number {
  return entries.filter(({ assignment }) => assignment.route.key === routeKey).length;
}

function writeEntry(entry: QueueEntry): WrittenEntry {
  const { clearance, priority, assignment } = entry;
  return {
    position: entry.position,
    submission_key: entry.submission.key,
    action: entry.action,
    route_key: assignment.route.key,
    ...(assignment.assignee === undefined ? {} : { assignee: assignment.assignee }),
    sla_due_at: instantOf(entry.slaDueMillis),
    scores: {
      priority: priority.score ?? null,
      readiness: entry.readiness.score,
      fit: entry.fit.score ?? null,
    },
    confidence: priority.confidence,
    because: entry.because,
    missing_items: missingOf(entry).slice(0, missingPathsMax),
    ...(clearance.duplicates.length === 0 ? {} : { duplicate_of: clearance.duplicates.map(writeMatch) }),
    ...(clearance.possible.length === 0 ? {} : { possible_duplicates: clearance.possible.map(writeMatch) }),
    breakdown: writeParts(priority.parts),
    next_rescore_at: entry.nextRescoreMillis === undefined ? null : instantOf(entry.nextRescoreMillis),
    evidence_ids: entry.evidenceIds,
  };
}

/** Three facts of priority and the required facts of readiness, over all submissions; each path once. */
function qualityOf(entries: readonly QueueEntry[]): TriageOutput["quality"] {
  let known = 0;
  let needed = 0;
  let confidence = 0;
  const missing = new Set<string>();
  for (const { priority, readiness, fit } of entries) {
    needed += 3 + readiness.factsNeeded;
    known += 3 - priority.missing.length + readiness.factsKnown;
    confidence += priority.confidence;
    for (const path of [...priority.missing, ...fit.missing]) missing.add(path);
    for (const { kind, key } of readiness.missing) if (kind === "fact") missing.add(key);
  }
  return {
    confidence: roundHalfAwayFromZero(entries.length === 0 ? 0 : confidence / entries.length, 4),
    facts_known: known,
    facts_needed: needed,
    missing: [...missing].sort(byText).slice(0, missingPathsMax),
  };
}

function headlineOf(entries: readonly QueueEntry[], countOf: (action: Action) => number): string {
  const phrases: readonly (readonly [Action, string])[] = [
    ["work_now", "to work now"],
    ["specialist", "for a specialist"],
    ["chase_info", "waiting for information"],
    ["clearance", "to clear"],
    ["hold_duplicate", "held as duplicates"],
    ["decline_candidate", "outside the appetite"],
    ["queue", "in the queue"],
  ];
  const parts = phrases.flatMap(([action, words]) => (countOf(action) === 0 ? [] : [`${countOf(action)} ${words}`]));
  return clipped(`${counted(entries.length, "submission", "submissions")}: ${parts.join(", ")}`, 200);
}

/** The state of the queue, its first places, and its obstacles. */
function narrate({ entries, findings }: Answer, headline: string, value: number): readonly NarrativeSentence[] {
  const basis = entries.slice(0, narratedEntriesMax).flatMap(({ evidenceIds }) => evidenceIds);
  const conflicts = findings.filter(({ rule }) => rule === "clearance_conflict").slice(0, narratedEntriesMax);
  return [
    { text: `${headline}.`, evidenceIds: basis },
    { text: `The premium in the queue is ${amount(value)}.`, evidenceIds: basis },
    ...entries.slice(0, narratedEntriesMax).map(({ position, submission, action, priority, because, evidenceIds }) => ({
      text: `Place ${position} is ${submission.key} (${words(action)}${priority.score === undefined ? "" : `, priority ${priority.score}`}): ${because.join(", ")}.`,
      evidenceIds,
    })),
    ...conflicts.map(({ title, evidenceIds }) => ({ text: `${title}.`, evidenceIds })),
  ];
}
