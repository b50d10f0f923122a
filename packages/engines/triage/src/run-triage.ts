import {
  boundOutput,
  type DeterministicResult,
  type EngineRequest,
  EvidenceCollector,
  fromCents,
  RuleTally,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget, type Facts } from "@service/conditions";
import { type JsonObject, byText, clipped } from "@service/json";
import { assembleOutput } from "./assemble.ts";
import { clearSubmissions, type Clearance } from "./stages/clear-submissions.ts";
import { decideAction } from "./stages/decide-action.ts";
import { raiseFindings, workItemsOf } from "./stages/findings.ts";
import { dateAt, dayMillis, dayOf, hourMillis } from "./stages/instants.ts";
import { judgeFit } from "./stages/judge-fit.ts";
import { describeMissing, judgeReadiness } from "./stages/judge-readiness.ts";
import { openMarket, type Market } from "./stages/market.ts";
import { isHeld, type Judged, type QueueEntry } from "./stages/queue-entry.ts";
import { chooseRoute, Desk, type Assignment } from "./stages/route-submissions.ts";
import { scorePriority } from "./stages/score-priority.ts";
import { actions } from "./codes.ts";
import type { WrittenInput } from "./input.ts";
import type { Settings } from "./settings.ts";
import { readInput, type Submission, type TriageInput } from "./stages/submission.ts";
import { counted } from "./stages/wording.ts";

/** A compiled release of a triage engine. */
export type CompiledTriage = { readonly settings: Settings; readonly pack: JsonObject };

/** Above this share of submissions that cannot be ranked the run is degraded (TRI-76). */
const unscorableShareMax = 0.2;
const becauseMax = 8;
const warnedRulesMax = 50;
const nothingToClear: Clearance = { duplicates: [], possible: [], laterConflicts: [] };

/**
 * The deterministic stages in order (TRI-75, TRI-77). A problem of one submission never fails the run: it fails when
 * none can be ranked, when a required dataset is missing, or when its rules exceed the evaluation budget.
 */
export function runTriage(
  compiled: CompiledTriage,
  written: WrittenInput,
  request: EngineRequest,
): DeterministicResult {
  return runInStages(request, (enter) => runStages(compiled, written, request, enter));
}

function runStages(
  { settings, pack }: CompiledTriage,
  written: WrittenInput,
  request: EngineRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const warnings: Warning[] = [];
  enter("load");
  const input = readInput(written, request.createdAt);
  const loaded = loadMarket(input, settings, request, warnings);
  if (loaded.kind === "unavailable") {
    const error = `The dataset ${loaded.datasetKey} is required and not loaded.`;
    return { status: "failed", error, stage: "load", code: "dataset_missing", warnings };
  }

  enter("clear");
  const cleared = clearSubmissions(input.submissions, input.known, settings.clearance);
  if (cleared.isCut) {
    warnings.push({
      code: "input_truncated",
      message: "Names of this queue are too long to compare all of them; some duplicates may be missed.",
      stage: "clear",
      severity: "warning",
    });
  }
  if (cleared.crowdedBlocks > 0) {
    warnings.push({
      code: "input_truncated",
      message: `${counted(cleared.crowdedBlocks, "group of alike insureds holds", "groups of alike insureds hold")} more members than are compared; some duplicates may be missed.`,
      stage: "clear",
      severity: "warning",
    });
  }

  enter("evaluate");
  const tally = new RuleTally();
  const budget = new EvaluationBudget();
  const mismatches = new Set<string>();
  const factsOf = (submission: Submission): Facts => ({
    root: submission.facts,
    asOf: input.asOf,
    budget,
    onMismatch: (path) => void mismatches.add(path),
  });
  const today = dayOf(input.asOfMillis);
  const evaluated = input.submissions.map((submission) => {
    const facts = factsOf(submission);
    return {
      submission,
      facts,
      clearance: cleared.bySubmission.get(submission.key) ?? nothingToClear,
      route: chooseRoute(settings, facts, tally),
      fit: judgeFit(submission, settings, loaded.market, facts, tally),
      readiness: judgeReadiness(submission, settings, facts, today),
    };
  });

  enter("score");
  const judged = evaluated.map(({ facts, ...known }): Judged => {
    const priority = scorePriority(known.submission, settings, known.route, facts, input.asOfMillis, tally);
    const { clearance, fit, readiness, route } = known;
    return {
      ...known,
      priority,
      action: decideAction(clearance, fit, readiness, priority, route, settings.bands),
    };
  });
  warnings.push(...ruleWarnings(settings, tally, mismatches));
  const unscorable = judged.filter(({ priority }) => priority.score === undefined);
  if (unscorable.length === judged.length) {
    const error = "No submission can be ranked: nothing that its priority is weighed by is known of any of them.";
    return { status: "failed", error, stage: "score", code: "none_scorable", warnings };
  }
  if (unscorable.length > 0) {
    warnings.push({
      code: "fact_missing",
      message: `${counted(unscorable.length, "submission", "submissions")} could not be ranked: nothing that its priority is weighed by is known.`,
      stage: "score",
      severity: "warning",
    });
  }

  enter("assemble");
  const evidence = new EvidenceCollector();
  const desk = new Desk(input.assignees, settings.fallback);
  const entries = judged.sort(byPriority).map((entry, index) => placeInQueue(entry, index + 1, desk, evidence, input));
  for (const [routeKey, count] of desk.exhausted()) {
    warnings.push({
      code: "capacity_exhausted",
      message: `Everybody of route ${routeKey} is full: ${counted(count, "submission", "submissions")} went to route ${settings.fallback.key}.`,
      stage: "assemble",
      severity: "warning",
      path: `routes.${routeKey}`,
    });
  }
  const findings = raiseFindings(entries, evidence);
  const output = assembleOutput({ input, settings, pack, market: loaded.market, entries, findings, evidence });
  const bounded = boundOutput(output, undefined);
  const isDegraded =
    loaded.isReduced ||
    cleared.isCut ||
    cleared.crowdedBlocks > 0 ||
    unscorable.length > unscorableShareMax * judged.length ||
    bounded.truncated ||
    evidence.isTruncated;
  return {
    status: isDegraded ? "degraded" : "completed",
    output: bounded.output,
    warnings,
    workItems: workItemsOf(findings, entries, request.runId),
    ruleOutcomes: tally.list(),
  };
}

type LoadedMarket =
  | { readonly kind: "loaded"; readonly market: Market | undefined; readonly isReduced: boolean }
  | { readonly kind: "unavailable"; readonly datasetKey: string };

/** The offerings, unless the configuration names none or the caller wants none (TRI-78). */
function loadMarket(
  input: TriageInput,
  { offeringSource }: Settings,
  request: EngineRequest,
  warnings: Warning[],
): LoadedMarket {
  if (input.offeringsDataset === false) return { kind: "loaded", market: undefined, isReduced: false };
  const isAsked = input.offeringsDataset === true;
  if (offeringSource === undefined) {
    if (isAsked) {
      const message = "The input asks for offerings and this engine names no dataset of them.";
      warnings.push({
        code: "dataset_missing",
        message,
        stage: "load",
        severity: "warning",
        path: "offerings_dataset",
      });
    }
    return { kind: "loaded", market: undefined, isReduced: isAsked };
  }
  const { datasetKey, required, maxAgeDays } = offeringSource;
  const dataset = request.datasets.get(datasetKey);
  if (dataset === undefined) {
    if (required) return { kind: "unavailable", datasetKey };
    const message = `The dataset ${datasetKey} is not loaded: fit rests on rules alone.`;
    warnings.push({ code: "dataset_missing", message, stage: "load", severity: "warning", path: datasetKey });
    return { kind: "loaded", market: undefined, isReduced: true };
  }
  const market = openMarket(dataset, input.asOf);
  const isStale = market.ageDays > maxAgeDays;
  if (isStale) {
    const message = `The dataset ${datasetKey} is ${market.ageDays} days old, ${maxAgeDays} are allowed.`;
    warnings.push({ code: "dataset_stale", message, stage: "load", severity: "warning", path: datasetKey });
  }
  if (market.skipped > 0) {
    const message = `${counted(market.skipped, "row", "rows")} of ${datasetKey} are no valid offerings and were left out.`;
    warnings.push({ code: "offering_skipped_invalid", message, stage: "load", severity: "warning", path: datasetKey });
  }
  return { kind: "loaded", market, isReduced: isStale };
}

/** Warnings about rules that stayed undecided and facts whose type fits no rule that reads them. */
function ruleWarnings(settings: Settings, tally: RuleTally, mismatches: ReadonlySet<string>): Warning[] {
  const keys = [...settings.routes, ...settings.appetiteRules, ...settings.strategicRules]
    .map(({ key }) => key)
    .sort(byText);
  const undecided = keys.flatMap((key): Warning[] => {
    const count = tally.unknownOf(key);
    if (count === 0) return [];
    const message = `Rule ${key} could not be decided for ${counted(count, "submission", "submissions")}: facts are missing.`;
    return [{ code: "rule_unknown", message, stage: "evaluate", severity: "info", path: key }];
  });
  const wrong = [...mismatches].sort(byText).map((path): Warning => {
    const message = `A rule compares ${path} with a value of another type; it is undecided.`;
    return { code: "rule_unknown", message, stage: "evaluate", severity: "warning", path };
  });
  return [...undecided.slice(0, warnedRulesMax), ...wrong.slice(0, warnedRulesMax)];
}

/** Highest priority first, unranked last; among equals workable ones first, then the one that has waited longest. */
function byPriority(a: Judged, b: Judged): number {
  return (
    (b.priority.score ?? -1) - (a.priority.score ?? -1) ||
    actions.indexOf(a.action) - actions.indexOf(b.action) ||
    a.submission.receivedMillis - b.submission.receivedMillis ||
    byText(a.submission.key, b.submission.key)
  );
}

function placeInQueue(
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
function evidenceOf({ submission }: Judged): { kind: "fact"; ref: JsonObject; value: JsonObject } {
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

/** Reasons for the action and the place: the deciding ones first, then those that raise it. */
function becauseOf({ clearance, fit, readiness, priority, action }: Judged, assignment: Assignment): string[] {
  const reasons: string[] = [];
  const [match] = clearance.duplicates;
  if (action === "hold_duplicate" && match !== undefined) reasons.push(`duplicate of ${match.submissionKey}`);
  if (action === "clearance" && match !== undefined)
    reasons.push(`same account as ${match.submissionKey} of another producer`);
  const [later] = clearance.laterConflicts;
  if (later !== undefined && match === undefined) reasons.push(`also submitted by another producer as ${later}`);
  const [possible] = clearance.possible;
  if (match === undefined && possible !== undefined) reasons.push(`possible duplicate of ${possible.submissionKey}`);
  if (action === "decline_candidate" || action === "specialist") reasons.push(...fit.reasons.slice(0, 2));
  if (action === "chase_info") {
    const missing = readiness.missing.slice(0, 4).map(describeMissing).join(", ");
    if (missing !== "") reasons.push(`missing ${missing}`);
  }
  const moving = ["urgency", "relationship", "value"].flatMap((name) =>
    priority.parts.filter(({ dimension, utility }) => dimension === name && utility !== undefined),
  );
  reasons.push(...moving.map(({ because }) => because));
  if (assignment.note === "capacity_exhausted") reasons.push("its own desk is full");
  if (assignment.note === "nobody_eligible") reasons.push("nobody of its route may take it");
  return reasons.slice(0, becauseMax).map((reason) => clipped(reason, 200));
}
