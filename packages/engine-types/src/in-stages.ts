import { RuleBudgetExceeded } from "./conditions/index.ts";
import type { DeterministicResult, EngineRequest, StageName, Warning } from "./engine-type.ts";

/**
 * Runs the stages of an engine. Nothing in an input makes a run throw: when its rules need more evaluations than a run may spend,
 * it has failed in the stage it was in, with the code `rule_budget_exceeded` (domain.md 0.5). Anything else is a defect and is
 * thrown.
 * @param stages is told how to enter a stage, and where to leave warnings that a failed run keeps.
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

/** A rule that met a value of another type than it compares: it is undecided, and its author should know. */
export function mismatchWarning(path: string, stage: StageName): Warning {
  return {
    code: "rule_unknown",
    message: `A rule compares ${path} with a value of another type; the rule is undecided.`,
    stage,
    severity: "info",
    path,
  };
}
