import { engineTypeNames } from "@service/contract";
import type { Deps } from "@service/domain";
import type { StoredTrace } from "@service/domain/defensibility";
import { compiledEngine, type ConfigurationDeps } from "@service/domain/engines";
import { claimRuns, createSettler, type ClaimedRun } from "@service/domain/runs";
import type { JsonObject } from "@service/json";
import type { RuleOutcome } from "@service/engine-kit";

/** Does a worker's job once, in this process: claims every waiting run, computes and settles it. Returns run ids. */
export async function workOffRuns(deps: Pick<Deps, "db"> & ConfigurationDeps): Promise<string[]> {
  const settle = createSettler(deps.db, { heldMax: 100 });
  const claimed = await claimRuns(deps.db, {
    owner: "test",
    engineTypes: engineTypeNames,
    runsMax: 100,
    firstSilenceSeconds: 900,
  });
  for (const run of claimed) {
    const settlement = await compute(deps, run);
    await settle({ id: run.id, attempt: run.attempt, token: run.token, settlement });
  }
  return claimed.map((run) => run.id);
}

async function compute(
  deps: ConfigurationDeps,
  run: ClaimedRun,
): Promise<Parameters<ReturnType<typeof createSettler>>[0]["settlement"]> {
  if (run.configHash === null) throw new Error("the run names no configuration");
  const { compiled } = await compiledEngine(deps, run.configHash);
  const result = compiled.run({
    input: objectOf(run.input),
    offerings: undefined,
    runId: run.id,
    createdAt: run.createdAt.toISOString(),
    datasets: new Map(),
    onStage: () => undefined,
  });
  if (result.status === "failed") {
    const details = { type: "pipeline_error", code: result.code, stage: result.stage } as const;
    return { status: "failed", error: result.error, details, warnings: JSON.stringify(result.warnings) };
  }
  return {
    status: result.status,
    outputPhase: "final",
    output: JSON.stringify(result.output),
    solutions: result.solutions === undefined ? null : JSON.stringify(result.solutions),
    warnings: JSON.stringify(result.warnings),
    workItems: JSON.stringify(result.workItems),
    trace: JSON.stringify(traceOf(result.ruleOutcomes)),
  };
}

/** Every rule that did not evaluate to false, unbounded. */
function traceOf(outcomes: readonly RuleOutcome[]): StoredTrace {
  const decisive = outcomes.filter(({ result }) => result !== "false");
  return {
    rules: decisive.map(({ stage, ruleKey, result, facts = [], evidenceIds = [] }) => ({
      stage,
      rule_key: ruleKey,
      result,
      facts,
      evidence_ids: evidenceIds,
    })),
    rules_omitted: 0,
  };
}

function objectOf(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Error("not an object");
  return Object.fromEntries(Object.entries(value));
}
