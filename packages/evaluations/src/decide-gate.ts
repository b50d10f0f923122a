import { byText } from "@service/json";
import { outcomeOf, type TrialOutcome, type TrialRule } from "./trials.ts";
import type { EvalResultStatus } from "@service/contract";

/** What an instance asks of a release: its `eval_gate`. */
export interface GateRule {
  readonly min_scenarios: number;
  /** 0 to 1. */
  readonly min_pass_rate: number;
  readonly max_regressions: number;
  readonly required_tags: readonly string[];
  readonly max_age_hours: number;
  readonly trials: number;
  readonly trial_rule: TrialRule;
}

/** A scenario that is active now. */
export interface ActiveScenario {
  readonly key: string;
  readonly revision: number;
  readonly required: boolean;
  readonly tags: readonly string[];
}

/** A scenario of a run with its trials. */
export interface TriedScenario {
  readonly key: string;
  readonly revision: number;
  readonly trials: readonly TrialOutcome[];
}

export interface CandidateRun {
  readonly evalRunId: string;
  readonly status: string;
  readonly configHash: string;
  readonly scorerVersion: number;
  readonly scenarioSetHash: string;
  readonly trials: number;
  readonly completedAt: Date | null;
  readonly scenarios: readonly TriedScenario[];
}

export interface GateQuestion {
  readonly rule: GateRule;
  /** Of what shall be released. */
  readonly configHash: string;
  readonly scorerVersion: number;
  /** Of the scenarios that are active now. */
  readonly scenarioSetHash: string;
  readonly now: Date;
  readonly active: readonly ActiveScenario[];
  /** Runs of the instance; those of other configurations are passed over. */
  readonly candidates: readonly CandidateRun[];
  /** The latest release with the runs of its configuration; null for the first release. */
  readonly baseline: { readonly version: number; readonly runs: readonly CandidateRun[] } | null;
  /** An old configuration is released again: its run does not age while the scenarios are unchanged (EVAL-46). */
  readonly isRestored: boolean;
}

const gateGapReasons = [
  "no_run",
  "run_not_completed",
  "run_too_old",
  "other_scorer",
  "too_few_trials",
  "too_few_scenarios",
  "scenarios_not_covered",
  "tag_without_scenario",
] as const;

/** Why a run does not count, or that there is none. */
export interface GateGap {
  readonly reason: (typeof gateGapReasons)[number];
  readonly required: number | string | null;
  readonly actual: number | string | null;
  /** Keys of scenarios, at most 20. */
  readonly scenarios: readonly string[];
}

export type GateState = "met" | "not_met" | "failed" | "regressed";

/** What a release keeps of its gate, and a refusal names. */
export interface GateReport {
  readonly eval_run_id: string | null;
  readonly baseline_version: number | null;
  readonly baseline_eval_run_id: string | null;
  readonly pass_rate: number | null;
  readonly rules: GateRule;
  readonly scenarios: number;
  readonly passed: number;
  /** Scenarios that did not pass, at most 100. */
  readonly failing: readonly {
    readonly scenario_key: string;
    readonly required: boolean;
    readonly status: EvalResultStatus;
  }[];
  /** Scenarios that passed for the latest release and do not now. */
  readonly regressed: readonly string[];
  /** Scenarios that the run covered and that are retired since, with how they ended. */
  readonly retired: readonly { readonly scenario_key: string; readonly status: EvalResultStatus }[];
}

export interface GateDecision {
  readonly state: GateState;
  /** Null when met. */
  readonly code: "eval_gate_not_met" | "eval_gate_failed" | "eval_gate_regressed" | null;
  readonly evalRunId: string | null;
  readonly missing: readonly GateGap[];
  readonly report: GateReport;
}

const keysShownMax = 20;
const failingShownMax = 100;
const hourMs = 3_600_000;

/**
 * Decides whether a configuration may be released (EVAL-40 to EVAL-48). Each run of the configuration is judged by
 * itself, one that meets the rule is enough; otherwise the answer is about the run that comes nearest, the newest of
 * equals. What is missing is judged before what failed, and that before what regressed.
 */
export function decideGate(question: GateQuestion): GateDecision {
  const { configHash, candidates } = question;
  const decisions = candidates
    .filter((run) => run.configHash === configHash)
    .map((run) => ({ run, decision: decideFor(question, run) }));
  const [best] = decisions.sort(
    (a, b) =>
      nearness.indexOf(a.decision.state) - nearness.indexOf(b.decision.state) ||
      a.decision.missing.length - b.decision.missing.length ||
      (b.run.completedAt?.getTime() ?? 0) - (a.run.completedAt?.getTime() ?? 0) ||
      byText(a.run.evalRunId, b.run.evalRunId),
  );
  if (best !== undefined) return best.decision;
  const none = gap("no_run", configHash, null);
  return {
    state: "not_met",
    code: "eval_gate_not_met",
    evalRunId: null,
    missing: [none, ...gapsOfScenarios(question)],
    report: emptyReport(question),
  };
}

const nearness: readonly GateState[] = ["met", "regressed", "failed", "not_met"];

function decideFor(question: GateQuestion, run: CandidateRun): GateDecision {
  const { rule, active } = question;
  const missing = gapsOf(question, run);
  const tried = new Map(run.scenarios.map((scenario) => [scenario.key, scenario]));
  const judged = active.flatMap((scenario) => {
    const trials = tried.get(scenario.key);
    if (trials === undefined || trials.revision !== scenario.revision) return [];
    return [{ ...scenario, status: outcomeOf(trials.trials, rule.trial_rule).status }];
  });
  const failing = judged.filter(({ status }) => status !== "passed");
  const passed = judged.length - failing.length;
  const passRate = judged.length === 0 ? 0 : passed / judged.length;
  const base = bestRunOf(question);
  const before = new Map(base?.scenarios.map((scenario) => [scenario.key, scenario]));
  const regressed = failing
    .filter(({ key, revision }) => {
      const earlier = before.get(key);
      return earlier?.revision === revision && outcomeOf(earlier.trials, rule.trial_rule).status === "passed";
    })
    .map(({ key }) => key);
  const activeKeys = new Set(active.map(({ key }) => key));
  const state: GateState =
    missing.length > 0
      ? "not_met"
      : failing.some(({ required }) => required) || passRate < rule.min_pass_rate
        ? "failed"
        : regressed.length > rule.max_regressions
          ? "regressed"
          : "met";
  return {
    state,
    code: state === "met" ? null : `eval_gate_${state}`,
    evalRunId: run.evalRunId,
    missing,
    report: {
      ...emptyReport(question),
      eval_run_id: run.evalRunId,
      baseline_eval_run_id: base?.evalRunId ?? null,
      pass_rate: passRate,
      passed,
      failing: failing
        .slice(0, failingShownMax)
        .map(({ key, required, status }) => ({ scenario_key: key, required, status })),
      regressed: regressed.slice(0, failingShownMax),
      retired: run.scenarios
        .filter(({ key }) => !activeKeys.has(key))
        .slice(0, failingShownMax)
        .map(({ key, trials }) => ({ scenario_key: key, status: outcomeOf(trials, rule.trial_rule).status })),
    },
  };
}

function emptyReport({ rule, active, baseline }: GateQuestion): GateReport {
  return {
    eval_run_id: null,
    baseline_version: baseline?.version ?? null,
    baseline_eval_run_id: null,
    pass_rate: null,
    rules: rule,
    scenarios: active.length,
    passed: 0,
    failing: [],
    regressed: [],
    retired: [],
  };
}

/** Why the run does not count as a run of all that must be tested now; empty when it does (EVAL-41). */
function gapsOf(question: GateQuestion, run: CandidateRun): GateGap[] {
  const { rule, active, now, scorerVersion, scenarioSetHash, isRestored } = question;
  const gaps: GateGap[] = [];
  if (run.status !== "completed" || run.completedAt === null)
    gaps.push(gap("run_not_completed", "completed", run.status));
  else {
    const ageHours = (now.getTime() - run.completedAt.getTime()) / hourMs;
    const isKept = isRestored && run.scenarioSetHash === scenarioSetHash;
    if (ageHours > rule.max_age_hours && !isKept)
      gaps.push(gap("run_too_old", rule.max_age_hours, Math.ceil(ageHours)));
  }
  if (run.scorerVersion !== scorerVersion) gaps.push(gap("other_scorer", scorerVersion, run.scorerVersion));
  if (run.trials < rule.trials) gaps.push(gap("too_few_trials", rule.trials, run.trials));
  const covered = new Map(run.scenarios.map(({ key, revision }) => [key, revision]));
  const uncovered = active.filter(({ key, revision }) => covered.get(key) !== revision).map(({ key }) => key);
  if (uncovered.length > 0)
    gaps.push({
      ...gap("scenarios_not_covered", active.length, active.length - uncovered.length),
      scenarios: uncovered.slice(0, keysShownMax),
    });
  return [...gaps, ...gapsOfScenarios(question)];
}

function gapsOfScenarios({ rule, active }: GateQuestion): GateGap[] {
  const gaps: GateGap[] = [];
  if (active.length < rule.min_scenarios) gaps.push(gap("too_few_scenarios", rule.min_scenarios, active.length));
  for (const tag of rule.required_tags)
    if (!active.some(({ tags }) => tags.includes(tag))) gaps.push(gap("tag_without_scenario", tag, null));
  return gaps;
}

/**
 * The run of the latest release in which most of the scenarios of now passed, the newest of equals (EVAL-44). Counted
 * and not shared: a run of one scenario that passed is no better than one of hundred.
 */
function bestRunOf({ baseline, rule, scorerVersion, active }: GateQuestion): CandidateRun | undefined {
  const revisions = new Map(active.map(({ key, revision }) => [key, revision]));
  const passedOf = ({ scenarios }: CandidateRun): number =>
    scenarios.filter(
      ({ key, revision, trials }) =>
        revisions.get(key) === revision && outcomeOf(trials, rule.trial_rule).status === "passed",
    ).length;
  return baseline?.runs
    .filter((run) => run.status === "completed" && run.scorerVersion === scorerVersion)
    .map((run) => ({ run, passed: passedOf(run) }))
    .sort((a, b) => b.passed - a.passed || (b.run.completedAt?.getTime() ?? 0) - (a.run.completedAt?.getTime() ?? 0))[0]
    ?.run;
}

function gap(reason: GateGap["reason"], required: GateGap["required"], actual: GateGap["actual"]): GateGap {
  return { reason, required, actual, scenarios: [] };
}
