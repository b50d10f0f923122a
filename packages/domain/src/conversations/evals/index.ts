/**
 * Evaluations of conversation instances: scenarios with their revisions, runs that answer them under one configuration, and
 * comparisons of runs.
 *
 * Guarantees: a revision never changes and results name theirs; a trial is written once, by the worker that holds its lease;
 * the end of a run commits with its last result and is reported once; nothing is written to conversations; whoever may not read
 * what an answer was made from is shown neither it nor a scenario that was promoted from it. How answers are scored and
 * judged is left to `@service/evaluations`, the gate of a release to the module "release-gates", answering to "turns".
 */
export { answerByTurns } from "./answer-by-turns.ts";
export type { AnswerQuestion, ScenarioAnswer, ScenarioQuestion } from "./answer-scenario.ts";
export { cancelEvalRun } from "./cancel-eval-run.ts";
export { claimTrials, type ClaimedTrial } from "./claim-trials.ts";
export { createScenario } from "./create-scenario.ts";
export { diffEvalRuns } from "./diff-eval-runs.ts";
export { presentResult } from "./eval-result.ts";
export { AutomationTrigger, presentEvalRun } from "./eval-run.ts";
export { listEvalResults } from "./list-eval-results.ts";
export { listEvalRuns, readEvalRun } from "./list-eval-runs.ts";
export { listScenarios, readScenario } from "./list-scenarios.ts";
export { promoteAnnotation } from "./promote-annotation.ts";
export { retireScenario } from "./retire-scenario.ts";
export { presentScenario } from "./scenario.ts";
export { judgeByModels, type JudgeDeps, type JudgedTrial } from "./judge-by-models.ts";
export { type EvalsDeps, startEvals } from "./start-evals.ts";
export { settleTrial, type TrialEnd } from "./settle-trial.ts";
export { startEvalRun, type StartEvalRunDeps } from "./start-eval-run.ts";
export { updateScenario } from "./update-scenario.ts";
