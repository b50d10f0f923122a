import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { building, preferring, problemsOf, rule, run, wanting } from "./testing/read-texts.ts";
import { at, input, need, solved } from "./cases/sample-inputs.ts";

describe("dimensions, smallest and fullest (WORD-7)", () => {
  const because = (dimension: string, extra: JsonObject, given = input()): Json | undefined => {
    const result = run(extra, given);
    expect(problemsOf(result)).toEqual([]);
    return solved(result, `/0/breakdown/${dimension}/because`);
  };
  const classes = { appetite: [{ prefix: "2381", level: "limited" }] };
  test.each<[string, JsonObject, JsonObject, string]>([
    ["appetite", {}, input(), "This class of business is standard for the program"],
    ["appetite", classes, input(), "This class of business is written on a limited basis"],
    ["appetite", {}, input({ risk: { states: ["TX"] } }), "Every class of business is standard for the program"],
    ["appetite", classes, input({ risk: { states: ["TX"] } }), "The client's class of business is not on file"],
    ["coverage_fit", {}, input(), "No particular coverage is asked for"],
    [
      "coverage_fit",
      building(),
      wanting({ min_limit: 200_000 }),
      "The program offers up to $250,000 for building; $200,000 is wanted",
    ],
    ["coverage_fit", building(), wanting({}), "The program includes building"],
    ["price", {}, input(), "The program's prices are not on file"],
    ["likelihood", {}, input(), "No history of submissions to the program is on file"],
    [
      "likelihood",
      { history: { submitted: 0, quoted: 0, bound: 0 } },
      input(),
      "No submission has been made to the program yet",
    ],
    [
      "likelihood",
      { history: { submitted: 1, quoted: 1, bound: 1 } },
      input(),
      "1 of 1 submission to the program was bound",
    ],
    [
      "likelihood",
      { history: { submitted: 1800, quoted: 0, bound: 0 } },
      input(),
      "None of 1,800 submissions to the program was bound",
    ],
    ["strength", {}, input(), "The carrier's rating is not on file"],
    ["strength", { rating: "NR" }, input(), "The carrier is not rated"],
    ["strength", { rating: "A++" }, input(), "The carrier is rated A++"],
    ["service", {}, input(), "The program's turnaround is not on file"],
    ["service", { turnaround_days: 0 }, input(), "The program answers on the same day"],
    ["service", { turnaround_days: 0.5 }, input(), "The program answers within 1 day"],
    ["service", { turnaround_days: 30 }, input(), "The program answers within 30 days"],
    ["relationship", { appointed: false }, input(), "The carrier is not appointed"],
    [
      "relationship",
      { appointed: false },
      preferring({ carriers_preferred: ["c-a"] }),
      "The carrier is preferred but not appointed",
    ],
    ["relationship", {}, preferring({ carriers_preferred: ["c-a"] }), "The carrier is appointed and preferred"],
    ["commission", { commission_rate: 0.2 }, input(), "This has no weight in the ranking"],
  ])("%s %j", (dimension, extra, given, expected) => expect(because(dimension, extra, given)).toBe(expected));

  test.each([
    [1, "The program meets 1 of the 3 coverage requirements"],
    [3, "The program meets all 3 coverage requirements"],
    [0, "The program meets none of the 3 coverage requirements"],
  ])("%d of three coverages", (met, expected) => {
    const names = ["spoilage", "sewer_backup", "Contractor's tools"];
    const coverages = names.map((coverage, index) => ({ coverage, included: index < met }));
    const needs = [need({ coverages: names.map((coverage) => ({ coverage, must_have: false })) })];
    expect(because("coverage_fit", { coverages }, input({ needs }))).toBe(expected);
  });

  test("the price, with target, incumbent and neither, in dollars and euros", () => {
    const pricing = { pricing: { basis_fact: "risk.revenue", per: 1000, rate: 5 } };
    const priced = (extra: JsonObject): JsonObject => input({ needs: [need(extra)] });
    const incumbents = [{ line: "general_liability", carrier_key: "x", premium: 5000, expires_on: "2026-04-01" }];
    expect(because("price", pricing)).toBe("The indicated premium is $6,000; no target to compare it with is on file");
    expect(because("price", pricing, priced({ target_premium: 6000 }))).toBe(
      "The indicated premium of $6,000 is equal to the target of $6,000",
    );
    expect(because("price", pricing, priced({ target_premium: 6000.01 }))).toBe(
      "The indicated premium of $6,000 is just below the target of $6,000.01",
    );
    expect(because("price", pricing, input({ incumbents, currency: "EUR" }))).toBe(
      "The indicated premium of EUR 6,000 is 20 % above the incumbent's premium of EUR 5,000",
    );
    expect(because("price", { pricing: { ...pricing.pricing, basis_fact: "risk.payroll" } })).toBe(
      "No premium can be indicated from what is on file",
    );
    const least = { pricing: { ...pricing.pricing, rate: 0.0062, minimum_premium: 2500 } };
    const result = run(least, priced({ target_premium: 2200 }));
    expect(solved(result, "/0/reasons_against")).toContain(
      "Its minimum premium of $2,500 is above the target of $2,200",
    );
    expect(solved(result, "/0/indicative_premium/basis")).toBe(
      "Indication, not a quote: the minimum premium of $2,500 applies; the rate is 0.0062 per $1,000 of revenue, state factor 1, loss factor 1, as no loss ratio is on file",
    );
    expect(at(result.output, "/findings/price_above_target:gl/detail")).toBe(
      "Acme Casualty Artisan's indicated premium of $2,500 is 13.6 % above the target of $2,200. An indication is not a quote.",
    );
    expect(problemsOf(result)).toEqual([]);
  });

  test("what adjusts the points says by how many (WORD-10)", () => {
    expect(solved(run(rule("adjust", "Fewer than five years", -5)), "/0/reasons_against")).toContain(
      "The program loses 5 of 100 points: fewer than five years",
    );
    expect(solved(run(rule("adjust", "OSHA program in place", 5)), "/0/reasons_for")).toContain(
      "The program gains 5 of 100 points: OSHA program in place",
    );
  });
});
