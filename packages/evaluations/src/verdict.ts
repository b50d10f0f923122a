import type {
  EvalAssertionType,
  EvalResultStatus,
  EvalScenarioContent,
  EvalTurn,
  EvalTurnStatus,
} from "@service/contract";
import { type AssertionScore, rounded } from "./assertion-score.ts";
import { scoreAssertion, type ScoringContext } from "./score-assertion.ts";
import type { TurnResult } from "./turn-result.ts";

/** An assertion of a trial with its score; `turn` counts from 0. */
export interface ScoredAssertion extends AssertionScore {
  readonly turn: number;
  readonly type: EvalAssertionType;
}

export interface ScoredTurn {
  readonly status: EvalTurnStatus;
  /** Of each assertion of the turn, in their order. */
  readonly scores: readonly AssertionScore[];
}

export interface TrialVerdict {
  readonly status: EvalResultStatus;
  /** 0 to 1: the weighted mean, an assertion that passed counting in full (EVAL-23). */
  readonly score: number;
  readonly assertions: readonly ScoredAssertion[];
}

/** Scores a turn by all of its assertions, in their order. */
export async function scoreTurn(
  turn: EvalTurn,
  result: TurnResult,
  models: ScoringContext["models"],
): Promise<ScoredTurn> {
  const scores: AssertionScore[] = [];
  for (const assertion of turn.assertions)
    scores.push(await scoreAssertion(assertion, result, { question: turn.user, models }));
  return { status: result.status, scores };
}

/** Whether a trial goes on after this turn: one that ended otherwise than expected leaves no history to go on from. */
export function isAsExpected(turn: EvalTurn, { status, scores }: ScoredTurn): boolean {
  if (status === "completed") return true;
  return turn.assertions.some(({ type }, index) => type === "status" && scores[index]?.passed === true);
}

/**
 * Judges one trial (EVAL-23, EVAL-24): errored when a turn ended otherwise than expected or an assertion could not be
 * judged; else passed when every required assertion passed and the weighted mean reaches the threshold. Turns that were
 * not run because of an earlier one count as not passed.
 */
export function judgeTrial(content: EvalScenarioContent, turns: readonly ScoredTurn[]): TrialVerdict {
  const assertions: ScoredAssertion[] = [];
  let [weights, credits] = [0, 0];
  let [isErrored, requiredPass] = [false, true];
  for (const [index, turn] of content.turns.entries()) {
    const scored = turns[index];
    if (scored === undefined || !isAsExpected(turn, scored)) isErrored = true;
    for (const [place, assertion] of turn.assertions.entries()) {
      const score = scored?.scores[place] ?? notRun;
      assertions.push({ turn: index, type: assertion.type, ...score });
      if (score.errored === true) isErrored = true;
      if (assertion.required && !score.passed) requiredPass = false;
      weights += assertion.weight;
      credits += assertion.weight * (score.passed ? 1 : score.score);
    }
  }
  const score = weights === 0 ? Number(requiredPass) : credits / weights;
  if (isErrored) return { status: "errored", score: 0, assertions };
  const passed = requiredPass && score >= content.pass_threshold - roundingMax;
  return { status: passed ? "passed" : "failed", score: rounded(score), assertions };
}

const notRun: AssertionScore = { passed: false, score: 0, detail: "the turn was not run" };

/** Sums of weights such as 0.1 are off in the sixteenth digit. */
const roundingMax = 1e-9;
