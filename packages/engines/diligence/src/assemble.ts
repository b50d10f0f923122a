import { counted, EvidenceCollector, type Warning, writeFindingContent } from "@service/engine-kit";
import { byText, clipped, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative } from "@service/models";
import {
  type DiligenceOutput,
  entryNamesMax,
  hitsMax,
  type WrittenCheck,
  type WrittenHit,
  type WrittenList,
} from "./output.ts";
import type { Answer } from "./stages/answer.ts";
import { hitEvidence } from "./stages/checks/index.ts";
import type { CheckOutcome } from "./stages/decide.ts";
import { type Finding, findingsOf } from "./stages/findings.ts";
import type { ListEntry } from "./stages/list-entry.ts";
import { headlineOf, narrate } from "./stages/narrate.ts";
import { type Hit, shownScore } from "./stages/screen-party.ts";

const missingMax = 200;
const hitsCitedByCheckMax = 20;

/** The `output` of a run (TYPE-39, DIL-62), its findings, and whether anything was left out. */
export function assemble(answer: Answer): {
  readonly output: DiligenceOutput;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
  readonly isCut: boolean;
} {
  const { input, lists, screening, ownership, outcomes } = answer;
  const evidence = new EvidenceCollector();
  const hits = (screening?.hits ?? []).slice(0, hitsMax);
  // Evidence is numbered in the order of first mention: findings, hits, checks, narrative.
  const findings = findingsOf(input, hits, outcomes, ownership, evidence);
  const writtenHits = hits.map((hit) => writeHit(hit, evidence));
  const checks = Object.fromEntries(outcomes.map((outcome) => [outcome.setting.key, writeCheck(outcome, evidence)]));
  const headline = headlineOf(answer);
  const narrative = templateNarrative(narrate(answer, headline, hits, evidence));
  return {
    output: {
      schema_version: 1,
      engine_type: "diligence",
      as_of: input.asOf,
      subject: { kind: input.subject.kind, key: input.subjectKey, label: clipped(input.subject.name, 200) },
      headline,
      summary: summaryOf(answer),
      hits: writtenHits,
      checks,
      lists: writeLists(answer),
      ownership: {
        known: roundHalfAwayFromZero(ownership.identifiedShare, shareDecimals),
        blocked_share: roundHalfAwayFromZero(ownership.blockedShare, shareDecimals),
      },
      findings: findings.map((finding) => writeFindingContent({ ...finding, about: input.subject.name })),
      evidence: evidence.list(),
      quality: qualityOf(answer),
      narrative,
      provenance: {
        pack: answer.pack,
        datasets: lists.screened.flatMap(({ dataset }) =>
          dataset === undefined
            ? []
            : [{ dataset_key: dataset.datasetKey, version: dataset.version, sha256: dataset.sha256 }],
        ),
        heads: null,
        truncated: evidence.isTruncated,
      },
    },
    findings,
    warnings: leftOutWarnings((screening?.cut ?? 0) + Math.max(0, (screening?.hits.length ?? 0) - hits.length)),
    isCut: evidence.isTruncated,
  };
}

function leftOutWarnings(hits: number): readonly Warning[] {
  if (hits === 0) return [];
  return [
    {
      code: "hits_left_out",
      message: `${counted(hits, "hit")} beyond the most that are listed per party and list, or in all, were left out.`,
      stage: "assemble",
      severity: "warning",
      path: "hits",
    },
  ];
}

function summaryOf({ decision, riskScore, screening, outcomes, lists }: Answer): DiligenceOutput["summary"] {
  return {
    decision,
    risk_score: riskScore,
    strong: screening?.strong ?? 0,
    possible: screening?.possible ?? 0,
    suppressed: screening?.suppressed ?? 0,
    checks_failed: outcomes.filter(({ result }) => result.status === "fail").length,
    lists_screened: screening === undefined ? 0 : lists.screened.length,
  };
}

/** How much of what was asked could be answered, and what was missing. */
function qualityOf({ confidence, lists, outcomes }: Answer): DiligenceOutput["quality"] {
  const requested = outcomes.filter(({ isRequested }) => isRequested);
  const missing = new Set([
    ...lists.unavailable.map(({ listKey }) => `lists.${listKey}`),
    ...requested.flatMap(({ result }) => result.missing ?? []),
  ]);
  return {
    confidence: roundHalfAwayFromZero(confidence, 2),
    facts_known: requested.filter(({ result }) => result.status !== "not_run").length,
    facts_needed: requested.length,
    missing: [...missing].slice(0, missingMax).map((path) => clipped(path, 200)),
  };
}

const shareDecimals = 4;

/** Share of the requested weight that was answered, unrounded, because it is compared with a floor. */
export function confidenceOf(outcomes: readonly CheckOutcome[]): number {
  let requestedWeight = 0;
  let answered = 0;
  for (const { setting, result, isRequested } of outcomes) {
    if (!isRequested) continue;
    requestedWeight += setting.weight;
    if (result.status !== "not_run") answered += setting.weight;
  }
  if (requestedWeight > 0) return answered / requestedWeight;
  // Checks that all have weight 0 count alike.
  const weightless = outcomes.filter(({ isRequested }) => isRequested);
  const run = weightless.filter(({ result }) => result.status !== "not_run").length;
  return weightless.length === 0 ? 1 : run / weightless.length;
}

function writeCheck({ result }: CheckOutcome, evidence: EvidenceCollector): WrittenCheck {
  return {
    status: result.status,
    detail: clipped(result.detail, 1000),
    evidence_ids: evidence.addAll(result.evidence.slice(0, hitsCitedByCheckMax)),
  };
}

function writeHit(hit: Hit, evidence: EvidenceCollector): WrittenHit {
  const { suppressedBy } = hit;
  return {
    hit_key: hit.hitKey,
    list_key: hit.list.listKey,
    entry_id: hit.entry.entryId,
    party: hit.party.key,
    score: shownScore(hit),
    band: suppressedBy === undefined ? hit.strength : "suppressed",
    name_matched: clipped(hit.nameMatched, 300),
    features: hit.features.map(({ name, value, effect }) => ({ name, value, effect })),
    entry: writeEntry(hit.entry),
    ...(suppressedBy === undefined
      ? {}
      : { suppressed_by: { cleared_on: suppressedBy.clearedOn, cleared_by: suppressedBy.clearedBy } }),
    evidence_ids: evidence.addAll([hitEvidence(hit)]),
  };
}

function writeEntry(entry: ListEntry): WrittenHit["entry"] {
  return {
    kind: entry.kind,
    names: entry.names.slice(0, entryNamesMax).map(({ name, strength }) => ({ name: clipped(name, 300), strength })),
    birth_dates: entry.birthDates.slice(0, 20).map((date) => clipped(date, 40)),
    countries: entry.countries.slice(0, 20).map((country) => clipped(country, 60)),
    programs: entry.programs.slice(0, 20).map((program) => clipped(program, 200)),
    ...(entry.remarks === undefined ? {} : { remarks: clipped(entry.remarks, 500) }),
    version: entry.version,
  };
}

/** Searched lists with their version and age, then what is configured and was not searched, in the order of their keys. */
function writeLists({ lists, settings, screening }: Answer): readonly WrittenList[] {
  const unknown = { version: null, entries: 0, as_of: null, age_days: null };
  const searched = new Map<string, WrittenList>();
  for (const list of screening === undefined ? [] : lists.screened) {
    searched.set(list.listKey, {
      list_key: list.listKey,
      version: list.version,
      entries: list.index.entryCount,
      as_of: list.asOf ?? null,
      age_days: list.ageDays ?? null,
      status: list.isStale ? "stale" : "screened",
    });
  }
  const isUnavailable = new Set(lists.unavailable.map(({ listKey }) => listKey));
  for (const { listKey } of settings.lists) {
    if (searched.has(listKey)) continue;
    searched.set(listKey, {
      list_key: listKey,
      ...unknown,
      status: isUnavailable.has(listKey) ? "unavailable" : "not_searched",
    });
  }
  return [...searched].sort(([a], [b]) => byText(a, b)).map(([, list]) => list);
}
