import { RuleBudgetExceeded } from "@service/conditions";
import type { DeterministicResult, EngineRequest, StageName, Warning } from "./engine-type.ts";

/**
 * Runs the stages of an engine. An input never makes a run throw: when its rules exceed the evaluation budget, the run
 * has failed in its current stage with the code `rule_budget_exceeded` (COND-26, TYPE-58). Any other exception is a
 * defect and is rethrown.
 * @param stages gets a function to enter a stage, and the list of warnings that a failed run keeps.
 */
export function runInStages(
  request: EngineRequest,
  stages: (enter: (stage: StageName) => void, warnings: Warning[]) => DeterministicResult,
): DeterministicResult {
  const warnings: Warning[] = [];
  let stage: StageName = "load";
  const enter = (next: StageName): void => {
    stage = next;
    request.onStage(next);
  };
  try {
    return stages(enter, warnings);
  } catch (error) {
    if (!(error instanceof RuleBudgetExceeded)) throw error;
    return {
      status: "failed",
      error: "The rules of this engine need more evaluations than a run may spend.",
      stage,
      code: error.code,
      warnings,
    };
  }
}

/** Warns the author of a rule that compares a value of another type: the rule is undecided. */
export function mismatchWarning(path: string, stage: StageName): Warning {
  return {
    code: "rule_unknown",
    message: `A rule compares ${path} with a value of another type; the rule is undecided.`,
    stage,
    severity: "info",
    path,
  };
}
