import {
  boundOutput,
  counted,
  type DeterministicResult,
  type EngineRequest,
  EvidenceCollector,
  RuleTally,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget, type Facts } from "@service/conditions";
import { byText, clipped } from "@service/json";
import { type Answer, assembleOutput } from "./assemble.ts";
import type { WrittenInput } from "./input.ts";
import type { Settings } from "./settings.ts";
import { type Clearance, type ClearanceResult, clearSubmissions } from "./stages/clear-submissions.ts";
import { decideAction } from "./stages/decide-action.ts";
import { workItemsOf } from "./stages/finding.ts";
import { raiseFindings } from "./stages/findings.ts";
import { dayOf } from "./stages/instants.ts";
import { judgeFit } from "./stages/judge-fit.ts";
import { judgeReadiness } from "./stages/judge-readiness.ts";
import { loadMarket } from "./stages/load-market.ts";
import type { Market } from "./stages/market.ts";
import { byPriority, placeInQueue } from "./stages/place-in-queue.ts";
import type { Judged } from "./stages/queue-entry.ts";
import { chooseRoute, Desk } from "./stages/route-submissions.ts";
import { scorePriority } from "./stages/score-priority.ts";
import { readInput, type Submission, type TriageInput } from "./stages/submission.ts";
import { factName } from "./stages/wording.ts";

/** A compiled release of a triage engine. */
export type CompiledTriage = { readonly settings: Settings; readonly pack: Answer["pack"] };

/** Above this share of submissions that cannot be ranked the run is degraded (TRI-76). */
const unscorableShareMax = 0.2;
const warnedRulesMax = 50;
const warnedNamesMax = 20;
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
  compiled: CompiledTriage,
  written: WrittenInput,
  request: EngineRequest,
  enter: (stage: StageName) => void,
): DeterministicResult {
  const { settings } = compiled;
  const warnings: Warning[] = [];
  enter("load");
  const input = readInput(written, request.createdAt);
  const loaded = loadMarket(input, settings, request, warnings);
  if (loaded.kind === "unavailable") {
    const error = `The dataset ${loaded.datasetKey} is required and not loaded.`;
    return { status: "failed", error, stage: "load", code: "dataset_missing", warnings };
  }

  enter("clear");
  const cleared = clearSubmissions(input.submissions, input.existing, settings.clearance);
  warnings.push(...clearanceWarnings(cleared), ...nameWarnings(input.submissions));

  const tally = new RuleTally();
  const { judged, mismatches } = judgeSubmissions(input, settings, loaded.market, cleared, tally, enter);
  warnings.push(...ruleWarnings(settings, tally, mismatches));
  const unscorable = judged.filter(({ priority }) => priority.score === undefined);
  if (unscorable.length === judged.length) {
    const error = "No submission can be ranked: nothing that its priority is weighed by is known of any of them.";
    return { status: "failed", error, stage: "score", code: "none_scorable", warnings };
  }
  if (unscorable.length > 0) warnings.push(unscorableWarning(unscorable.length));

  enter("assemble");
  const evidence = new EvidenceCollector();
  const desk = new Desk(input.assignees, settings.fallback);
  const entries = judged.sort(byPriority).map((entry, index) => placeInQueue(entry, index + 1, desk, evidence, input));
  warnings.push(...desk.exhausted().map(([routeKey, count]) => exhaustedWarning(routeKey, count, settings)));
  const findings = raiseFindings(entries, evidence, settings.clearance);
  const { market } = loaded;
  const output = assembleOutput({ input, settings, pack: compiled.pack, market, entries, findings, evidence });
  const bounded = boundOutput(output, undefined);
  const isDegraded =
    loaded.isReduced ||
    cleared.isCut ||
    cleared.crowdedGroups > 0 ||
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

/** The stages `evaluate` and `score`: each submission by itself, against the rules and the market. */
function judgeSubmissions(
  input: TriageInput,
  settings: Settings,
  market: Market | undefined,
  cleared: ClearanceResult,
  tally: RuleTally,
  enter: (stage: StageName) => void,
): { readonly judged: Judged[]; readonly mismatches: ReadonlySet<string> } {
  enter("evaluate");
  const budget = new EvaluationBudget();
  const mismatches = new Set<string>();
  const today = dayOf(input.asOfMillis);
  const evaluated = input.submissions.map((submission) => {
    const facts: Facts = {
      root: submission.facts,
      asOf: input.asOf,
      budget,
      onMismatch: (path) => void mismatches.add(path),
    };
    return {
      submission,
      facts,
      clearance: cleared.bySubmission.get(submission.key) ?? nothingToClear,
      route: chooseRoute(settings, facts, tally),
      fit: judgeFit(submission, settings, market, facts, tally),
      readiness: judgeReadiness(submission, settings, facts, today),
    };
  });

  enter("score");
  const judged = evaluated.map(({ facts, ...parts }): Judged => {
    const { submission, clearance, fit, readiness, route } = parts;
    const priority = scorePriority(submission, settings, route, facts, input.asOfMillis, tally);
    const action = decideAction(clearance, fit, readiness, priority, route, settings.bands);
    return { ...parts, priority, action };
  });
  return { judged, mismatches };
}

function clearanceWarnings({ isCut, crowdedGroups }: ClearanceResult): Warning[] {
  const messages = [
    ...(isCut ? ["The names in this queue are too long to compare all of them; some duplicates may be missed."] : []),
    ...(crowdedGroups > 0
      ? [
          `${counted(crowdedGroups, "group")} of equal insureds ${crowdedGroups === 1 ? "has" : "have"} more members than are compared; some duplicates may be missed.`,
        ]
      : []),
  ];
  return messages.map((message) => ({ code: "input_truncated", message, stage: "clear", severity: "warning" }));
}

/** Submissions whose insured has no name that can be compared (TRI-105). */
function nameWarnings(submissions: readonly Submission[]): Warning[] {
  return submissions
    .filter(({ identity }) => identity.names.length === 0)
    .slice(0, warnedNamesMax)
    .map(({ key, insuredName }) => ({
      code: "name_unusable",
      message: `"${clipped(insuredName.replaceAll('"', "'"), 60)}" is no name of an insured, so submission ${key} was compared by its other facts only.`,
      stage: "clear",
      severity: "warning",
      path: `submissions[${key}].insured.name`,
    }));
}

function unscorableWarning(count: number): Warning {
  return {
    code: "fact_missing",
    message: `${counted(count, "submission")} could not be ranked, because nothing that a priority is weighed by is known.`,
    stage: "score",
    severity: "warning",
  };
}

function exhaustedWarning(routeKey: string, count: number, { fallback, routes }: Settings): Warning {
  const labelOfRoute = (key: string): string => routes.find((route) => route.key === key)?.label ?? fallback.label;
  return {
    code: "capacity_exhausted",
    message:
      routeKey === fallback.key
        ? `Everybody at the desk "${fallback.label}" is full, and ${counted(count, "submission")} ${count === 1 ? "waits" : "wait"} there without anybody.`
        : `Everybody at the desk "${labelOfRoute(routeKey)}" is full, and ${counted(count, "submission")} went to the desk "${fallback.label}".`,
    stage: "assemble",
    severity: "warning",
    path: `routes.${routeKey}`,
  };
}

/** Warnings about rules that stayed undecided and facts whose type fits no rule that reads them. */
function ruleWarnings(settings: Settings, tally: RuleTally, mismatches: ReadonlySet<string>): Warning[] {
  const keys = [...settings.routes, ...settings.appetiteRules, ...settings.strategicRules]
    .map(({ key }) => key)
    .sort(byText);
  const undecided = keys.flatMap((key): Warning[] => {
    const count = tally.unknownOf(key);
    if (count === 0) return [];
    const message = `A rule could not be decided for ${counted(count, "submission")}, because facts are missing.`;
    return [{ code: "rule_unknown", message, stage: "evaluate", severity: "info", path: key }];
  });
  const wrong = [...mismatches].sort(byText).map((path): Warning => {
    const message = `A rule compares the ${factName(path)} with a value of another type, so it is undecided.`;
    return { code: "rule_unknown", message, stage: "evaluate", severity: "warning", path };
  });
  return [...undecided.slice(0, warnedRulesMax), ...wrong.slice(0, warnedRulesMax)];
}
