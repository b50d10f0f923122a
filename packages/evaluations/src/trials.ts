import { rounded } from "./assertion-score.ts";
import type { EvalResultStatus } from "@service/contract";

const trialRules = ["all", "majority"] as const;
/** Which trials of a scenario must pass: every one, or more than half. */
export type TrialRule = (typeof trialRules)[number];

export interface TrialOutcome {
  readonly status: EvalResultStatus;
  readonly score: number;
}

/** A scenario over all of its trials. */
export interface ScenarioOutcome {
  readonly status: EvalResultStatus;
  /** Mean of its trials. */
  readonly score: number;
  /** Some trials passed and others did not. */
  readonly flaky: boolean;
}

/** What a scenario comes to by the rule (EVAL-25): when it did not pass, errored if no trial failed. */
export function outcomeOf(trials: readonly TrialOutcome[], rule: TrialRule): ScenarioOutcome {
  const passed = trials.filter(({ status }) => status === "passed").length;
  const failed = trials.filter(({ status }) => status === "failed").length;
  const passes = rule === "all" ? passed === trials.length && passed > 0 : passed * 2 > trials.length;
  return {
    status: passes ? "passed" : failed > 0 ? "failed" : "errored",
    score: mean(trials.map(({ score }) => score)),
    flaky: passed > 0 && passed < trials.length,
  };
}

export interface RunTotals {
  readonly totals: {
    readonly scenarios: number;
    readonly passed: number;
    readonly failed: number;
    readonly errored: number;
    readonly flaky: number;
  };
  /** Share of the scenarios that passed; 0 without any. */
  readonly passRate: number;
  readonly scoreMean: number;
}

/** Counts of a run over its scenarios; `flaky` ones are counted by their status too (EVAL-26). */
export function totalsOf(scenarios: readonly ScenarioOutcome[]): RunTotals {
  const count = (status: EvalResultStatus): number => scenarios.filter((scenario) => scenario.status === status).length;
  const passed = count("passed");
  return {
    totals: {
      scenarios: scenarios.length,
      passed,
      failed: count("failed"),
      errored: count("errored"),
      flaky: scenarios.filter(({ flaky }) => flaky).length,
    },
    // Not rounded: a gate compares it with a share that was written in decimals.
    passRate: scenarios.length === 0 ? 0 : passed / scenarios.length,
    scoreMean: mean(scenarios.map(({ score }) => score)),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);
}
