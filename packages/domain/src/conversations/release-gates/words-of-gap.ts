import type { GateGap } from "@service/evaluations";

/** What a release still needs, as a phrase (EVAL-41). */
export function wordsOfGap({ reason, required, actual, scenarios }: GateGap): string {
  switch (reason) {
    case "no_run":
      return "a finished evaluation of exactly this configuration";
    case "run_not_completed":
      return `an evaluation that is completed; the newest is ${actual}`;
    case "run_too_old":
      return `an evaluation that is at most ${required} hours old; the newest is ${actual}`;
    case "other_scorer":
      return "an evaluation by the scorers of today";
    case "too_few_trials":
      return `an evaluation with ${required} trials of each scenario; the newest has ${actual}`;
    case "too_few_scenarios":
      return `${required} active scenarios; there are ${actual}`;
    case "scenarios_not_covered":
      return `an evaluation of every active scenario at its current revision; it lacks ${scenarios.join(", ")}`;
    case "tag_without_scenario":
      return `a scenario with the tag ${required}`;
  }
}
