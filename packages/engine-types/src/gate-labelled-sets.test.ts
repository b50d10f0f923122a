import {
  evaluateGate,
  gateCases,
  gateDatasetKeys,
  type GateRequest,
  type GateResult,
  type LoadedDataset,
  measureLabelledSets,
  metricNames,
} from "@service/engine-kit";
import { describe, expect, test } from "@jest/globals";
import { engineTypeNames, type EngineTypeName } from "@service/contract";
import type { Json, JsonObject } from "@service/json";
import { findEngineType } from "./registry.ts";

const setKey = "labelled:known";

function dataset(datasetKey: string, rows: readonly JsonObject[]): LoadedDataset {
  return { datasetKey, version: "3", sha256: `sha of ${datasetKey}`, asOf: "2026-06-01T00:00:00Z", rows };
}

/** A built-in case of the type as a row: its input is known to run, and what it answers is known. */
function row(engineType: EngineTypeName, caseKey: string, labels: JsonObject | null, expectation?: Json): JsonObject {
  const evaluationCase = findEngineType(engineType)
    .builtInCases()
    .find(({ case_key }) => case_key === caseKey);
  if (!evaluationCase) throw new Error(`${engineType} has no built-in case ${caseKey}`);
  return {
    case_key: `${caseKey}-row`,
    input: evaluationCase.input,
    ...(evaluationCase.offerings === undefined ? {} : { offerings: evaluationCase.offerings }),
    ...(labels === null ? {} : { labels }),
    ...(expectation === undefined ? {} : { expect: [expectation] }),
  };
}

const compiled = new Map(
  engineTypeNames.map((engineType) => {
    const type = findEngineType(engineType);
    const effective = type.effectiveConfig(type.preset());
    return [engineType, { type, effective, engine: type.compile(effective) }] as const;
  }),
);

/** The gate of a preset on three of its built-in cases: what is judged here are the rows. */
function gate(
  engineType: EngineTypeName,
  rows: readonly JsonObject[],
  evaluation: JsonObject = {},
  changes: Partial<GateRequest> = {},
): GateResult {
  const cached = compiled.get(engineType);
  if (!cached) throw new Error(`${engineType} is a registered type`);
  const { type, effective, engine } = cached;
  const judged = { ...effective, evaluation: { labelled_sets: [setKey], ...evaluation } };
  const completed = gateCases(type, judged).filter(({ case_key }) => completedCases.includes(case_key));
  return evaluateGate({
    engine,
    type,
    effective: judged,
    cases: [1, 2, 3].flatMap((copy) => completed.map((one) => ({ ...one, case_key: `${one.case_key}-${copy}` }))),
    responseSchema: type.responseSchema(effective),
    firstOfMajor: false,
    datasets: new Map([[setKey, dataset(setKey, rows)]]),
    ...changes,
  });
}

/** One quick built-in case of each type that is completed. */
const completedCases: readonly string[] = [
  "renewal_drops_liquor",
  "artisan_contractor",
  "builtin_office",
  "builtin_paper_checks",
  "scarce_capacity",
  "builtin_comparable_offices",
];

/** Rows of which some are labelled right and some wrong, so that each metric has a value between its ends. */
const halfRight: {
  readonly [Name in EngineTypeName]: {
    readonly rows: readonly JsonObject[];
    readonly metrics: { readonly [metric: string]: number };
  };
} = {
  comparison: {
    rows: [
      row("comparison", "renewal_drops_liquor", { best_key: "exp" }),
      row("comparison", "three_quotes", { best_key: "a" }),
    ],
    metrics: { best_rate: 0.5 },
  },
  matching: {
    rows: [
      row("matching", "artisan_contractor", { offering_keys: ["beacon-trades", "unknown"] }),
      // It is a solution, the fifth.
      row("matching", "package_of_three", { offering_keys: ["nobody"] }),
    ],
    metrics: { top3_rate: 0.5 },
  },
  entity_analysis: {
    rows: [
      row("entity_analysis", "builtin_office", { finding_rules: [] }),
      row("entity_analysis", "builtin_restaurant", { finding_rules: ["gap_liquor_liability", "never_raised"] }),
    ],
    metrics: { finding_recall: 0.5 },
  },
  diligence: {
    rows: [
      row("diligence", "builtin_listed_owner", { hits: [{ list_key: "custom_list", entry_id: "W-1" }] }),
      row("diligence", "builtin_listed_owner", { hits: [{ list_key: "custom_list", entry_id: "W-9" }] }),
      row("diligence", "builtin_distinct_vendor", { hits: [] }),
      row("diligence", "builtin_spelling_variant", { hits: [] }),
    ],
    metrics: { recall: 0.5, false_hit_rate: 0.5 },
  },
  triage: {
    rows: [
      row("triage", "without_offerings", { order: ["one", "two"] }),
      row("triage", "scarce_capacity", { order: ["b-large", "a-large"] }),
    ],
    metrics: { order_agreement: 0.5 },
  },
  opportunity: {
    rows: [
      row("opportunity", "builtin_comparable_offices", {
        opportunities: [
          { client_key: "c-o10", kind: "cross_sell", line: "cyber" },
          { client_key: "c-o10", kind: "win_back" },
        ],
      }),
    ],
    metrics: { opportunity_recall: 0.5 },
  },
};

describe.each(engineTypeNames)("labelled rows of %s", (engineType) => {
  const { rows, metrics } = halfRight[engineType];

  test("measure their metrics on the version and hash of the set (GATE-27, GATE-29, GATE-30, GATE-31, GATE-36)", () => {
    const result = gate(engineType, rows);
    expect(result.gate).toBe("passed");
    expect(result.labelledSets).toMatchObject([
      {
        dataset_key: setKey,
        version: "3",
        sha256: `sha of ${setKey}`,
        rows: rows.length,
        measured: rows.length,
        metrics,
      },
    ]);
    expect(result.datasets).toEqual([{ dataset_key: setKey, version: "3", sha256: `sha of ${setKey}` }]);
    for (const [metric, value] of Object.entries(metrics)) expect(result.metrics[`${setKey}.${metric}`]).toBe(value);
  });

  test.each(Object.entries(metrics))(
    "a threshold on %s passes when it is met and fails when it is not",
    (metric, value) => {
      const isLower = metric.startsWith("false_");
      expect(gate(engineType, rows, { metric_thresholds: { [metric]: value } }).gate).toBe("passed");
      const missed = gate(engineType, rows, { metric_thresholds: { [metric]: isLower ? value - 0.1 : value + 0.1 } });
      expect(missed.gate).toBe("cold_start_gate_failed");
      expect(missed.failing).toEqual([
        {
          case_key: `${setKey}.${metric}`,
          assertion: isLower ? "metric at most 0.4" : "metric at least 0.6",
          actual: value,
        },
      ]);
    },
  );

  test.each(Object.entries(metrics))(
    "%s that was better for the latest release is a regression, unless it is accepted by name",
    (metric, value) => {
      const name = `${setKey}.${metric}`;
      const before = metric.startsWith("false_") ? value - 0.1 : value + 0.1;
      const previous = { caseResults: [], metrics: { [name]: before } };
      const regressed = gate(engineType, rows, {}, { previous });
      expect(regressed.gate).toBe("cold_start_gate_regressed");
      expect(regressed.failing).toMatchObject([{ case_key: name, actual: value }]);
      const accepted = gate(engineType, rows, {}, { previous: { ...previous, acceptRegressions: [name, "other"] } });
      expect([accepted.gate, accepted.acceptedRegressions]).toEqual(["passed", [name]]);
      expect(gate(engineType, rows, { metric_tolerance: 0.1 }, { previous }).gate).toBe("passed");
    },
  );

  test("rows without a label of the type measure nothing, and the gate is not met", () => {
    const unlabelled = rows.map((one) => ({ ...one, labels: {} }));
    const result = gate(engineType, unlabelled);
    expect(result.gate).toBe("cold_start_gate_not_met");
    expect(result.failing).toEqual([
      {
        case_key: setKey,
        assertion: `rows carry labels of ${engineType}, or assertions`,
        actual: `none of ${rows.length} rows`,
      },
    ]);
  });
});

test("an unlabelled finding counts against the rates that are better when lower", () => {
  const found = gate("entity_analysis", [row("entity_analysis", "builtin_restaurant", { finding_rules: [] })]);
  expect(found.metrics[`${setKey}.false_finding_rate`]).toBe(1);
  expect(found.metrics[`${setKey}.finding_recall`]).toBeUndefined();
  const offices = gate("opportunity", [row("opportunity", "builtin_comparable_offices", { opportunities: [] })]);
  expect(offices.metrics[`${setKey}.false_opportunity_rate`]).toBe(1);
});

test("rows with assertions measure how many rows have all of theirs hold", () => {
  const expected = { path: "/output/summary/best_key", op: "eq", value: "exp" };
  const rows = [
    row("comparison", "renewal_drops_liquor", null, expected),
    row("comparison", "three_quotes", null, expected),
  ];
  const result = gate("comparison", rows, { metric_thresholds: { assertion_rate: 0.5 } });
  expect(result.metrics).toEqual({ [`${setKey}.assertion_rate`]: 0.5 });
  expect(result.gate).toBe("passed");
});

test("a row whose input is refused found nothing, and is counted", () => {
  const refused = { case_key: "refused", input: {}, labels: { best_key: "exp" } };
  const result = gate("comparison", [...halfRight.comparison.rows, refused]);
  expect(result.labelledSets).toMatchObject([{ measured: 3, refused: 1, metrics: { best_rate: 0.3333 } }]);
});

test("a threshold that no set measures is not met", () => {
  const result = gate("diligence", [halfRight.diligence.rows[0] ?? {}], { metric_thresholds: { false_hit_rate: 0.1 } });
  expect(result.gate).toBe("cold_start_gate_not_met");
  expect(result.failing).toEqual([
    { case_key: "false_hit_rate", assertion: "a labelled set measures this metric", actual: null },
  ]);
});

test("no result when the time ends among the rows", () => {
  let calls = 0;
  // Asked before each of three cases and before each of two rows.
  const result = gate("comparison", halfRight.comparison.rows, {}, { isOutOfTime: () => (calls += 1) > 4 });
  expect(result.gate).toBe("cold_start_gate_not_met");
  expect(result.actual).toMatchObject({ reason: "out_of_time" });
  expect(result.metrics).toEqual({});
});

test("at most 2,000 rows of all sets together are run, from the whole of each (GATE-39)", () => {
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    case_key: `k${index}`,
    labels: { best_key: index < 2_000 ? "a" : "b" },
  }));
  let runs = 0;
  const results = measureLabelledSets({
    engineType: "comparison",
    sets: [dataset("labelled:one", rows), dataset("labelled:two", rows)],
    isOutOfTime: () => false,
    run: () => {
      runs += 1;
      return { answer: { output: { summary: { best_key: "a" } }, solutions: [] }, doAssertionsHold: true };
    },
  });
  expect(runs).toBe(2_000);
  const measured = { rows: 4_000, measured: 1_000, metrics: { best_rate: 0.5 } };
  expect(results).toMatchObject([measured, measured]);
});

test("thresholds name metrics of the type, and labelled sets are datasets of that kind (GATE-37)", () => {
  for (const engineType of engineTypeNames) {
    const type = findEngineType(engineType);
    const issues = (evaluation: JsonObject) => type.validateConfig({ ...type.preset(), evaluation });
    const thresholds = Object.fromEntries(metricNames(engineType).map((metric) => [metric, 0.5]));
    expect(issues({ metric_thresholds: thresholds, labelled_sets: [setKey] })).toEqual([]);
    expect(issues({ metric_thresholds: { "guess/work": 0.5 } })).toMatchObject([
      { path: "/evaluation/metric_thresholds/guess~1work" },
    ]);
    expect(issues({ labelled_sets: ["offerings"] })).toMatchObject([{ path: "/evaluation/labelled_sets/0" }]);
  }
});

describe("datasets of cases", () => {
  const watchlist = dataset("watchlist:demo", [
    {
      entry_id: "X-1",
      kind: "organization",
      names: [{ name: "Harborline Freight Cooperative", strength: "strong" }],
      version: "1",
    },
  ]);
  const type = findEngineType("diligence");
  const preset = type.preset();
  const list = {
    list_key: "demo",
    dataset_key: "watchlist:demo",
    label: "Demo",
    severity: "block",
    required: true,
    max_age_days: 30,
  };
  const strict = type.effectiveConfig({ ...preset, lists: [list] });
  const ownCase = (caseKey: string): JsonObject => ({
    case_key: caseKey,
    label: "A listed subject",
    input: { subject: { subject_key: "v-1", kind: "organization", name: "Harborline Freight Cooperative" } },
    expect: [{ path: "/output/hits/subject:demo:X-1/band", op: "eq", value: "strong" }],
  });
  const own = { ...strict, evaluation: { cases: ["a", "b", "c"].map(ownCase) } };
  const judge = (effective: JsonObject, datasets: readonly LoadedDataset[]): GateResult =>
    evaluateGate({
      engine: type.compile(effective),
      type,
      effective,
      cases: gateCases(type, effective),
      responseSchema: type.responseSchema(effective),
      firstOfMajor: false,
      datasets: new Map(datasets.map((one) => [one.datasetKey, one])),
    });

  test("a case of the configuration reads the list that its runs will read (GATE-8)", () => {
    expect(gateDatasetKeys(type, own)).toEqual(["watchlist:demo"]);
    const result = judge(own, [watchlist]);
    expect(result.gate).toBe("passed");
    expect(result.datasets).toMatchObject([{ dataset_key: "watchlist:demo", version: "3" }]);
  });

  test("a required list that is not imported is named", () => {
    const result = judge(own, []);
    expect(result.gate).toBe("cold_start_gate_not_met");
    expect(result.actual).toMatchObject({ datasets_missing: ["watchlist:demo"] });
  });

  test("built-in cases read what the configuration requires and nothing else (GATE-8)", () => {
    expect(gateDatasetKeys(type, strict)).toEqual(["watchlist:demo"]);
    expect(judge(strict, [watchlist]).gate).toBe("passed");
    const optional = type.effectiveConfig({ ...preset, lists: [{ ...list, required: false }] });
    expect(gateDatasetKeys(type, optional)).toEqual([]);
  });

  test("offerings of a case stand in for the dataset, a case without them reads it (GATE-8)", () => {
    const matching = findEngineType("matching");
    const [first] = matching.builtInCases();
    if (!first?.offerings) throw new Error("built-in cases of matching bring offerings");
    const { offerings, ...without } = first;
    const effective = matching.effectiveConfig(matching.preset());
    const withCases = (cases: readonly Json[]): JsonObject => ({ ...effective, evaluation: { cases } });
    const asCase = (one: object): JsonObject => {
      const written: JsonObject = JSON.parse(JSON.stringify(one));
      return written;
    };
    expect(gateDatasetKeys(matching, withCases([asCase(first)]))).toEqual([]);
    const reading = withCases(["a", "b", "c"].map((key) => asCase({ ...without, case_key: key })));
    expect(gateDatasetKeys(matching, reading)).toEqual(["offerings"]);
    const result = evaluateGate({
      engine: matching.compile(effective),
      type: matching,
      effective: reading,
      cases: gateCases(matching, reading),
      responseSchema: matching.responseSchema(effective),
      firstOfMajor: false,
      datasets: new Map([["offerings", dataset("offerings", offerings)]]),
    });
    expect(result.gate).toBe("passed");
  });
});
