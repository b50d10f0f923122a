import { serviceNamespace, uuidV5 } from "@service/contract";
import { canonicalJson, type Json, type JsonObject } from "@service/json";
import type { CompiledEngine, DeterministicResult, EvaluationCase, LoadedDataset, StageName } from "../engine-type.ts";
import type { CaseFailure } from "./case-assertions.ts";

/** Cases run as of this instant unless their input says otherwise, so that a gate answers the same every day. */
const caseCreatedAt = "2026-01-01T00:00:00Z";

/** `EngineType.gateKeys`' name for a built-in stage: covered by a run that completed it without failing. */
export function stageKey(stage: StageName): string {
  return `stage:${stage}`;
}

export type CaseRun = {
  readonly kind: "ran" | "refused";
  readonly status: string;
  /** What assertions point into. */
  readonly document: JsonObject;
  readonly canonical: string;
  readonly definiteKeys: readonly string[];
  readonly actual: Json;
};

/** Runs a case as a run of the engine; a refused input or a defect of the engine is an outcome, too. */
export function runCase(
  engine: CompiledEngine,
  evaluationCase: EvaluationCase,
  datasets: ReadonlyMap<string, LoadedDataset>,
): CaseRun {
  const { input, offerings } = evaluationCase;
  const issues = [...engine.validateInput(input), ...engine.validateOfferings(offerings)];
  if (issues.length > 0) {
    const actual: Json = issues.slice(0, 5).map(({ field, message }) => ({ field, message }));
    return refusedRun("invalid_input", actual);
  }
  let result: DeterministicResult;
  const stages = new Set<StageName>();
  try {
    result = engine.run({
      input,
      offerings,
      runId: uuidV5(serviceNamespace, `evaluation:${evaluationCase.case_key}`),
      createdAt: caseCreatedAt,
      datasets,
      onStage: (stage) => void stages.add(stage),
    });
  } catch (error) {
    return refusedRun("engine_error", error instanceof Error ? error.message : "unknown");
  }
  if (result.status === "failed") {
    const document = { status: "failed", error: result.error, stage: result.stage, code: result.code };
    return {
      kind: "ran",
      status: "failed",
      document,
      canonical: canonicalJson(document),
      definiteKeys: [],
      actual: result.code,
    };
  }
  const document: JsonObject = {
    status: result.status,
    output: result.output,
    ...(result.solutions === undefined ? {} : { solutions: result.solutions }),
  };
  const whole: JsonObject = {
    document,
    warnings: result.warnings.map((warning) => ({ ...warning })),
    work_items: result.workItems,
  };
  return {
    kind: "ran",
    status: result.status,
    document,
    canonical: canonicalJson(whole),
    definiteKeys: [
      ...[...stages].map(stageKey),
      ...result.ruleOutcomes.filter((outcome) => outcome.result !== "unknown").map((outcome) => outcome.ruleKey),
    ],
    actual: result.status,
  };
}

function refusedRun(status: string, actual: Json): CaseRun {
  return { kind: "refused", status, document: { status }, canonical: "", definiteKeys: [], actual };
}

/** Whether the output satisfies the response schema, and a second run agrees byte for byte. */
export function soundnessProblems(
  engine: CompiledEngine,
  evaluationCase: EvaluationCase,
  datasets: ReadonlyMap<string, LoadedDataset>,
  ran: CaseRun,
  checkResponse: (value: Json) => readonly { readonly field: string; readonly message: string }[],
): CaseFailure[] {
  const problems: CaseFailure[] = [];
  if (ran.status !== "failed") {
    const { status: _status, ...response } = ran.document;
    const [issue] = checkResponse(response);
    if (issue !== undefined)
      problems.push({ assertion: "output satisfies the response schema", actual: `${issue.field} ${issue.message}` });
  }
  if (runCase(engine, evaluationCase, datasets).canonical !== ran.canonical) {
    problems.push({ assertion: "output is repeatable", actual: "two runs differ" });
  }
  return problems;
}
