import { testScenarios } from "@service/contract";
import { fixtureRun } from "@service/contract-registry";
import type { ClaimedRun, Settlement } from "@service/domain/runs";

/**
 * Ends a run of a test scenario with the published example of that terminal state (RUN-16), so that callers can test
 * every end without finding an input for it. Undefined for an ordinary run.
 */
export function playScenario(run: ClaimedRun): Settlement | undefined {
  const scenario = testScenarios.find((name) => name === run.testScenario);
  if (!scenario) return undefined;
  const documented = run.configHash === null ? undefined : fixtureRun(run.configHash, scenario);
  if (!documented) {
    return {
      status: "failed",
      error: "The release documents no such scenario.",
      details: { type: "pipeline_error", code: "scenario_not_documented" },
      warnings: null,
    };
  }
  if (documented.status === "failed") {
    const { type, code, stage } = documented.details;
    return {
      status: "failed",
      error: documented.error,
      details: {
        type: type === "pipeline_timeout" ? "pipeline_timeout" : "pipeline_error",
        ...(typeof code === "string" ? { code } : {}),
        ...(typeof stage === "string" ? { stage } : {}),
      },
      warnings: null,
    };
  }
  return {
    status: documented.status,
    outputPhase: "final",
    output: textOf(documented.output),
    solutions: null,
    warnings: "[]",
    workItems: "[]",
  };
}

/** Published examples never change, so each is serialized once. */
const texts = new WeakMap<object, string>();

function textOf(output: object): string {
  const cached = texts.get(output);
  if (cached !== undefined) return cached;
  const text = JSON.stringify(output);
  texts.set(output, text);
  return text;
}
