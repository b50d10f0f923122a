import {
  counted,
  type EvidenceCollector,
  fromCents,
  listInWords,
  moneyInWords,
  paragraph,
  reasonsInWords,
} from "@service/engine-kit";
import { byText, clipped, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative, type NarrativeSentence } from "@service/models";
import { writeMatch } from "./stages/match-words.ts";
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
import { actionInWords, insuredLabel, submissionLabel } from "./stages/wording.ts";

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
const headlineChars = 200;
const missingPathsMax = 200;

/** The `output` of a run (TYPE-39, TRI-101). */
export function assembleOutput(answer: Answer): TriageOutput {
  const { input, settings, entries, findings, evidence, market } = answer;
  const countOf = (action: Action): number => entries.filter((entry) => entry.action === action).length;
  const headline = headlineOf(entries, countOf);
  const value = valueOf(entries);
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
      value_in_queue: value.premium ?? null,
      value_unknown: value.unknownCount,
    },
    queue: entries.map(writeEntry),
    findings: findings.map(writeFinding),
    evidence: evidence.list(),
    quality: qualityOf(entries),
    narrative: templateNarrative(narrate(answer, headline, value)),
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
    insured_name: insuredLabel(entry.submission.insuredName),
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
  let present = 0;
  let needed = 0;
  let confidence = 0;
  const missing = new Set<string>();
  for (const { priority, readiness, fit } of entries) {
    needed += 3 + readiness.factsNeeded;
    present += 3 - priority.missing.length + readiness.factsPresent;
    confidence += priority.confidence;
    for (const path of [...priority.missing, ...fit.missing]) missing.add(path);
    for (const { kind, key } of readiness.missing) if (kind === "fact") missing.add(key);
  }
  return {
    confidence: roundHalfAwayFromZero(entries.length === 0 ? 0 : confidence / entries.length, 4),
    facts_known: present,
    facts_needed: needed,
    missing: [...missing].sort(byText).slice(0, missingPathsMax),
  };
}

function headlineOf(entries: readonly QueueEntry[], countOf: (action: Action) => number): string {
  const order = [
    "work_now",
    "specialist",
    "chase_info",
    "clearance",
    "hold_duplicate",
    "decline_candidate",
    "queue",
  ] as const;
  const parts = order.flatMap((action) =>
    countOf(action) === 0 ? [] : [`${countOf(action)} ${actionInWords(action, countOf(action))}`],
  );
  return clipped(`The queue holds ${counted(entries.length, "submission")}: ${listInWords(parts)}`, headlineChars);
}

type QueueValue = {
  /** In units of the currency; `undefined` when no premium is known. */
  readonly premium: number | undefined;
  readonly unknownCount: number;
};

/** The premium of what is not held: unknown is never 0 (TRI-102). */
function valueOf(entries: readonly QueueEntry[]): QueueValue {
  const counted = entries.filter(({ action }) => !isHeld(action)).map(({ submission }) => submission.premiumCents);
  const stated = counted.filter((cents) => cents !== undefined);
  return {
    premium: stated.length === 0 ? undefined : fromCents(stated.reduce((sum, cents) => sum + cents, 0)),
    unknownCount: counted.length - stated.length,
  };
}

function valueInWords({ premium, unknownCount }: QueueValue): string {
  if (premium === undefined) return "No submission in the queue states a premium.";
  const total = `The premium in the queue is ${moneyInWords(premium)}`;
  if (unknownCount === 0) return `${total}.`;
  return `${total} as far as it is known; ${counted(unknownCount, "submission")} ${unknownCount === 1 ? "states" : "state"} none.`;
}

/** The state of the queue, its first places, and its obstacles. */
function narrate({ entries, findings }: Answer, headline: string, value: QueueValue): readonly NarrativeSentence[] {
  const basis = entries.slice(0, narratedEntriesMax).flatMap(({ evidenceIds }) => evidenceIds);
  const conflicts = findings.filter(({ rule }) => rule === "clearance_conflict").slice(0, narratedEntriesMax);
  return [
    { text: `${headline}.`, evidenceIds: basis },
    { text: valueInWords(value), evidenceIds: basis },
    // Without it a queue in order reads as if somebody wanted what stands first.
    ...(entries.length > 0 && entries.every(({ fit }) => fit.state === "unassessed")
      ? [
          {
            text: "Whether a carrier wants these submissions was not judged: no offerings are loaded.",
            evidenceIds: basis,
          },
        ]
      : []),
    ...entries.slice(0, narratedEntriesMax).map(({ position, submission, action, priority, because, evidenceIds }) => ({
      text: paragraph(
        `In place ${position} is ${submissionLabel(submission)}, ${actionInWords(action)}${priority.score === undefined ? "" : ` with a priority of ${priority.score} of 100`}.`,
        reasonsInWords(`For place ${position}`, because),
      ),
      evidenceIds,
    })),
    ...conflicts.map(({ title, evidenceIds }) => ({ text: `${title}.`, evidenceIds })),
  ];
}
