import {
  pointerName,
  canonicalHash,
  canonicalJson,
  type Json,
  type JsonObject,
  type JsonSchema,
  isJsonArray,
  isJsonObject,
  roundHalfAwayFromZero,
  compileSchema,
  cut,
} from "@service/json";
import { serviceNamespace, uuidV5 } from "@service/contract";
import type {
  CaseAssertion,
  CompiledEngine,
  DeterministicResult,
  EngineType,
  EvaluationCase,
  LoadedDataset,
  StageName,
} from "../engine-type.ts";
import { fitCaseInput } from "./fit-case-input.ts";
import { directionOf } from "./labelled-metrics.ts";
import { measureLabelledSets, type LabelledSetResult, type RowRun } from "./measure-labelled-sets.ts";

/** Cases run as of this instant unless their input says otherwise, so that a gate answers the same every day. */
const caseCreatedAt = "2026-01-01T00:00:00Z";
const ruleCoverageMin = 0.6;
const failingMax = 20;
const actualChars = 500;

type GateOutcome = "passed" | "cold_start_gate_not_met" | "cold_start_gate_failed" | "cold_start_gate_regressed";

type CaseResult = {
  readonly case_key: string;
  /** Hash of the case's content: only an unchanged case can regress. */
  readonly case_sha256: string;
  readonly passed: boolean;
  readonly status: string;
  readonly failures: readonly CaseFailure[];
};
type CaseFailure = { readonly assertion: Json; readonly actual: Json };
type FailingCase = { readonly case_key: string } & CaseFailure;

export type GateRequest = {
  readonly engine: CompiledEngine;
  readonly type: EngineType;
  readonly effective: JsonObject;
  readonly cases: readonly EvaluationCase[];
  readonly responseSchema: JsonSchema;
  /** Result of the latest release's gate and its accepted regressions, with those that the publisher accepts now. */
  readonly previous?: {
    readonly caseResults: readonly CaseResult[];
    readonly metrics?: { readonly [name: string]: number };
    readonly acceptedRegressions?: readonly string[];
    readonly acceptRegressions?: readonly string[];
  };
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
    const datasets = datasetsOfCase(request, evaluationCase);
    const ran = runCase(request.engine, evaluationCase, datasets);
    for (const key of ran.definiteKeys) if (gateKeys.has(key)) definiteKeys.add(key);
    const soundness =
      ran.kind === "ran" ? soundnessProblems(request.engine, evaluationCase, datasets, ran, checkResponse) : [];
    const failures = [...soundness, ...assertionFailures(evaluationCase, ran.document)];
    for (const failure of soundness) unsound.push({ case_key: evaluationCase.case_key, ...failure });
    caseResults.push({
      case_key: evaluationCase.case_key,
      case_sha256: caseHash(evaluationCase),
      passed: failures.length === 0 && ran.kind === "ran",
      status: ran.status,
      failures:
        failures.length === 0 && ran.kind === "refused"
          ? [{ assertion: "input is valid", actual: ran.actual }]
          : failures,
    });
  }

  const labelled = isOutOfTime ? [] : measuredSets(request);
  if (labelled === "out_of_time") isOutOfTime = true;
  const labelledSets = labelled === "out_of_time" ? [] : labelled;
  const metrics = metricsOf(labelledSets);

  const completed = caseResults.filter((result) => result.status === "completed").length;
  const coverage = gateKeys.size === 0 ? 1 : definiteKeys.size / gateKeys.size;
  const regressed = regressions(request, { caseResults, metrics }, settings.metricTolerance);
  const excusable = new Set([...regressed.map(({ case_key }) => case_key), ...acceptedBefore(request, caseResults)]);
  const accepted = new Set((request.previous?.acceptRegressions ?? []).filter((name) => excusable.has(name)));
  const counted = caseResults.filter((result) => result.passed || !accepted.has(result.case_key));
  const passRate = counted.length === 0 ? 1 : counted.filter((result) => result.passed).length / counted.length;
  const required: JsonObject = {
    cases: settings.minCases,
    completed_cases: 1,
    rule_coverage: ruleCoverageMin,
    pass_rate: settings.passRate,
    metric_tolerance: settings.metricTolerance,
    ...(settings.metricThresholds.length === 0
      ? {}
      : { metric_thresholds: Object.fromEntries(settings.metricThresholds) }),
  };
  const missing = missingDatasets(request);
  const actual: JsonObject = {
    cases: caseResults.length,
    completed_cases: completed,
    rule_coverage: roundHalfAwayFromZero(coverage, 4),
    pass_rate: roundHalfAwayFromZero(passRate, 4),
    ...(labelledSets.length === 0 ? {} : { metrics }),
    ...(missing.length === 0 ? {} : { datasets_missing: missing }),
  };
  const warnings: string[] = [];
  const isCovered = coverage >= ruleCoverageMin;
  if (!isCovered && request.firstOfMajor === false)
    warnings.push("fewer than 60 % of the enabled rules were evaluated to true or false");
  const answer = (gate: GateOutcome, failing: readonly FailingCase[]): GateResult => ({
    gate,
    required,
    actual: isOutOfTime ? { ...actual, reason: "out_of_time" } : actual,
    failing: failing.slice(0, failingMax),
    caseResults,
    acceptedRegressions: [...accepted],
    metrics,
    labelledSets,
    datasets: [...(request.datasets ?? new Map<string, LoadedDataset>()).values()].map(
      ({ datasetKey, version, sha256 }) => ({ dataset_key: datasetKey, version, sha256 }),
    ),
    warnings,
  });

  const failing = caseResults.flatMap((result) =>
    result.failures.map((failure) => ({ case_key: result.case_key, ...failure })),
  );
  const isUncovered = !isCovered && request.firstOfMajor !== false;
  if (isOutOfTime || caseResults.length < settings.minCases || completed === 0 || isUncovered) {
    return answer("cold_start_gate_not_met", failing);
  }
  const unmeasured = unmeasuredSets(labelledSets, settings, request.type);
  if (unmeasured.length > 0) return answer("cold_start_gate_not_met", unmeasured);
  if (unsound.length > 0) return answer("cold_start_gate_failed", unsound);
  const unexcused = regressed.filter(({ case_key }) => !accepted.has(case_key));
  if (unexcused.length > 0) return answer("cold_start_gate_regressed", unexcused);
  const beyond = beyondThresholds(labelledSets, settings);
  if (passRate < settings.passRate || beyond.length > 0) {
    return answer("cold_start_gate_failed", [...beyond, ...(passRate < settings.passRate ? failing : [])]);
  }
  return answer("passed", []);
}

/** The cases a publish must pass: those of the configuration, or the type's built-in ones (GATE-4). */
export function gateCases(type: EngineType, effective: JsonObject): readonly EvaluationCase[] {
  const evaluation = effective.evaluation;
  if (!isJsonObject(evaluation) || !isJsonArray(evaluation.cases)) {
    return type
      .builtInCases()
      .map((builtIn) => ({ ...builtIn, input: fitCaseInput(builtIn.input, effective, type.contractRoot) }));
  }
  return evaluation.cases.filter(isJsonObject).map(caseFrom);
}

/** The labelled sets that a gate measures, as the configuration or the operator names them. */
export function labelledSetsOf(effective: JsonObject): readonly string[] {
  const { evaluation } = effective;
  if (!isJsonObject(evaluation) || !isJsonArray(evaluation.labelled_sets)) return [];
  return evaluation.labelled_sets.filter((key) => typeof key === "string");
}

/**
 * Keys of the datasets that a gate reads: its labelled sets, and those that its cases would read as runs. Cases with
 * their own offerings read none; built-in cases read only what the configuration requires.
 */
export function gateDatasetKeys(type: EngineType, effective: JsonObject): readonly string[] {
  const sets = labelledSetsOf(effective);
  const read = hasOwnCases(effective)
    ? gateCases(type, effective).flatMap(({ input, offerings }) =>
        offerings === undefined ? (type.datasetKeys?.(effective, input) ?? []) : [],
      )
    : (type.requiredDatasetKeys?.(effective) ?? []);
  // Rows are not loaded yet: take the keys that any row could lead to.
  const readByRows = sets.length === 0 ? [] : (type.datasetKeys?.(effective, undefined) ?? []);
  return [...new Set([...sets, ...read, ...readByRows])].sort();
}

function hasOwnCases({ evaluation }: JsonObject): boolean {
  return isJsonObject(evaluation) && isJsonArray(evaluation.cases);
}

/** Datasets that a run with this input would read (GATE-8, MATCH-6: offerings of the request replace the dataset). */
function datasetsOfCase(
  { type, effective, datasets }: GateRequest,
  { offerings }: Pick<EvaluationCase, "offerings">,
  isRow = false,
): ReadonlyMap<string, LoadedDataset> {
  if (datasets === undefined || offerings !== undefined) return new Map();
  if (isRow || hasOwnCases(effective)) return datasets;
  const required = type.requiredDatasetKeys?.(effective) ?? [];
  return new Map([...datasets].filter(([key]) => required.includes(key)));
}

function missingDatasets({ type, effective, datasets }: GateRequest): string[] {
  return (type.requiredDatasetKeys?.(effective) ?? []).filter((key) => datasets?.has(key) !== true);
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

function metricsOf(sets: readonly LabelledSetResult[]): { readonly [name: string]: number } {
  return Object.fromEntries(
    sets.flatMap(({ dataset_key, metrics }) =>
      Object.entries(metrics).map(([metric, value]) => [`${dataset_key}.${metric}`, value] as const),
    ),
  );
}

/**
 * Sets that measured nothing of this type, and thresholds on metrics that no set measured: requested evidence is
 * missing.
 */
function unmeasuredSets(sets: readonly LabelledSetResult[], settings: GateSettings, type: EngineType): FailingCase[] {
  const empty = sets
    .filter(({ metrics }) => Object.keys(metrics).length === 0)
    .map(({ dataset_key, rows }) => ({
      case_key: dataset_key,
      assertion: `rows carry labels of ${type.name}, or assertions`,
      actual: `none of ${rows} rows`,
    }));
  const unheld = settings.metricThresholds
    .filter(([metric]) => !sets.some(({ metrics }) => metrics[metric] !== undefined))
    .map(([metric]) => ({ case_key: metric, assertion: "a labelled set measures this metric", actual: null }));
  return [...empty, ...unheld];
}

function beyondThresholds(sets: readonly LabelledSetResult[], { metricThresholds }: GateSettings): FailingCase[] {
  return sets.flatMap(({ dataset_key, metrics }) =>
    metricThresholds.flatMap(([metric, bound]) => {
      const value = metrics[metric];
      if (value === undefined || isWithin(metric, value, bound)) return [];
      return [{ case_key: `${dataset_key}.${metric}`, assertion: boundOf(metric, bound), actual: value }];
    }),
  );
}

/** Sums and quotients are not exact; the four decimals shown are. */
const metricRounding = 1e-9;

function isWithin(metric: string, value: number, bound: number): boolean {
  return directionOf(metric) === "lower" ? value <= bound + metricRounding : value >= bound - metricRounding;
}

function boundOf(metric: string, bound: number): string {
  const shown = roundHalfAwayFromZero(Math.max(0, bound), 4);
  return directionOf(metric) === "lower" ? `metric at most ${shown}` : `metric at least ${shown}`;
}

function caseFrom(saved: JsonObject): EvaluationCase {
  return {
    case_key: textOf(saved.case_key),
    label: textOf(saved.label),
    input: isJsonObject(saved.input) ? saved.input : {},
    ...(isJsonArray(saved.offerings) ? { offerings: saved.offerings.filter(isJsonObject) } : {}),
    expect: isJsonArray(saved.expect) ? saved.expect.filter(isJsonObject).flatMap(assertionFrom) : [],
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

const assertionOps = ["eq", "ne", "gte", "lte", "in", "contains", "exists", "absent", "count_gte", "rank_lte"] as const;

function assertionFrom(saved: JsonObject): CaseAssertion[] {
  const op = assertionOps.find((known) => known === saved.op);
  if (op === undefined || typeof saved.path !== "string") return [];
  return [{ path: saved.path, op, ...(saved.value === undefined ? {} : { value: saved.value }) }];
}

type GateSettings = {
  readonly minCases: number;
  readonly passRate: number;
  readonly metricTolerance: number;
  /** The minimum of a metric that is better when higher, the maximum of one that is better when lower. */
  readonly metricThresholds: readonly (readonly [string, number])[];
};

function gateSettings(effective: JsonObject): GateSettings {
  const evaluation = isJsonObject(effective.evaluation) ? effective.evaluation : {};
  return {
    minCases: typeof evaluation.min_cases === "number" ? evaluation.min_cases : 3,
    passRate: typeof evaluation.pass_rate === "number" ? evaluation.pass_rate : 1,
    metricTolerance: typeof evaluation.metric_tolerance === "number" ? evaluation.metric_tolerance : 0.02,
    metricThresholds: isJsonObject(evaluation.metric_thresholds)
      ? Object.entries(evaluation.metric_thresholds).flatMap(([metric, bound]) =>
          typeof bound === "number" ? [[metric, bound] as const] : [],
        )
      : [],
  };
}

/** `EngineType.gateKeys`' name for a built-in stage: covered by a run that completed it without failing. */
export function stageKey(stage: StageName): string {
  return `stage:${stage}`;
}

type CaseRun = {
  readonly kind: "ran" | "refused";
  readonly status: string;
  /** What assertions point into. */
  readonly document: JsonObject;
  readonly canonical: string;
  readonly definiteKeys: readonly string[];
  readonly actual: Json;
};

function runCase(
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

function soundnessProblems(
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

function regressions(
  request: GateRequest,
  { caseResults, metrics }: Pick<GateResult, "caseResults" | "metrics">,
  tolerance: number,
): FailingCase[] {
  const { previous } = request;
  if (previous === undefined) return [];
  const passedBefore = new Set(
    previous.caseResults.filter((result) => result.passed).map((result) => result.case_sha256),
  );
  const regressed: FailingCase[] = caseResults
    .filter((result) => !result.passed && passedBefore.has(result.case_sha256))
    .flatMap((result) => result.failures.map((failure) => ({ case_key: result.case_key, ...failure })));
  for (const [name, before] of Object.entries(previous.metrics ?? {})) {
    const now = metrics[name];
    const bound = directionOf(name) === "lower" ? before + tolerance : before - tolerance;
    if (now !== undefined && !isWithin(name, now, bound)) {
      regressed.push({ case_key: name, assertion: boundOf(name, bound), actual: now });
    }
  }
  return regressed;
}

/** Cases that the latest release was allowed to fail and that still fail unchanged. */
function acceptedBefore({ previous }: GateRequest, caseResults: readonly CaseResult[]): string[] {
  const failedBefore = new Set(
    previous?.caseResults
      .filter(({ case_key, passed }) => !passed && previous.acceptedRegressions?.includes(case_key))
      .map(({ case_sha256 }) => case_sha256),
  );
  return caseResults
    .filter(({ passed, case_sha256 }) => !passed && failedBefore.has(case_sha256))
    .map(({ case_key }) => case_key);
}

function caseHash(evaluationCase: EvaluationCase): string {
  const { case_key, input, offerings, expect } = evaluationCase;
  return canonicalHash({
    case_key,
    input,
    offerings: offerings ?? null,
    expect: expect.map(({ path, op, value }) => ({ path, op, value: value ?? null })),
  });
}

function assertionFailures(evaluationCase: EvaluationCase, document: JsonObject): CaseFailure[] {
  const failures: CaseFailure[] = [];
  for (const assertion of evaluationCase.expect) {
    const actual = valueAt(document, assertion.path);
    if (!holds(assertion, actual, document)) {
      const { path, op, value } = assertion;
      failures.push({
        assertion: { path, op, ...(value === undefined ? {} : { value }) },
        actual: shortened(actual ?? null),
      });
    }
  }
  return failures;
}

function holds(assertion: CaseAssertion, actual: Json | undefined, document: JsonObject): boolean {
  const { op, value } = assertion;
  switch (op) {
    case "exists":
      return actual !== undefined && actual !== null;
    case "absent":
      return actual === undefined || actual === null;
    case "eq":
      return actual !== undefined && value !== undefined && canonicalJson(actual) === canonicalJson(value);
    case "ne":
      return actual === undefined || value === undefined || canonicalJson(actual) !== canonicalJson(value);
    case "gte":
      return typeof actual === "number" && typeof value === "number" && actual >= value;
    case "lte":
      return typeof actual === "number" && typeof value === "number" && actual <= value;
    case "in":
      return (
        actual !== undefined &&
        isJsonArray(value) &&
        value.some((candidate) => canonicalJson(candidate) === canonicalJson(actual))
      );
    case "contains":
      return value !== undefined && containsValue(actual, value);
    case "count_gte":
      return typeof value === "number" && sizeOf(actual) >= value;
    case "rank_lte":
      return typeof value === "number" && rankAt(document, assertion.path, actual) <= value;
  }
}

/** A text holds a substring; a list holds a value, an element named by that key, or an object with at least these members. */
function containsValue(actual: Json | undefined, value: Json): boolean {
  if (typeof actual === "string") return typeof value === "string" && actual.includes(value);
  if (isJsonObject(actual)) return typeof value === "string" && Object.hasOwn(actual, value);
  if (!isJsonArray(actual)) return false;
  return actual.some((element) => {
    if (canonicalJson(element) === canonicalJson(value)) return true;
    if (!isJsonObject(element)) return false;
    if (typeof value === "string") return isNamed(element, value);
    return (
      isJsonObject(value) &&
      Object.entries(value).every(
        ([name, member]) => element[name] !== undefined && canonicalJson(element[name]) === canonicalJson(member),
      )
    );
  });
}

function sizeOf(actual: Json | undefined): number {
  if (isJsonArray(actual)) return actual.length;
  return isJsonObject(actual) ? Object.keys(actual).length : -1;
}

/** `/solutions/acme-gl` has the rank of that solution: its `rank` member, else its 1-based place. A number is its own rank. */
function rankAt(document: JsonObject, path: string, actual: Json | undefined): number {
  if (typeof actual === "number") return actual;
  if (!isJsonObject(actual)) return Infinity;
  if (typeof actual.rank === "number") return actual.rank;
  if (typeof actual.position === "number") return actual.position;
  const parent = valueAt(document, path.slice(0, path.lastIndexOf("/")));
  return isJsonArray(parent) ? parent.indexOf(actual) + 1 : Infinity;
}

const namingMembers = [
  "key",
  "solution_key",
  "finding_key",
  "rule_key",
  "item_key",
  "row_key",
  "need_key",
  "offering_key",
  "hit_key",
  "list_key",
  "submission_key",
  "opportunity_id",
  "evidence_id",
  "code",
] as const;

function isNamed(element: JsonObject, name: string): boolean {
  return namingMembers.some((member) => element[member] === name);
}

/** JSON Pointer, with one addition: in a list, a token other than an index finds the element of that key (`/output/gaps/gap_cyber`). */
function valueAt(document: Json, pointer: string): Json | undefined {
  let value: Json | undefined = document;
  for (const raw of pointer.split("/").slice(1)) {
    const token = pointerName(raw);
    if (isJsonArray(value)) {
      const list: readonly Json[] = value;
      value = /^(?:0|[1-9]\d*)$/.test(token)
        ? list[Number(token)]
        : list.find((element) => isJsonObject(element) && isNamed(element, token));
    } else if (isJsonObject(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else return undefined;
  }
  return value;
}

function shortened(actual: Json): Json {
  const text = JSON.stringify(actual);
  return text.length <= actualChars ? actual : `${cut(text, actualChars)}…`;
}
