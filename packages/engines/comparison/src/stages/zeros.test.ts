import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";

const engine = presetEngine();
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const medical = (limit: number): JsonObject => cover("general_liability", "medical_expense", { limit });
const compared = (before: readonly JsonObject[], now: readonly JsonObject[], extra: JsonObject = {}) =>
  answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp", ...extra }));
const cellOf = (output: JsonObject, row: string): Json | undefined =>
  at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q");

describe("a limit of 0 is no cover (COVER-10)", () => {
  test("in the matrix, in requirements and in losses alike, and the answer states it", () => {
    const { output, warnings } = compared([gl, medical(5000)], [gl, medical(0)], {
      requirements: ["included", "limit"].map((field) => ({
        key: field,
        line: "general_liability",
        coverage: "medical_expense",
        field,
        op: field === "included" ? "eq" : "gte",
        value: field === "included" ? true : 1000,
        mandatory: false,
        weight: 5,
        source: "the lease",
      })),
      scenarios: [
        {
          key: "fall",
          label: "A fall",
          line: "general_liability",
          coverage: "medical_expense",
          loss: 3000,
          annual_probability: 0.1,
        },
      ],
    });
    expect(cellOf(output, "general_liability/medical_expense/included")).toMatchObject({ status: "missing" });
    expect(list(output, "/items/q/requirement_results").map(({ result }) => result)).toEqual(["fail", "fail"]);
    expect(at(output, "/items/q/scenario_results/fall")).toMatchObject({ covered: "not_covered", retained: 3000 });
    expect(list(output, "/findings").map(({ detail }) => detail)).toContain(
      "Offer exp has the medical expense coverage under general liability of $5,000, which Offer q leaves out. The offer states $0 as the medical expense coverage under general liability, which insures nothing.",
    );
    expect(warnings.map(({ message }) => message)).toEqual([
      "Offer q states $0 for medical expense coverage under general liability, which is read as no coverage.",
    ]);
  });

  test("a waiver with a limit of 0 and a statutory limit of 0 stay as they are", () => {
    const held = [
      gl,
      cover("general_liability", "waiver_of_subrogation", { limit: 0 }),
      cover("workers_compensation", "statutory_wc", { limit: 0, limit_basis: "statutory" }),
    ];
    const { output, warnings } = compared(held, held);
    expect(cellOf(output, "general_liability/waiver_of_subrogation/included")).toMatchObject({ value: true });
    expect(cellOf(output, "workers_compensation/statutory_wc/included")).toMatchObject({ value: true });
    expect(warnings).toEqual([]);
  });
});

describe("a premium of 0 is not known (CMP-102)", () => {
  const free = { premium: { base: 0 } };

  test("it is never cheaper, and the result says so", () => {
    const { output, solutions, warnings } = answer(
      engine,
      input([policy("exp", [gl]), quote("q", [gl], free)], { baseline_key: "exp" }),
    );
    expect(output["headline"]).toBe("Carrier q states no premium, with no material difference: negotiate");
    expect(at(output, "/items/q/totals")).toMatchObject({ premium: null, annualized: null, total_cost_of_risk: null });
    expect(at(output, "/summary/cheapest_key")).toBe("exp");
    expect(list(solutions ?? [], "/q/breakdown")).toContainEqual(
      expect.objectContaining({ dimension: "price", utility: null, because: "Its premium is not stated" }),
    );
    expect(list(output, "/findings")).toMatchObject([
      { rule_key: "premium_unknown", title: "Offer q states no premium" },
    ]);
    expect(warnings).toMatchObject([{ code: "fact_missing", path: "items[q].premium" }]);
  });

  test("of the expiring policy leaves the price open, and a stated total stands for it", () => {
    const headline = (extra: JsonObject): unknown =>
      answer(engine, input([policy("exp", [gl], extra), quote("q", [gl])], { baseline_key: "exp" })).output["headline"];
    expect(headline(free)).toBe(
      "Carrier q cannot be compared by price with Offer exp, which states no premium, with no material difference: stay with Carrier exp",
    );
    expect(headline({ premium: { base: 0, taxes: 100, fees: 0, total: 10_000 } })).toBe(
      "Carrier q costs the same, with no material difference: stay with Carrier exp",
    );
    expect(headline({ premium: { base: 0, taxes: 100 } })).toMatch(/states no premium/);
  });

  test("of all offers leaves no cheapest one", () => {
    const { output } = answer(engine, input([quote("a", [gl], free), quote("b", [gl], free)]));
    expect(at(output, "/summary/cheapest_key")).toBeNull();
    expect(output["headline"]).toMatch(/none states a premium|states no premium/);
    const unranked = answer(
      presetEngine({ ranking: { enabled: false } }),
      input([quote("a", [gl], free), quote("b", [gl], free)]),
    );
    expect(unranked.output["headline"]).toBe("None of 2 offers states a premium");
  });
});
