import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { answer, at, cover, flat, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";

const engine = presetEngine();
const umbrella = cover("umbrella", "umbrella_occurrence", { limit: 5_000_000 });
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const retention = cover("umbrella", "self_insured_retention", { limit: 10_000 });
const building = cover("commercial_property", "building", { limit: 500_000 });
const wind = cover("commercial_property", "wind_hail_deductible", { deductible: flat(25_000) });

function compared(before: readonly JsonObject[], now: readonly JsonObject[]) {
  const { output, solutions = [] } = answer(
    engine,
    input([policy("exp", before), quote("q", now)], { baseline_key: "exp" }),
  );
  const statusOf = (row: string): Json | undefined =>
    at(list(output, "/matrix/rows").find(({ row_key }) => row_key === row) ?? null, "/cells/q/status");
  return {
    statusOf,
    headline: output["headline"],
    titles: list(output, "/findings").map(({ title }) => title),
    details: list(output, "/findings").map(({ detail }) => detail),
    strengths: at(solutions, "/q/strengths"),
  };
}

describe("a deductible of its own is a burden (CMP-101)", () => {
  test.each([
    ["umbrella/self_insured_retention", [umbrella], retention, "It has no self-insured retention under umbrella"],
    [
      "commercial_property/wind_hail_deductible",
      [building],
      wind,
      "It has no wind and hail deductible under commercial property",
    ],
  ])("%s that is gone is better, and no gap", (pair, held, burden, strength) => {
    const { statusOf, titles, strengths, headline } = compared([...held, burden], held);
    expect([statusOf(`${pair}/included`), statusOf(`${pair}/deductible`)]).toEqual(["better", "better"]);
    expect(titles).toEqual([]);
    expect(strengths).toContain(strength);
    expect(headline).toBe("Carrier q costs the same but is more favorable in 1 term: accept");
  });

  test("one that comes is worse, with its amount", () => {
    const { statusOf, titles, details, strengths } = compared([umbrella], [umbrella, retention]);
    expect(statusOf("umbrella/self_insured_retention/included")).toBe("worse");
    expect(titles).toEqual(["Offer q adds a self-insured retention under umbrella"]);
    expect(details).toEqual(["Offer q leaves $10,000 of a loss to the client, and Offer exp has none."]);
    expect(strengths).toEqual([]);
  });

  test("one that rises is worse by its amount, also where it is written as a limit", () => {
    const higher = cover("umbrella", "self_insured_retention", { limit: 25_000 });
    expect(
      compared([umbrella, retention], [umbrella, higher]).statusOf("umbrella/self_insured_retention/deductible"),
    ).toBe("worse");
  });

  test("one that is gone with its line is lost with it, and brings no line with it", () => {
    const lost = compared([gl, umbrella, retention], [gl]);
    expect(lost.titles).toEqual(["Offer q has no umbrella"]);
    expect(lost.strengths).toEqual([]);
    const added = compared([gl], [gl, umbrella, retention]);
    expect(added.headline).toBe("Carrier q costs the same but adds umbrella: accept");
    expect(added.strengths).not.toContain("It adds self-insured retention under umbrella");
  });
});

describe("a deductible that the baseline does not state (CMP-105)", () => {
  const bearing = (amount: number): JsonObject =>
    cover("general_liability", "each_occurrence", { limit: 1_000_000, deductible: flat(amount) });

  test("is requested, and stated in the headline", () => {
    const { titles, details, headline } = compared([gl], [bearing(5000)]);
    expect(titles).toEqual(["Offer q states 1 deductible where Offer exp states none"]);
    expect(details).toEqual(["Offer q has an each occurrence deductible under general liability of $5,000."]);
    expect(headline).not.toContain("no material difference");
  });

  test("is nothing to ask for when it is 0, or when the offer states none either", () => {
    expect(compared([gl], [bearing(0)]).titles).toEqual([]);
    expect(compared([bearing(5000)], [gl]).titles).toEqual([]);
  });
});
