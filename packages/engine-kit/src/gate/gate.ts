import {
  compileSchema,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  roundHalfAwayFromZero,
} from "@service/json";
import type { CompiledEngine, EngineType, EvaluationCase, LoadedDataset } from "../engine-type.ts";
import { assertionFailures } from "./case-assertions.ts";
import { caseHash, type CaseResult, type FailingCase, failingCases } from "./case-result.ts";
import { caseFrom, datasetsOfCase, labelledSetsOf, missingDatasets } from "./gate-cases.ts";
import { type GateSettings, gateSettings } from "./gate-settings.ts";
import { type LabelledSetResult, measureLabelledSets, type RowRun } from "./measure-labelled-sets.ts";
import { beyondThresholds, metricsOf, unmeasuredSets } from "./metric-bounds.ts";
import { acceptedRegressions, type PreviousGate, regressions } from "./regressions.ts";
import { runCase, soundnessProblems } from "./run-case.ts";

const ruleCoverageMin = 0.6;
const failingMax = 20;

type GateOutcome = "passed" | "cold_start_gate_not_met" | "cold_start_gate_failed" | "cold_start_gate_regressed";

export type GateRequest = {
  readonly engine: CompiledEngine;
  readonly type: EngineType;
  readonly effective: JsonObject;
  readonly cases: readonly EvaluationCase[];
  readonly responseSchema: JsonSchema;
  readonly previous?: PreviousGate;
  /**
   * Datasets of the organization that cases and labelled sets read, by key (`gateDatasetKeys` lists them); absent = not
   * imported. Built-in cases read only those that the configuration requires: they carry their data inline.
   */
  readonly datasets?: ReadonlyMap<string, LoadedDataset>;
  /** The rule coverage floor binds the first release of a major and is a warning later. Default true. */
  readonly firstOfMajor?: boolean;
  /**
   * Called before every case; true stops the gate as not met ("no evaluation result yet"). The caller keeps the clock.
   */
  readonly isOutOfTime?: () => boolean;
};

export type GateResult = {
  readonly gate: GateOutcome;
  readonly required: JsonObject;
  readonly actual: JsonObject;
  /** At most 20. */
  readonly failing: readonly FailingCase[];
  readonly caseResults: readonly CaseResult[];
  /** The accepted names that excused something: the release record keeps these. */
  readonly acceptedRegressions: readonly string[];
  /** `<dataset_key>.<metric>` of every labelled set. */
  readonly metrics: { readonly [name: string]: number };
  /** What the labelled sets measured, each with the version and hash it was measured on. */
  readonly labelledSets: readonly LabelledSetResult[];
  /** The datasets that cases and labelled rows read. */
  readonly datasets: readonly DatasetRead[];
  readonly warnings: readonly string[];
};

type DatasetRead = { readonly dataset_key: string; readonly version: string; readonly sha256: string };

/**
 * The evaluation gate of a publish (GATE-6). Every case runs twice, deterministically; outputs must satisfy the
 * response schema and agree byte for byte. Rows of labelled sets run once after the cases and are measured. Checked in
 * this order: enough evidence (`not_met`), valid outputs (`failed`), no regression against the latest release
 * (`regressed`), pass rate and metric thresholds (`failed`). Regression is checked before the pass rate, because at the
 * default rate of 1 every regression also misses the rate; accepted regressions do not count towards the rate. Only
 * regressions can be accepted, not a new case that fails. A regression accepted for the latest release is no longer
 * one, but would miss the rate of every later release, so it may be accepted again by name while the case is unchanged.
 */
export function evaluateGate(request: GateRequest): GateResult {
  const settings = gateSettings(request.effective);
  const evidence = gatherEvidence(request);
  const { caseResults, metrics } = evidence;
  const regressed = regressions(request.previous, evidence, settings.metricTolerance);
  const accepted = acceptedRegressions(request.previous, regressed, caseResults);
  const counted = caseResults.filter((result) => result.passed || !accepted.has(result.case_key));
  const passRate = counted.length === 0 ? 1 : counted.filter((result) => result.passed).length / counted.length;
  const { gate, failing } = judgeEvidence(request, settings, evidence, {
    unexcused: regressed.filter(({ case_key }) => !accepted.has(case_key)),
    passRate,
  });
  return {
    gate,
    required: requiredBy(settings),
    actual: actualOf(request, evidence, passRate),
    failing: failing.slice(0, failingMax),
    caseResults,
    acceptedRegressions: [...accepted],
    metrics,
    labelledSets: evidence.labelledSets,
    datasets: [...(request.datasets ?? new Map<string, LoadedDataset>()).values()].map(
      ({ datasetKey, version, sha256 }) => ({ dataset_key: datasetKey, version, sha256 }),
    ),
    warnings:
      !isCovered(evidence) && request.firstOfMajor === false
        ? ["fewer than 60 % of the enabled rules were evaluated to true or false"]
        : [],
  };
}

/** What the cases and the labelled sets showed. */
type Evidence = {
  readonly caseResults: readonly CaseResult[];
  /** Outputs that break the response schema or differ between two runs. */
  readonly unsound: readonly FailingCase[];
  /** Share of the rules that some case evaluated to true or false. */
  readonly ruleCoverage: number;
  readonly labelledSets: readonly LabelledSetResult[];
  readonly metrics: { readonly [name: string]: number };
  readonly isOutOfTime: boolean;
};

function gatherEvidence(request: GateRequest): Evidence {
  const cases = runCases(request);
  const measured = cases.isOutOfTime ? [] : measuredSets(request);
  const labelledSets = measured === "out_of_time" ? [] : measured;
  return {
    ...cases,
    labelledSets,
    metrics: metricsOf(labelledSets),
    isOutOfTime: cases.isOutOfTime || measured === "out_of_time",
  };
}

function runCases(request: GateRequest): Pick<Evidence, "caseResults" | "unsound" | "ruleCoverage" | "isOutOfTime"> {
  const checkResponse = compileSchema(request.responseSchema);
  const gateKeys = new Set(request.type.gateKeys(request.effective));
  const definiteKeys = new Set<string>();
  const caseResults: CaseResult[] = [];
  const unsound: FailingCase[] = [];
  let isOutOfTime = false;
  for (const evaluationCase of request.cases) {
    if (request.isOutOfTime?.() === true) {
      isOutOfTime = true;
      break;
    }
    const { case_key } = evaluationCase;
    const datasets = datasetsOfCase(request, evaluationCase);
    const ran = runCase(request.engine, evaluationCase, datasets);
    for (const key of ran.definiteKeys) if (gateKeys.has(key)) definiteKeys.add(key);
    const soundness =
      ran.kind === "ran" ? soundnessProblems(request.engine, evaluationCase, datasets, ran, checkResponse) : [];
    const failures = [...soundness, ...assertionFailures(evaluationCase, ran.document)];
    unsound.push(...soundness.map((failure) => ({ case_key, ...failure })));
    caseResults.push({
      case_key,
      case_sha256: caseHash(evaluationCase),
      passed: failures.length === 0 && ran.kind === "ran",
      status: ran.status,
      failures:
        failures.length === 0 && ran.kind === "refused"
          ? [{ assertion: "input is valid", actual: ran.actual }]
          : failures,
    });
  }
  const ruleCoverage = gateKeys.size === 0 ? 1 : definiteKeys.size / gateKeys.size;
  return { caseResults, unsound, ruleCoverage, isOutOfTime };
}

type Verdict = { readonly gate: GateOutcome; readonly failing: readonly FailingCase[] };

/** The checks in their order; the first that does not hold decides. */
function judgeEvidence(
  request: GateRequest,
  settings: GateSettings,
  evidence: Evidence,
  { unexcused, passRate }: { readonly unexcused: readonly FailingCase[]; readonly passRate: number },
): Verdict {
  const { caseResults, labelledSets, unsound } = evidence;
  const failing = failingCases(caseResults);
  const isUncovered = !isCovered(evidence) && request.firstOfMajor !== false;
  const isShort = caseResults.length < settings.minCases || completedIn(caseResults) === 0;
  if (evidence.isOutOfTime || isShort || isUncovered) return { gate: "cold_start_gate_not_met", failing };
  const unmeasured = unmeasuredSets(labelledSets, settings, request.type);
  if (unmeasured.length > 0) return { gate: "cold_start_gate_not_met", failing: unmeasured };
  if (unsound.length > 0) return { gate: "cold_start_gate_failed", failing: unsound };
  if (unexcused.length > 0) return { gate: "cold_start_gate_regressed", failing: unexcused };
  const beyond = beyondThresholds(labelledSets, settings);
  const isBelowRate = passRate < settings.passRate;
  return isBelowRate || beyond.length > 0
    ? { gate: "cold_start_gate_failed", failing: [...beyond, ...(isBelowRate ? failing : [])] }
    : { gate: "passed", failing: [] };
}

function isCovered({ ruleCoverage }: Evidence): boolean {
  return ruleCoverage >= ruleCoverageMin;
}

function completedIn(results: readonly CaseResult[]): number {
  return results.filter((result) => result.status === "completed").length;
}

function requiredBy({ minCases, passRate, metricTolerance, metricThresholds }: GateSettings): JsonObject {
  return {
    cases: minCases,
    completed_cases: 1,
    rule_coverage: ruleCoverageMin,
    pass_rate: passRate,
    metric_tolerance: metricTolerance,
    ...(metricThresholds.length === 0 ? {} : { metric_thresholds: Object.fromEntries(metricThresholds) }),
  };
}

function actualOf(request: GateRequest, evidence: Evidence, passRate: number): JsonObject {
  const { caseResults, ruleCoverage, labelledSets, metrics, isOutOfTime } = evidence;
  const missing = missingDatasets(request);
  return {
    cases: caseResults.length,
    completed_cases: completedIn(caseResults),
    rule_coverage: roundHalfAwayFromZero(ruleCoverage, 4),
    pass_rate: roundHalfAwayFromZero(passRate, 4),
    ...(labelledSets.length === 0 ? {} : { metrics }),
    ...(missing.length === 0 ? {} : { datasets_missing: missing }),
    ...(isOutOfTime ? { reason: "out_of_time" } : {}),
  };
}

function measuredSets(request: GateRequest): readonly LabelledSetResult[] | "out_of_time" {
  const { engine, type, effective, datasets } = request;
  const sets = labelledSetsOf(effective).flatMap((key) => datasets?.get(key) ?? []);
  return measureLabelledSets({
    engineType: type.name,
    sets,
    isOutOfTime: () => request.isOutOfTime?.() === true,
    run: (row): RowRun => {
      const rowCase = caseFrom(row);
      const ran = runCase(engine, rowCase, datasetsOfCase(request, rowCase, true));
      const { output, solutions } = ran.document;
      return {
        answer: isJsonObject(output)
          ? { output, solutions: isJsonArray(solutions) ? solutions.filter(isJsonObject) : [] }
          : null,
        doAssertionsHold: ran.kind === "ran" && assertionFailures(rowCase, ran.document).length === 0,
      };
    },
  });
}
