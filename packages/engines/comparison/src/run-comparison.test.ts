import { comparisonRules } from "@service/packs";
import { describe, expect, test } from "@jest/globals";
import { canonicalJson, type Json, type JsonObject, compileSchema } from "@service/json";
import { builtInCases } from "./cases/built-in-cases.ts";
import { comparison } from "./index.ts";
import {
  answer,
  asOf,
  at,
  cover,
  flat,
  input,
  list,
  policy,
  presetEngine,
  quote,
  runInput,
} from "./cases/sample-inputs.ts";

const engine = presetEngine();
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });

describe("the worked numbers of a comparison (CMP-77, CMP-78, CMP-79, CMP-80, CMP-81)", () => {
  const [worked] = builtInCases();
  const result = answer(engine, worked?.input ?? {});
  const { output, solutions = [] } = result;

  test("annualizes both premiums", () => {
    expect(at(output, "/items/exp/totals/annualized")).toBe(8886);
    expect(at(output, "/items/q1/totals/annualized")).toBe(7875.04);
  });

  test("retains deductibles and uncovered losses", () => {
    expect(at(output, "/items/exp/scenario_results/fire/retained")).toBe(1000);
    expect(at(output, "/items/q1/scenario_results/fire/retained")).toBe(2500);
    expect(at(output, "/items/exp/scenario_results/liquor/retained")).toBe(0);
    expect(at(output, "/items/q1/scenario_results/liquor/retained")).toBe(150_000);
  });

  test("adds expected retained losses to the cost of risk", () => {
    expect(at(output, "/items/exp/totals/expected_retained")).toBe(10);
    expect(at(output, "/items/q1/totals/expected_retained")).toBe(625);
    expect(at(output, "/items/exp/totals/total_cost_of_risk")).toBe(8896);
    expect(at(output, "/items/q1/totals/total_cost_of_risk")).toBe(8500.04);
  });

  test("gives the price utilities .6000 and .7517", () => {
    const price = (key: string): unknown =>
      list(solutions, `/${key}/breakdown`).find(({ dimension }) => dimension === "price")?.["utility"];
    expect(price("exp")).toBe(0.6);
    expect(price("q1")).toBe(0.7517);
  });

  test("ranks the quote second although its cost of risk is lower (CMP-43, CMP-67)", () => {
    expect(at(solutions, "/1/solution_key")).toBe("q1");
    expect(at(solutions, "/1/eligible")).toBe(false);
    expect(at(solutions, "/0/eligible")).toBe(true);
    expect(at(output, "/headline")).toBe(
      "Carrier B is 11 % cheaper but drops liquor liability (saves $1,010.96 a year): negotiate",
    );
  });

  test("lists the dropped coverage first among the differences (CMP-39)", () => {
    expect(at(output, "/differences/0/row_key")).toBe("liquor_liability/liquor_each_cause/included");
    expect(at(output, "/differences/0/cells/exp/value")).toBe(true);
    expect(at(output, "/differences/0/cells/q1")).toMatchObject({ value: false, status: "missing", material: true });
  });
});

describe("statuses", () => {
  test("fails when fewer than two items have a comparable line (CMP-75)", () => {
    const odd = cover("general_liability", "zzz", { limit: 1 });
    expect(runInput(engine, input([quote("a", [odd]), quote("b", [gl])]))).toMatchObject({
      status: "failed",
      code: "too_few_comparable_items",
      stage: "normalize",
      error:
        'Fewer than two items have a coverage line that can be compared. No coverage line was understood of the item "a".',
    });
    const record = { key: "r", records_ref: { policy_key: "p_1" } };
    expect(runInput(engine, input([record, quote("b", [gl])]))).toMatchObject({ status: "failed" });
  });

  test("leaves out an item of the system of record and degrades (CMP-17)", () => {
    const record = { key: "r", records_ref: { policy_key: "p_1" } };
    const result = answer(engine, input([quote("a", [gl]), record, quote("b", [gl])], { baseline_key: "r" }));
    expect(result.status).toBe("degraded");
    expect(result.warnings).toMatchObject([{ code: "document_unreadable", path: "items[r].records_ref" }]);
    expect(at(result.output, "/excluded_items")).toEqual([{ key: "r", reason: "record_not_loaded" }]);
    expect(at(result.output, "/summary/price_reference")).toBe("median_of_items");
  });

  test("degrades over an unreadable document and not over a readable one (CMP-18)", () => {
    const withText = (text: string): string =>
      answer(engine, input([quote("a", [gl], { document_text: text }), quote("b", [gl])])).status;
    expect(withText("Declarations")).toBe("completed");
    expect(withText("\u0001\ufffd\ufffd\ufffd ---")).toBe("degraded");
  });

  test("degrades when more than 15 % of the lines stay unaligned, not at 15 % (CMP-74)", () => {
    const aligned = Array.from({ length: 17 }, (_, index) =>
      cover("general_liability", "each_occurrence", { limit: 1_000_000, notes: `location ${index}` }),
    );
    const odd = (count: number): ReturnType<typeof cover>[] =>
      Array.from({ length: count }, (_, index) => cover("general_liability", `zzz-${index}`));
    expect(answer(engine, input([quote("a", [...aligned.slice(0, 16), ...odd(3)]), quote("b", [gl])])).status).toBe(
      "completed",
    );
    expect(answer(engine, input([quote("a", [...aligned.slice(0, 15), ...odd(3)]), quote("b", [gl])])).status).toBe(
      "degraded",
    );
  });

  test("cuts rows over max_rows with a warning and keeps the heaviest (CMP-30)", () => {
    const small = presetEngine({ max_rows: 1 });
    const result = answer(small, input([quote("a", [gl]), quote("b", [gl])], { baseline_key: "a" }));
    expect(result.status).toBe("degraded");
    expect(result.warnings).toMatchObject([{ code: "input_truncated", stage: "align" }]);
    expect(at(result.output, "/matrix/rows/0/row_key")).toBe("general_liability/each_occurrence/limit");
    expect(at(result.output, "/provenance/truncated")).toBe(true);
  });

  test("carries no solutions when ranking is off", () => {
    const unranked = presetEngine({ ranking: { enabled: false } });
    const result = answer(
      unranked,
      input([quote("a", [gl]), quote("b", [gl], { premium: { base: 9000 } })], { baseline_key: "a" }),
    );
    expect(result.solutions).toBeUndefined();
    expect(at(result.output, "/summary/best_key")).toBeNull();
    expect(at(result.output, "/headline")).toBe(
      "Carrier b is 10 % cheaper, with no material difference (saves $1,000 a year): accept",
    );
  });

  test("reports every stage in order (TYPE-55)", () => {
    const stages: string[] = [];
    engine.run({
      input: input([quote("a", [gl]), quote("b", [gl])]),
      offerings: undefined,
      runId: "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d",
      createdAt: "2026-03-01T00:00:00Z",
      datasets: new Map(),
      onStage: (stage) => void stages.push(stage),
    });
    expect(stages).toEqual(["load", "normalize", "align", "evaluate", "score", "assemble"]);
  });
});

describe("labels", () => {
  test("resolve by code, alias and close spelling, and stay open otherwise (CMP-20)", () => {
    const lines = [
      cover("general_liability", "each_occurrence", { limit: 1_000_000 }),
      cover("general_liability", "Fire Legal Liability", { limit: 300_000 }),
      { ...cover("general_liability", "row 7", { limit: 5000 }), label: "Medical Paymnts" },
      { ...cover("general_liability", "row 8", { limit: 2_000_000 }), label: "Personal Injury Cover" },
    ];
    const result = answer(engine, input([quote("a", lines), quote("b", [gl])]));
    const rows = list(result.output, "/matrix/rows").map(({ row_key }) => row_key);
    expect(rows).toContain("general_liability/rented_premises/limit");
    expect(list(result.output, "/unaligned").map(({ coverage }) => coverage)).not.toContain("Fire Legal Liability");
    expect(
      list(result.output, "/unaligned").every(({ candidates }) => JSON.stringify(candidates).includes("coverage")),
    ).toBe(true);
  });

  test("resolve without the words around a name, by the words of a code, and under a package by the names of its parts", () => {
    const lines = [
      cover("general_liability", "Each Occurrence Limit", { limit: 1_000_000 }),
      cover("business_owners", "Extra Expense", { limit: 50_000 }),
      cover("business_owners", "Damage to Rented Premises Limit", { limit: 100_000 }),
      cover("business_owners", "Boiler & Machinery", {}),
      cover("umbrella", "Each Occurrence", { limit: 1_000_000 }),
      cover("general_liability", "Limit", { limit: 1 }),
    ];
    const result = answer(engine, input([quote("a", lines), quote("b", [gl])]));
    const rows = list(result.output, "/matrix/rows").map(({ row_key }) => row_key);
    expect(rows).toEqual(
      expect.arrayContaining([
        "general_liability/each_occurrence/limit",
        "business_owners/extra_expense/limit",
        "business_owners/rented_premises/limit",
        "business_owners/equipment_breakdown/included",
        "umbrella/umbrella_occurrence/limit",
      ]),
    );
    expect(list(result.output, "/unaligned").map(({ coverage }) => coverage)).toEqual(["Limit"]);
  });

  test("an unresolved wording makes what it may mean unknown, not missing (CMP-22)", () => {
    const open = {
      ...cover("general_liability", "row 1", { limit: 2_000_000 }),
      label: "General Aggregate Product Claims",
    };
    const aggregate = cover("general_liability", "general_aggregate", { limit: 2_000_000 });
    const result = answer(
      engine,
      input([policy("exp", [gl, aggregate]), quote("q", [gl, open])], {
        baseline_key: "exp",
        requirements: [
          {
            key: "agg",
            line: "general_liability",
            coverage: "general_aggregate",
            field: "limit",
            op: "gte",
            value: 2_000_000,
            mandatory: true,
            weight: 5,
            source: "lease",
          },
        ],
      }),
    );
    expect(list(result.output, "/unaligned")).toMatchObject([
      {
        item_key: "q",
        candidates: expect.arrayContaining([expect.objectContaining({ coverage: "general_aggregate" })]),
      },
    ]);
    expect(at(result.output, "/items/q/requirement_results/agg/result")).toBe("unknown");
    expect(at(result.solutions ?? [], "/q/eligible")).toBe(true);
    expect(result.workItems.map(({ kind }) => kind)).toContain("verify_fact");
  });

  test("take a model's accepted choice from the closed list, marked as such (CMP-23)", () => {
    const open = {
      ...cover("general_liability", "row 1", { limit: 2_000_000 }),
      label: "General Aggregate Product Claims",
    };
    const given = input([quote("a", [gl, open]), quote("b", [gl])]);
    const first = answer(engine, given);
    const request = {
      input: given,
      offerings: undefined,
      runId: "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d",
      createdAt: "2026-03-01T00:00:00Z",
      datasets: new Map(),
      onStage: () => undefined,
    };
    const [question] = comparison.enrichmentNeeds?.(first.output, request).labels ?? [];
    const choose = (key: string): unknown => {
      const second = engine.run({
        ...request,
        accepted: { labels: [{ id: question?.id ?? "", key, source: "model" }], facts: [] },
      });
      return second.status === "failed" ? second.code : at(second.output, "/model_alignments");
    };
    expect(choose("general_aggregate")).toMatchObject([
      { item_key: "a", aligned_to: "general_aggregate", source: "model" },
    ]);
    expect(choose("building")).toEqual([]);
  });
});

describe("bytes", () => {
  test("are the same for the same input, twice and by two compilations", () => {
    const other = presetEngine();
    for (const { input: given } of builtInCases()) {
      const [once, twice, elsewhere] = [answer(engine, given), answer(engine, given), answer(other, given)].map(
        (result) =>
          canonicalJson({ output: result.output, solutions: result.solutions ?? [], work_items: result.workItems }),
      );
      expect(twice).toBe(once);
      expect(elsewhere).toBe(once);
    }
  });

  test("are the same for the coverages in any order (TYPE-3, CMP-16)", () => {
    const odd = (label: string, limit: number): JsonObject => cover("general_liability", "row", { label, limit });
    const building = (limit: number): JsonObject =>
      cover("commercial_property", "row", { label: "Building", limit, deductible: flat(limit / 100) });
    const held = [
      gl,
      building(500_000),
      building(500_000),
      building(300_000),
      odd("Zephyr Option", 50_000),
      odd("Zephyr Option", 20_000),
      odd("Each Occurrence/Aggregate $1,000,000/$2,000,000", 1_000_000),
      odd("Deductible - Per Occurrence", 5000),
      cover("commercial_property", "row", { label: "AOP Deductible", limit: 2500 }),
      odd("Products/Completed Ops - Excluded", 0),
      cover("general_liability", "medical_expense", { limit: 0 }),
    ];
    const offered = [...held.slice(0, 2), odd("Zephyr Option", 10_000), odd("Cyber Each Occurrence", 1), gl];
    const bytesOf = (before: readonly JsonObject[], now: readonly JsonObject[], isSwapped: boolean): string => {
      const items = [policy("exp", before), quote("q", now)];
      const given = input(isSwapped ? items.toReversed() : items, { baseline_key: "exp" });
      const { output, solutions = [], workItems, warnings } = answer(engine, given);
      return canonicalJson({ output, solutions, work_items: workItems, warnings: [...warnings] });
    };
    const once = bytesOf(held, offered, false);
    expect(bytesOf(held.toReversed(), offered.toReversed(), true)).toBe(once);
    const turned = [...held.slice(5), ...held.slice(0, 5)];
    expect(bytesOf(turned, offered, false)).toBe(once);
  });

  test("satisfy the response schema (TYPE-39)", () => {
    const effective = comparison.effectiveConfig(comparison.preset());
    const check = compileSchema(comparison.responseSchema(effective));
    const documents = [
      ...builtInCases().map((each) => each.input),
      input([
        quote(
          "a",
          [cover("commercial_property", "building", { limit: 9e13, deductible: { type: "percent", amount: 2 } })],
          { premium: { base: 9e13 }, effective_on: "2026-04-01", expires_on: "2026-04-02" },
        ),
        quote("b", [
          cover("commercial_property", "building", { deductible: { type: "waiting_hours", amount: 72 } }),
          cover("workers_compensation", "statutory_wc", { limit_basis: "statutory" }),
        ]),
        { key: "r", records_ref: { policy_key: "p" } },
      ]),
    ];
    for (const given of documents) {
      const { output, solutions } = answer(engine, given);
      expect(check({ output, ...(solutions === undefined ? {} : { solutions }) })).toEqual([]);
    }
  });
});

describe("values", () => {
  test("join lines of one coverage to the less favourable value with a warning (CMP-24)", () => {
    const twice = [
      cover("commercial_property", "spoilage", { limit: 50_000, deductible: flat(1000) }),
      cover("commercial_property", "spoilage", { limit: 30_000, deductible: flat(5000) }),
    ];
    const result = answer(engine, input([quote("a", twice), quote("b", [gl])]));
    const row = list(result.output, "/matrix/rows").find(
      ({ row_key }) => row_key === "commercial_property/spoilage/limit",
    );
    expect(at(row ?? null, "/cells/a/value")).toBe(30_000);
    expect(result.warnings).toMatchObject([{ code: "fact_conflict", path: "items[a].coverages" }]);
  });

  test("turn percentages into money and never compare hours with money (CMP-25)", () => {
    const result = answer(
      engine,
      input(
        [
          policy("exp", [
            cover("commercial_property", "building", { limit: 500_000, deductible: flat(5000) }),
            cover("commercial_property", "business_income", { deductible: flat(1000) }),
          ]),
          quote("q", [
            cover("commercial_property", "building", { limit: 500_000, deductible: { type: "percent", amount: 0.02 } }),
            cover("commercial_property", "business_income", { deductible: { type: "waiting_hours", amount: 72 } }),
          ]),
        ],
        { baseline_key: "exp" },
      ),
    );
    const cell = (row: string): unknown =>
      at(list(result.output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q");
    expect(cell("commercial_property/building/deductible")).toMatchObject({
      value: 10_000,
      display: "2 % of the limit",
      status: "worse",
      delta_abs: 5000,
    });
    expect(cell("commercial_property/business_income/deductible")).toMatchObject({
      value: "72 hours",
      status: "unknown",
      material: false,
    });
  });

  test("a stated total stands in for unstated taxes and loses against stated parts (CMP-27)", () => {
    const premium = (given: Record<string, number>): unknown =>
      at(
        answer(engine, input([quote("a", [gl], { premium: given }), quote("b", [gl])])).output,
        "/items/a/totals/premium",
      );
    expect(premium({ base: 1000, total: 1100 })).toBe(1100);
    expect(premium({ base: 1000, taxes: 40, fees: 10, total: 1100 })).toBe(1050);
  });

  test("requirements judge limits, ratings and forms, and partly met ones count partly (CMP-40)", () => {
    const requirement = (
      key: string,
      field: string,
      op: string,
      value: string | number,
    ): Record<string, string | number | boolean> => ({
      key,
      line: "general_liability",
      coverage: "each_occurrence",
      field,
      op,
      value,
      mandatory: false,
      weight: 10,
      source: "contract",
    });
    const result = answer(
      engine,
      input(
        [
          quote("a", [cover("general_liability", "each_occurrence", { limit: 500_000, form: "Form 1" })]),
          quote("b", [gl]),
        ],
        {
          requirements: [
            requirement("form", "form", "starts_with", "form"),
            requirement("limit", "limit", "gte", 1_000_000),
            requirement("rating", "rating", "gte", "A-"),
            requirement("trigger", "trigger", "eq", "occurrence"),
          ],
        },
      ),
    );
    const results = (key: string): unknown[] =>
      list(result.output, `/items/${key}/requirement_results`).map(({ result: one }) => one);
    expect(results("a")).toEqual(["pass", "fail", "pass", "unknown"]);
    expect(results("b")).toEqual(["unknown", "pass", "pass", "unknown"]);
    // (1 + 0.5 + 1) of 3 known at equal weight.
    expect(at(result.solutions ?? [], "/a/breakdown/0/utility")).toBe(0.8333);
  });
});

describe("rows and findings", () => {
  const keysOf = (result: ReturnType<typeof answer>): Json[] =>
    list(result.output, "/matrix/rows").map(({ row_key }) => row_key ?? null);

  test("there is a row for each attribute that an item states or a requirement names, in the order of the code lists (CMP-29)", () => {
    const cyber = cover("cyber", "cyber_aggregate", { limit: 500_000, deductible: flat(1000) });
    const requirement = {
      key: "epl",
      line: "employment_practices",
      coverage: "epli_aggregate",
      field: "limit",
      op: "gte",
      value: 100_000,
      mandatory: false,
      weight: 5,
      source: "lease",
    };
    const items = [quote("a", [cyber, gl]), quote("b", [gl])];
    expect(keysOf(answer(presetEngine({ line_items: [] }), input(items, { requirements: [requirement] })))).toEqual([
      "general_liability/each_occurrence/included",
      "general_liability/each_occurrence/limit",
      "cyber/cyber_aggregate/included",
      "cyber/cyber_aggregate/limit",
      "cyber/cyber_aggregate/deductible",
      "employment_practices/epli_aggregate/included",
      "employment_practices/epli_aggregate/limit",
    ]);
  });

  test("a difference is material from its threshold on, and a lost coverage is one difference (CMP-37)", () => {
    const [limitRule = {}] = comparisonRules.line_items.filter(
      ({ coverage, attribute }) => coverage === "each_occurrence" && attribute === "limit",
    );
    const materialOf = (materiality: JsonObject, limit: number): Json | undefined => {
      const own = presetEngine({ line_items: [{ ...limitRule, materiality }] });
      const offered = cover("general_liability", "each_occurrence", { limit });
      const { output } = answer(own, input([policy("exp", [gl]), quote("q", [offered])], { baseline_key: "exp" }));
      const row = list(output, "/matrix/rows").find(
        ({ row_key }) => row_key === "general_liability/each_occurrence/limit",
      );
      return at(row ?? null, "/cells/q/material");
    };
    expect([materialOf({ abs: 1000 }, 999_001), materialOf({ abs: 1000 }, 999_000)]).toEqual([false, true]);
    expect([materialOf({ rel: 0.1 }, 900_001), materialOf({ rel: 0.1 }, 900_000)]).toEqual([false, true]);
    expect(materialOf({}, 999_999.99)).toBe(true);

    const cyber = cover("cyber", "cyber_aggregate", { limit: 500_000, deductible: flat(1000) });
    const { output } = answer(engine, input([policy("exp", [gl, cyber]), quote("q", [gl])], { baseline_key: "exp" }));
    const lost = list(output, "/matrix/rows").filter(
      ({ row_key }) => typeof row_key === "string" && row_key.startsWith("cyber/"),
    );
    expect(lost.map((row) => [row["row_key"], at(row, "/cells/q/status"), at(row, "/cells/q/material")])).toEqual([
      ["cyber/cyber_aggregate/included", "missing", true],
      ["cyber/cyber_aggregate/limit", "missing", false],
      ["cyber/cyber_aggregate/deductible", "missing", false],
    ]);
  });

  test("a material disadvantage is a finding, graver for what matters more; an advantage is not (CMP-60, CMP-89)", () => {
    const spoilage = (limit: number): JsonObject => cover("commercial_property", "spoilage", { limit });
    const high = cover("general_liability", "each_occurrence", { limit: 2_000_000 });
    const found = (held: readonly JsonObject[], offered: readonly JsonObject[]): unknown[] => {
      const items = [policy("exp", held), quote("q", offered)];
      return list(answer(engine, input(items, { baseline_key: "exp" })).output, "/findings")
        .filter(({ rule_key }) => rule_key === "gl_occ" || rule_key === "prop_spoilage")
        .map(({ rule_key, severity }) => [rule_key, severity]);
    };
    expect(found([high, spoilage(50_000)], [gl, spoilage(10_000)])).toEqual([
      ["gl_occ", "high"],
      ["prop_spoilage", "low"],
    ]);
    expect(found([gl, spoilage(10_000)], [high, spoilage(50_000)])).toEqual([]);
  });

  test("a carrier that is not rated is below every required rating (TYPE-21)", () => {
    const resultOf = (rating: string, value: string): Json | undefined => {
      const carrier = { name: "Carrier", rating, admitted: true };
      const requirement = {
        key: "rating",
        line: "general_liability",
        coverage: "each_occurrence",
        field: "rating",
        op: "gte",
        value,
        mandatory: false,
        weight: 5,
        source: "lease",
      };
      const items = [quote("a", [gl], { carrier }), quote("b", [gl])];
      const { output } = answer(engine, input(items, { requirements: [requirement] }));
      return at(output, "/items/a/requirement_results/rating/result");
    };
    expect([resultOf("NR", "D"), resultOf("D", "D"), resultOf("A+", "A++"), resultOf("A++", "A+")]).toEqual([
      "fail",
      "pass",
      "fail",
      "pass",
    ]);
  });

  test("what an item pays in commission is nowhere in the answer (CMP-76)", () => {
    const result = answer(
      engine,
      input([quote("a", [gl], { commission_rate: 0.1357 }), quote("b", [gl], { commission_rate: 0.2468 })]),
    );
    expect(JSON.stringify(result)).not.toMatch(/1357|13\.57|2468|24\.68|commission/);
  });

  test("codes of the dataset coverage_terms are accepted, and those with line and label are aliases (DATA-22)", () => {
    const rows = [
      { key: "drone_liability" },
      { key: "t2", coverage: "valet_parking", line: "general_liability", label: "Keys in our hands" },
    ];
    const dataset = { datasetKey: "coverage_terms", version: "1", sha256: "0".repeat(64), asOf, rows };
    const lines = [
      gl,
      cover("general_liability", "drone_liability", { limit: 1 }),
      { ...cover("general_liability", "row 1", { limit: 2 }), label: "Keys in our hands" },
    ];
    const keysWith = (datasets: readonly (typeof dataset)[]): Json[] => {
      const result = engine.run({
        input: input([quote("a", lines), quote("b", [gl])]),
        offerings: undefined,
        runId: "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d",
        createdAt: asOf,
        datasets: new Map(datasets.map((one) => [one.datasetKey, one])),
        onStage: () => undefined,
      });
      if (result.status === "failed") throw new Error(result.error);
      return keysOf(result);
    };
    const added = ["general_liability/drone_liability/limit", "general_liability/valet_parking/limit"];
    expect(keysWith([dataset])).toEqual(expect.arrayContaining(added));
    expect(keysWith([]).filter((key) => added.some((one) => one === key))).toEqual([]);
  });
});
