/**
 * Evaluations of conversation instances (EVAL-1): what a scenario may assert, how answers are scored, what trials and
 * runs come to, how two runs differ, and whether a configuration may be released.
 *
 * Guarantees: no I/O, no clock, no randomness: a model is asked only through the functions that are passed in. Patterns
 * and schemas of tenants are checked when a scenario is saved; whatever passes is judged in bounded time. Who runs
 * scenarios, and where results are kept, is left to the domain.
 */
export { checkAnswerSchema, compileAnswerSchema } from "./answer-schema.ts";
export type { AssertionScore, JudgeRecord } from "./assertion-score.ts";
export { checkScenario, requiredModels } from "./check-scenario.ts";
export {
  type ActiveScenario,
  type CandidateRun,
  decideGate,
  type GateDecision,
  type GateGap,
  type GateQuestion,
  type GateReport,
  type GateRule,
  type GateState,
  type TriedScenario,
} from "./decide-gate.ts";
export {
  type AnswerComparison,
  compareAnswers,
  type ComparedAnswer,
  type ComparedPair,
  type ComparedRun,
  type ComparedScenario,
  compareRuns,
  type RunComparison,
  type ScenarioChange,
} from "./diff-runs.ts";
export { contentHash, scenarioSetHash } from "./hashes.ts";
export { jsonPatch, type PatchOperation } from "./json-patch.ts";
export type { EvaluationModels, JudgeRequest } from "./judge.ts";
export { scorerVersion } from "./score-assertion.ts";
export {
  outcomeOf,
  type RunTotals,
  type ScenarioOutcome,
  totalsOf,
  type TrialOutcome,
  type TrialRule,
} from "./trials.ts";
export { type TextMetric, textSimilarity } from "./text-similarity.ts";
export type { AnswerMethod, CalledTool, CitedSource, TurnResult } from "./turn-result.ts";
export {
  isAsExpected,
  judgeTrial,
  type ScoredAssertion,
  type ScoredTurn,
  scoreTurn,
  type TrialVerdict,
} from "./verdict.ts";
