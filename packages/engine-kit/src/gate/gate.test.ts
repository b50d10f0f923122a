import { describe, expect, test } from "@jest/globals";
import type {
  CompiledEngine,
  DeterministicResult,
  EngineRequest,
  EngineType,
  EvaluationCase,
  RuleOutcome,
  StageName,
} from "../engine-type.ts";
import { evaluateGate, type GateRequest, type GateResult } from "./gate.ts";
import { gateCases } from "./gate-cases.ts";
import { type JsonObject, closed, listOf, textSchema } from "@service/json";

/** An engine that doubles `n`: small enough that every branch of the gate can be provoked from a case. */
function runDoubling({ input }: EngineRequest): DeterministicResult {
  const n = typeof input.n === "number" ? input.n : 0;
  if (input.mode === "fails")
    return { status: "failed", error: "nothing evaluable", stage: "evaluate", code: "nothing", warnings: [] };
  if (input.mode === "throws") throw new Error("defect");
  const ruleOutcomes: RuleOutcome[] = ["r1", "r2"].map((ruleKey) => ({
    ruleKey,
    stage: "evaluate",
    result: input.mode === "unknown" ? "unknown" : "true",
  }));
  const output: JsonObject = {
    doubled: input.mode === "wrong schema" ? "many" : input.mode === "random" ? Math.random() : n * 2,
    gaps: [{ rule_key: "gap_cyber" }, { rule_key: "gap_flood" }],
    text: "headline",
  };
  const solutions = [
    { rank: 1, solution_key: "a" },
    { rank: 2, solution_key: "b" },
  ];
  return {
    status: input.mode === "degraded" ? "degraded" : "completed",
    output,
    solutions,
    warnings: [],
    workItems: [],
    ruleOutcomes,
  };
}

const engine: CompiledEngine = {
  validateInput: (input) =>
    JSON.stringify(input).includes("refuse") ? [{ field: "mode", message: "is refused" }] : [],
  validateOfferings: () => [],
  subjectKey: () => null,
  run: runDoubling,
};
const builtIn: EvaluationCase[] = [1, 2, 3].map((n) => ({
  case_key: `c${n}`,
  label: "doubles",
  input: { n },
  expect: [{ path: "/output/doubled", op: "eq", value: n * 2 }],
}));
const type: EngineType = {
  name: "comparison",
  needsActingPrincipal: false,
  producesSolutions: true,
  acceptsOfferings: false,
  deterministicBudgetMs: 60_000,
  preset: () => ({}),
  validateConfig: () => [],
  effectiveConfig: (config) => config,
  requestSchema: () => ({}),
  responseSchema: () => responseSchema,
  compile: () => engine,
  builtInCases: () => builtIn,
  gateKeys: () => ["r1", "r2", "r3"],
  operatorSummary: (output) => output,
};
const responseSchema = closed({
  output: closed(
    { doubled: { type: "number" }, gaps: listOf(closed({ rule_key: textSchema(50) }), 10), text: textSchema(50) },
    ["doubled"],
  ),
  solutions: listOf({ type: "object" }, 100),
});

const gate = (change: Partial<GateRequest> = {}): GateResult =>
  evaluateGate({ engine, type, effective: {}, cases: builtIn, responseSchema, ...change });
const one = (input: JsonObject, ...expectations: EvaluationCase["expect"]): EvaluationCase => ({
  case_key: "extra",
  label: "extra",
  input,
  expect: expectations,
});

describe("gate outcomes (GATE-9, GATE-10, GATE-11, GATE-14, GATE-15, GATE-17, GATE-19)", () => {
  test("built-in cases that hold pass", () => {
    const result = gate();
    expect(result.gate).toBe("passed");
    expect(result.failing).toEqual([]);
    expect(result.actual).toEqual({ cases: 3, completed_cases: 3, rule_coverage: 0.6667, pass_rate: 1 });
    expect(result.caseResults.map((one) => one.passed)).toEqual([true, true, true]);
  });

  test("fewer than min_cases is not met, whatever their results", () => {
    expect(gate({ cases: builtIn.slice(0, 2) }).gate).toBe("cold_start_gate_not_met");
    expect(gate({ effective: { evaluation: { min_cases: 4 } } }).gate).toBe("cold_start_gate_not_met");
  });

  test("no case with status completed is not met", () => {
    const cases = builtIn.map((each) => ({ ...each, input: { ...each.input, mode: "degraded" } }));
    expect(gate({ cases }).gate).toBe("cold_start_gate_not_met");
  });

  test("fewer than 60 % of the rule keys with a definite answer is not met for the first release of a major, a warning later", () => {
    const wide = { ...type, gateKeys: () => ["r1", "r2", "r3", "r4"] };
    expect(gate({ type: wide }).gate).toBe("cold_start_gate_not_met");
    const later = gate({ type: wide, firstOfMajor: false });
    expect(later.gate).toBe("passed");
    expect(later.warnings).toHaveLength(1);
  });

  test("a type without rule arrays is covered by the built-in stages that a run completed (GATE-20)", () => {
    const staged = (...stages: readonly StageName[]): Partial<GateRequest> => ({
      type: { ...type, gateKeys: () => ["stage:load", "stage:align", "stage:score"] },
      engine: {
        ...engine,
        run: (request) => {
          for (const stage of stages) request.onStage(stage);
          return runDoubling(request);
        },
      },
    });
    expect(gate(staged("load", "align", "score")).actual.rule_coverage).toBe(1);
    expect(gate(staged("load")).gate).toBe("cold_start_gate_not_met");
    const failing = builtIn.map((each) => ({ ...each, input: { mode: "fails" }, expect: [] }));
    expect(gate({ ...staged("load", "align", "score"), cases: failing }).actual.rule_coverage).toBe(0);
  });

  test("running out of time is not met", () => {
    let calls = 0;
    const result = gate({ isOutOfTime: () => (calls += 1) > 1 });
    expect(result.gate).toBe("cold_start_gate_not_met");
    expect(result.actual.reason).toBe("out_of_time");
    expect(result.caseResults).toHaveLength(1);
  });

  test("a failing assertion is failed and named with what was found (GATE-2)", () => {
    const result = gate({ cases: [...builtIn, one({ n: 4 }, { path: "/output/doubled", op: "eq", value: 9 })] });
    expect(result.gate).toBe("cold_start_gate_failed");
    expect(result.failing).toEqual([
      { case_key: "extra", assertion: { path: "/output/doubled", op: "eq", value: 9 }, actual: 8 },
    ]);
  });

  test("a lower pass_rate forgives", () => {
    const cases = [...builtIn, one({ n: 4 }, { path: "/output/doubled", op: "eq", value: 9 })];
    expect(
      gate({
        cases: [...cases, ...builtIn.map((each) => ({ ...each, case_key: `${each.case_key}x` }))],
        effective: { evaluation: { pass_rate: 0.8 } },
      }).gate,
    ).toBe("passed");
  });

  test("an output outside the response schema is failed even when its assertions hold", () => {
    const result = gate({
      cases: [...builtIn, one({ mode: "wrong schema" })],
      effective: { evaluation: { pass_rate: 0.8 } },
    });
    expect(result.gate).toBe("cold_start_gate_failed");
    expect(result.failing).toEqual([
      { case_key: "extra", assertion: "output satisfies the response schema", actual: "output.doubled must be number" },
    ]);
  });

  test("an output that differs between two runs is failed (GATE-6)", () => {
    expect(gate({ cases: [...builtIn, one({ mode: "random" })] }).failing).toEqual([
      { case_key: "extra", assertion: "output is repeatable", actual: "two runs differ" },
    ]);
  });

  test("a refused input and a defect of the engine are failing cases, not crashes (GATE-21)", () => {
    expect(gate({ cases: [...builtIn, one({ mode: "refuse" })] }).failing).toEqual([
      { case_key: "extra", assertion: "input is valid", actual: [{ field: "mode", message: "is refused" }] },
    ]);
    expect(gate({ cases: [...builtIn, one({ mode: "throws" })] }).gate).toBe("cold_start_gate_failed");
  });

  test("a case that expects a failed run passes (GATE-21)", () => {
    expect(
      gate({
        cases: [
          ...builtIn,
          one(
            { mode: "fails" },
            { path: "/status", op: "eq", value: "failed" },
            { path: "/code", op: "eq", value: "nothing" },
          ),
        ],
      }).gate,
    ).toBe("passed");
  });

  test("a case that passed for the latest release and now fails is regressed, unless it is accepted or has changed (GATE-22)", () => {
    const wrong = one({ n: 4 }, { path: "/output/doubled", op: "eq", value: 9 });
    const cases = [...builtIn, wrong];
    const now = gate({ cases });
    const before = now.caseResults.map((result) => ({ ...result, passed: true, failures: [] }));
    expect(gate({ cases, previous: { caseResults: before } }).gate).toBe("cold_start_gate_regressed");
    expect(gate({ cases, previous: { caseResults: before } }).failing.map((failing) => failing.case_key)).toEqual([
      "extra",
    ]);
    expect(gate({ cases, previous: { caseResults: before, acceptRegressions: ["extra"] } }).gate).toBe("passed");
    expect(gate({ cases: [...builtIn, { ...wrong, input: { n: 5 } }], previous: { caseResults: before } }).gate).toBe(
      "cold_start_gate_failed",
    );
  });

  describe("accepting a regression", () => {
    const failing = (caseKey: string, n = 4): EvaluationCase => ({
      ...one({ n }, { path: "/output/doubled", op: "eq", value: 9 }),
      case_key: caseKey,
    });
    const passedBefore = (cases: readonly EvaluationCase[]): GateResult["caseResults"] =>
      gate({ cases }).caseResults.map((result) => ({ ...result, passed: true, failures: [] }));

    test("excuses nothing that is new, or that failed before and was not accepted then (GATE-22)", () => {
      const fresh = [failing("a2"), failing("b2"), failing("c2")];
      const previous = { caseResults: gate().caseResults, acceptRegressions: ["a2", "b2", "c2"] };
      const all = gate({ cases: fresh, previous });
      expect([all.gate, all.actual.pass_rate]).toEqual(["cold_start_gate_failed", 0]);
      expect(gate({ cases: [...builtIn, failing("a2")], previous }).gate).toBe("cold_start_gate_failed");
      const caseResults = gate({ cases: [...builtIn, failing("a2")] }).caseResults;
      expect(gate({ cases: [...builtIn, failing("a2")], previous: { ...previous, caseResults } }).gate).toBe(
        "cold_start_gate_failed",
      );
    });

    test("does not excuse a case whose content was changed with it", () => {
      const previous = { caseResults: passedBefore([...builtIn, failing("a")]), acceptRegressions: ["a"] };
      expect(gate({ cases: [...builtIn, failing("a", 5)], previous }).gate).toBe("cold_start_gate_failed");
    });

    test("must be repeated for the next release, and is excused again as long as the case is the same (GATE-22)", () => {
      const cases = [...builtIn, failing("a")];
      const first = gate({ cases, previous: { caseResults: passedBefore(cases), acceptRegressions: ["a"] } });
      expect([first.gate, first.acceptedRegressions]).toEqual(["passed", ["a"]]);
      const latest = { caseResults: first.caseResults, acceptedRegressions: first.acceptedRegressions };
      expect(gate({ cases, previous: latest }).gate).toBe("cold_start_gate_failed");
      const again = gate({ cases, previous: { ...latest, acceptRegressions: ["a"] } });
      expect([again.gate, again.acceptedRegressions]).toEqual(["passed", ["a"]]);
      const changed = [...builtIn, failing("a", 5)];
      expect(gate({ cases: changed, previous: { ...latest, acceptRegressions: ["a"] } }).gate).toBe(
        "cold_start_gate_failed",
      );
    });

    test("keeps the names that excused something and no others", () => {
      const cases = [...builtIn, failing("a")];
      const acceptRegressions = ["nobody", "c1", "a"];
      const result = gate({ cases, previous: { caseResults: passedBefore(cases), acceptRegressions } });
      expect([result.gate, result.acceptedRegressions]).toEqual(["passed", ["a"]]);
      expect(gate({ previous: { caseResults: gate().caseResults, acceptRegressions } }).acceptedRegressions).toEqual(
        [],
      );
    });
  });

  test("at most twenty failing cases are listed (GATE-2, GATE-23)", () => {
    const cases = Array.from({ length: 30 }, (_, index) => ({
      ...one({ n: index }, { path: "/output/nothing", op: "exists" }),
      case_key: `k${index}`,
    }));
    expect(gate({ cases }).failing).toHaveLength(20);
  });
});

describe("assertions", () => {
  test.each<[EvaluationCase["expect"][number], boolean]>([
    [{ path: "/status", op: "eq", value: "completed" }, true],
    [{ path: "/status", op: "ne", value: "degraded" }, true],
    [{ path: "/status", op: "in", value: ["completed", "degraded"] }, true],
    [{ path: "/output/doubled", op: "gte", value: 8 }, true],
    [{ path: "/output/doubled", op: "lte", value: 7 }, false],
    [{ path: "/output/gaps", op: "contains", value: "gap_cyber" }, true],
    [{ path: "/output/gaps", op: "contains", value: { rule_key: "gap_flood" } }, true],
    [{ path: "/output/gaps", op: "contains", value: "gap_none" }, false],
    [{ path: "/output/text", op: "contains", value: "head" }, true],
    [{ path: "/output", op: "contains", value: "gaps" }, true],
    [{ path: "/output/gaps/gap_cyber", op: "exists" }, true],
    [{ path: "/output/gaps/gap_none", op: "absent" }, true],
    [{ path: "/output/gaps/1/rule_key", op: "eq", value: "gap_flood" }, true],
    [{ path: "/output/gaps", op: "count_gte", value: 2 }, true],
    [{ path: "/output/gaps", op: "count_gte", value: 3 }, false],
    [{ path: "/solutions/b", op: "rank_lte", value: 2 }, true],
    [{ path: "/solutions/b", op: "rank_lte", value: 1 }, false],
    [{ path: "/solutions/z", op: "rank_lte", value: 100 }, false],
    [{ path: "/output/constructor", op: "absent" }, true],
  ])("%j is %p", (assertion, holds) => {
    expect(gate({ cases: [...builtIn, one({ n: 4 }, assertion)] }).gate).toBe(
      holds ? "passed" : "cold_start_gate_failed",
    );
  });
});

test("a configuration's own cases take the place of the built-in ones", () => {
  const saved = {
    case_key: "own",
    label: "own",
    input: { n: 1 },
    expect: [{ path: "/status", op: "eq", value: "completed" }],
  };
  expect(gateCases(type, {})).toEqual(builtIn);
  expect(gateCases(type, { evaluation: { min_cases: 3 } })).toEqual(builtIn);
  expect(gateCases(type, { evaluation: { cases: [saved] } })).toEqual([saved]);
});
