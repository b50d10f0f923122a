import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { answer, at, cover, flat, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";

const engine = presetEngine();
const building = (limit: number, terms: JsonObject = {}): JsonObject =>
  cover("commercial_property", "row", { label: "Building", limit, ...terms });
const compared = (before: readonly JsonObject[], now: readonly JsonObject[], extra: JsonObject = {}) =>
  answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp", ...extra }));
const cellOf = (output: JsonObject, row: string, key = "q"): Json | undefined =>
  at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, `/cells/${key}`);
const limitRow = "commercial_property/building/limit";

describe("a schedule of locations (CMP-97)", () => {
  test("two locations with one label count together, and a lost one is reported", () => {
    const { output, warnings } = compared([building(500_000), building(500_000)], [building(500_000)]);
    expect(cellOf(output, limitRow, "exp")).toMatchObject({ value: 1_000_000, display: "total of 2 locations" });
    expect(cellOf(output, limitRow)).toMatchObject({ value: 500_000, status: "worse" });
    expect(list(output, "/findings").map(({ title, detail, severity }) => [title, detail, severity])).toEqual([
      [
        "Offer q has a lower building limit under commercial property",
        "The building limit under commercial property is $500,000 in Offer q and $1,000,000 (total of 2 locations) in Offer exp, 50 % less.",
        "high",
      ],
      [
        "Offer q lists fewer locations under commercial property than Offer exp",
        "Offer q states building coverage under commercial property for 1 location and Offer exp for 2.",
        "medium",
      ],
    ]);
    expect(warnings.map(({ message }) => message)).toEqual([
      "Offer exp states building coverage under commercial property 2 times in the same words, which is read as 2 locations.",
    ]);
  });

  test("a limit for all that is as high leaves the number of locations to be confirmed", () => {
    const { output } = compared([building(500_000), building(300_000)], [building(800_000)]);
    expect(cellOf(output, limitRow)).toMatchObject({ status: "same" });
    expect(list(output, "/findings")).toMatchObject([{ rule_key: "lost_location", status: "review" }]);
  });

  test("a blanket limit stands for all locations and loses none", () => {
    const { output } = compared(
      [building(500_000), building(300_000)],
      [building(800_000, { label: "Blanket Building" })],
    );
    expect(cellOf(output, limitRow)).toMatchObject({ status: "same" });
    expect(list(output, "/findings")).toEqual([]);
  });

  test("locations distinguished by number or notes need no warning", () => {
    const numbered = [
      building(500_000, { label: "Building - Loc. 1" }),
      building(300_000, { label: "Building - Loc. 2" }),
    ];
    const noted = [building(500_000, { notes: "12 Main St" }), building(300_000, { notes: "4 Oak Ave" })];
    const { output, warnings } = compared(numbered, noted);
    expect(cellOf(output, limitRow)).toMatchObject({ value: 800_000, status: "same" });
    expect(list(output, "/findings")).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test("the highest deductible of the locations counts, and says so", () => {
    const { output, warnings } = compared(
      [building(500_000, { deductible: flat(1000) }), building(300_000, { deductible: flat(5000) })],
      [building(500_000, { deductible: flat(1000) }), building(300_000, { deductible: flat(5000) })],
    );
    expect(cellOf(output, "commercial_property/building/deductible")).toMatchObject({ value: 5000, status: "same" });
    expect(warnings).toMatchObject([{ code: "fact_conflict" }, { code: "fact_conflict" }]);
  });

  test("a loss or a required limit is one location's, not the total's", () => {
    const scenario = {
      key: "fire",
      label: "Fire",
      line: "commercial_property",
      coverage: "building",
      loss: 800_000,
      annual_probability: 0.01,
    };
    const requirementOf = (value: number): JsonObject => ({
      key: `r${value}`,
      line: "commercial_property",
      coverage: "building",
      field: "limit",
      op: "gte",
      value,
      mandatory: true,
      weight: 10,
      source: "the lender",
    });
    const both = [building(500_000), building(300_000)];
    const { output } = compared(both, both, {
      scenarios: [scenario],
      requirements: [requirementOf(300_000), requirementOf(600_000), requirementOf(900_000)],
    });
    expect(at(output, "/items/q/scenario_results/fire/retained")).toBe(500_000);
    const results = list(output, "/items/q/requirement_results").map(({ result }) => result);
    expect(results).toEqual(["pass", "unknown", "fail"]);
  });

  test("limits of liability that are stated twice stay one limit, the lower one (CMP-24)", () => {
    const twice = [500_000, 1_000_000].map((limit) => cover("general_liability", "each_occurrence", { limit }));
    const { output } = compared(twice, twice);
    expect(cellOf(output, "general_liability/each_occurrence/limit")).toMatchObject({ value: 500_000 });
  });

  test("labels that are worded differently are no schedule", () => {
    const { output, warnings } = compared(
      [building(500_000), building(500_000, { label: "Real Property" })],
      [building(500_000)],
    );
    expect(cellOf(output, limitRow)).toMatchObject({ status: "same" });
    expect(warnings).toEqual([]);
  });
});
