import type { EvalResultStatus } from "@service/contract";
import type { TriedScenario, TrialOutcome } from "@service/evaluations";

/** A result as its row has it. */
export interface TrialRow {
  readonly scenarioKey: string;
  readonly scenarioRevision: number;
  readonly status: string;
  readonly score: number | null;
}

/** Results by scenario, in the order of the rows; a trial that has no result counts as errored. */
export function tryResults(rows: readonly TrialRow[]): TriedScenario[] {
  const tried = new Map<string, TriedScenario & { readonly trials: TrialOutcome[] }>();
  for (const { scenarioKey: key, scenarioRevision: revision, status, score } of rows) {
    const scenario = tried.get(key) ?? { key, revision, trials: [] };
    scenario.trials.push({ status: endedAs(status), score: score ?? 0 });
    tried.set(key, scenario);
  }
  return [...tried.values()];
}

function endedAs(status: string): EvalResultStatus {
  return status === "passed" || status === "failed" ? status : "errored";
}
