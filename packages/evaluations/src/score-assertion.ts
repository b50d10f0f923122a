import type { EvalAssertion } from "@service/contract";
import { type AssertionScore, decided } from "./assertion-score.ts";
import { type EvaluationModels, scoreByEmbedding, scoreByJudge } from "./judge.ts";
import { scoreCites, scoreGrounded, scoreRefusal, scoreToolCalled } from "./score-evidence.ts";
import { scoreJsonSchema, scoreJsonValue } from "./score-json.ts";
import {
  scoreContains,
  scoreExact,
  scoreMaxOutputChars,
  scoreNotContains,
  scoreRegex,
  scoreSimilarity,
} from "./score-text.ts";
import type { TurnResult } from "./turn-result.ts";

/** Rises with every change after which the same answer may score differently; a gate takes no run of another one. */
export const scorerVersion = 1;

/** What a turn is judged with besides its result. */
export interface ScoringContext {
  /** The words of the user in this turn. */
  readonly question: string;
  readonly models: EvaluationModels;
}

/**
 * Scores a turn by one assertion. The same values give the same score, but for `model_judge` and `embedding`, which ask
 * a model; what that throws makes the assertion errored (EVAL-22). Never throws for an assertion that was checked.
 */
export async function scoreAssertion(
  assertion: EvalAssertion,
  turn: TurnResult,
  context: ScoringContext,
): Promise<AssertionScore> {
  let score: AssertionScore;
  try {
    score = await plainScore(assertion, turn, context);
  } catch {
    // What a provider says may hold its secrets: the words of the error stay here.
    return { passed: false, score: 0, detail: "the assertion could not be judged", errored: true };
  }
  if (!assertion.negate || score.errored === true) return score;
  const passed = !score.passed;
  return { ...score, passed, score: passed ? 1 : 0, detail: passed ? score.detail : (score.detail ?? "holds") };
}

function plainScore(
  assertion: EvalAssertion,
  turn: TurnResult,
  context: ScoringContext,
): AssertionScore | Promise<AssertionScore> {
  switch (assertion.type) {
    case "exact":
      return scoreExact(assertion, turn);
    case "contains":
      return scoreContains(assertion, turn);
    case "not_contains":
      return scoreNotContains(assertion, turn);
    case "regex":
      return scoreRegex(assertion, turn, context.models);
    case "json_schema":
      return scoreJsonSchema(assertion, turn);
    case "json_value":
      return scoreJsonValue(assertion, turn);
    case "similarity":
      return assertion.metric === "embedding"
        ? scoreByEmbedding(assertion, turn, context)
        : scoreSimilarity(assertion, assertion.metric, turn, context.models);
    case "model_judge":
      return scoreByJudge(assertion, turn, context);
    case "cites":
      return scoreCites(assertion, turn);
    case "grounded":
      return scoreGrounded(assertion, turn);
    case "refusal":
      return scoreRefusal(assertion, turn);
    case "tool_called":
      return scoreToolCalled(assertion, turn);
    case "status":
      return decided(turn.status === assertion.value, `the turn is ${turn.status}`);
    case "max_latency_ms":
      return decided(turn.latencyMs <= assertion.value, `${Math.round(turn.latencyMs)} ms`);
    case "max_output_chars":
      return scoreMaxOutputChars(assertion, turn);
  }
}
