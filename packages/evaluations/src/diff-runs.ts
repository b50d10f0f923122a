import { byText } from "@service/json";
import { rounded } from "./assertion-score.ts";
import { signTest } from "./sign-test.ts";
import { type TextChange, textDiff } from "./text-diff.ts";
import type { EvalResultStatus } from "@service/contract";
import type { ScoredAssertion } from "./verdict.ts";

/** A scenario of a run, over its trials. */
export interface ComparedScenario {
  readonly key: string;
  readonly revision: number;
  readonly status: EvalResultStatus;
  readonly score: number;
  readonly flaky: boolean;
}

export interface ComparedRun {
  readonly scorerVersion: number;
  readonly scenarioSetHash: string;
  readonly trials: number;
  readonly scenarios: readonly ComparedScenario[];
}

const scenarioChanges = ["improved", "regressed", "unchanged", "added", "removed", "changed_revision"] as const;
export type ScenarioChange = (typeof scenarioChanges)[number];

export interface ComparedPair {
  readonly key: string;
  readonly change: ScenarioChange;
  /** Null when the scenario was added. */
  readonly base: ComparedScenario | null;
  /** Null when it was removed. */
  readonly head: ComparedScenario | null;
}

export interface RunComparison {
  readonly comparable: {
    readonly sameScenarios: boolean;
    readonly sameScorers: boolean;
    readonly notes: readonly string[];
  };
  readonly summary: Readonly<Record<ScenarioChange | "flaky", number>>;
  readonly significance: { readonly discordant: number; readonly pValue: number };
  /** By key. */
  readonly scenarios: readonly ComparedPair[];
}

/**
 * Compares two runs scenario by scenario (EVAL-30, EVAL-31). A scenario whose revision differs is reported as such and
 * never as improved or regressed; one that is flaky in either run is counted as flaky besides its change. Undefined when
 * the runs have no scenario in common.
 */
export function compareRuns(base: ComparedRun, head: ComparedRun): RunComparison | undefined {
  const left = new Map(base.scenarios.map((scenario) => [scenario.key, scenario]));
  const right = new Map(head.scenarios.map((scenario) => [scenario.key, scenario]));
  const keys = [...new Set([...left.keys(), ...right.keys()])].sort(byText);
  if (!keys.some((key) => left.has(key) && right.has(key))) return undefined;
  const scenarios = keys.map((key): ComparedPair => {
    const pair = { base: left.get(key) ?? null, head: right.get(key) ?? null };
    return { key, change: changeOf(pair), ...pair };
  });
  const summary = { improved: 0, regressed: 0, unchanged: 0, added: 0, removed: 0, changed_revision: 0, flaky: 0 };
  for (const pair of scenarios) {
    summary[pair.change] += 1;
    if (pair.base?.flaky === true || pair.head?.flaky === true) summary.flaky += 1;
  }
  const { improved, regressed } = summary;
  return {
    comparable: {
      sameScenarios: base.scenarioSetHash === head.scenarioSetHash,
      sameScorers: base.scorerVersion === head.scorerVersion,
      notes: notesOf(base, head, summary.changed_revision),
    },
    summary,
    significance: { discordant: improved + regressed, pValue: signTest(improved, regressed) },
    scenarios,
  };
}

function changeOf({ base, head }: Pick<ComparedPair, "base" | "head">): ScenarioChange {
  if (base === null) return "added";
  if (head === null) return "removed";
  if (base.revision !== head.revision) return "changed_revision";
  const [before, after] = [base.status === "passed", head.status === "passed"];
  if (before === after) return "unchanged";
  return after ? "improved" : "regressed";
}

function notesOf(base: ComparedRun, head: ComparedRun, changed: number): string[] {
  const notes: string[] = [];
  if (base.scenarioSetHash !== head.scenarioSetHash) notes.push("The runs cover different scenarios or revisions.");
  if (changed > 0) notes.push("Scenarios whose revision differs count neither as improved nor as regressed.");
  if (base.scorerVersion !== head.scorerVersion)
    notes.push("The runs were scored by different versions of the scorers: equal answers may score differently.");
  if (base.trials !== head.trials) notes.push("The runs have different numbers of trials.");
  return notes;
}

/** An assertion as far as two results of it are compared. */
type ComparedAssertion = Pick<ScoredAssertion, "turn" | "passed" | "score"> & { readonly type: string };

/** One answer of a scenario, of its first trial. */
export interface ComparedAnswer {
  readonly text: string | null;
  readonly assertions: readonly ComparedAssertion[];
  readonly latencyMs: number | null;
}

interface AssertionChange {
  readonly turn: number;
  /** Place among the assertions of the scenario, from 0. */
  readonly index: number;
  readonly type: string;
  readonly base: { readonly passed: boolean; readonly score: number } | null;
  readonly head: { readonly passed: boolean; readonly score: number } | null;
}

export interface AnswerComparison {
  readonly assertionChanges: readonly AssertionChange[];
  readonly textDiff: readonly TextChange[] | null;
  readonly latencyDeltaMs: number | null;
}

/** What differs between two answers: assertions by their place where revisions are equal, words, and time (EVAL-33). */
export function compareAnswers(base: ComparedAnswer, head: ComparedAnswer, sameRevision: boolean): AnswerComparison {
  const assertionChanges: AssertionChange[] = [];
  const count = sameRevision ? Math.max(base.assertions.length, head.assertions.length) : 0;
  for (let index = 0; index < count; index += 1) {
    const [before, after] = [base.assertions[index], head.assertions[index]];
    const either = before ?? after;
    if (either === undefined || (before?.passed === after?.passed && before?.score === after?.score)) continue;
    const shown = (scored: ComparedAssertion | undefined) =>
      scored === undefined ? null : { passed: scored.passed, score: scored.score };
    assertionChanges.push({ turn: either.turn, index, type: either.type, base: shown(before), head: shown(after) });
  }
  return {
    assertionChanges,
    textDiff: textDiff(base.text ?? "", head.text ?? ""),
    latencyDeltaMs:
      base.latencyMs === null || head.latencyMs === null ? null : rounded(head.latencyMs - base.latencyMs),
  };
}
