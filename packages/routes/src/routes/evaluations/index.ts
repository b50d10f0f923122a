/**
 * Evaluations of conversation instances: their scenarios, the runs that answer them, and comparisons of runs (EVAL-50). Every
 * change of a scenario and the start of a run need an organization key; the rules are in the domain package.
 */
import { cancelEvalRun } from "./cancel-eval-run.ts";
import { createEvalScenario } from "./create-scenario.ts";
import { diffEvalRuns } from "./diff-eval-runs.ts";
import { listEvalResults } from "./list-eval-results.ts";
import { listEvalRuns } from "./list-eval-runs.ts";
import { listEvalScenarios } from "./list-scenarios.ts";
import { promoteAnnotation } from "./promote-annotation.ts";
import { readEvalRun } from "./read-eval-run.ts";
import { readEvalScenario } from "./read-scenario.ts";
import { retireEvalScenario } from "./retire-scenario.ts";
import { startEvalRun } from "./start-eval-run.ts";
import { updateEvalScenario } from "./update-scenario.ts";

export const evaluationsRoutes = [
  listEvalScenarios,
  createEvalScenario,
  readEvalScenario,
  updateEvalScenario,
  retireEvalScenario,
  startEvalRun,
  listEvalRuns,
  readEvalRun,
  listEvalResults,
  cancelEvalRun,
  diffEvalRuns,
  promoteAnnotation,
];
