import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "../cases/sample-inputs.ts";

const engine = presetEngine();
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });
const odd = (line: string, label: string, terms: JsonObject = {}): JsonObject =>
  cover(line, "row", { label, ...terms });
const findingsOf = (before: readonly JsonObject[], now: readonly JsonObject[]): readonly JsonObject[] =>
  list(
    answer(engine, input([policy("exp", before), quote("q", now)], { baseline_key: "exp" })).output,
    "/findings",
  ).filter(({ rule_key }) => rule_key === "unread_line");

describe("what could not be read and may be lost (CMP-100)", () => {
  test("a line of the expiring policy that an offer does not state is reported, never left out", () => {
    expect(findingsOf([gl, odd("general_liability", "Zephyr Extension Option")], [gl])).toMatchObject([
      {
        finding_key: "unread_line:q:general_liability",
        status: "review",
        severity: "medium",
        confidence: 0.5,
        title: "Offer q may lack 1 line that we could not read in Offer exp",
        detail:
          'Offer exp says "Zephyr Extension Option" under general liability, which we could not read. Whether Offer q has it is not known.',
      },
    ]);
  });

  test("the same words on both sides need no finding, unless the limit is lower or gone", () => {
    const option = (terms: JsonObject): JsonObject => odd("general_liability", "Zephyr Extension Option", terms);
    expect(findingsOf([gl, option({ limit: 50_000 })], [gl, option({ limit: 50_000 })])).toEqual([]);
    expect(findingsOf([gl, option({ limit: 50_000 })], [gl, option({ limit: 20_000 })])).toMatchObject([
      { severity: "medium", status: "partial", title: 'Offer q has a lower limit for "Zephyr Extension Option"' },
    ]);
    expect(findingsOf([gl, option({ limit: 50_000 })], [gl, option({ limit: 50_000, included: false })])).toMatchObject(
      [{ status: "gap", title: 'Offer q leaves out "Zephyr Extension Option"' }],
    );
  });

  test("a deductible of the offer that could not be read is reported", () => {
    const own = odd("general_liability", "Deductible per claim incl LAE", {
      deductible: { type: "flat", amount: 2500 },
    });
    expect(findingsOf([gl], [gl, own])).toMatchObject([
      {
        finding_key: "unread_line:q:general_liability/borne",
        severity: "medium",
        title: "Offer q states 1 deductible that we could not read",
      },
    ]);
    expect(findingsOf([gl, own], [gl, own])).toEqual([]);
  });

  test("a line of business of which nothing was read is lost when the offer has nothing of it", () => {
    expect(findingsOf([gl, odd("inland_marine", "Tools floater, blanket")], [gl])).toMatchObject([
      {
        status: "gap",
        severity: "medium",
        title: "Offer q has no inland marine coverage",
        detail:
          'Offer q states nothing under inland marine. Offer exp says "Tools floater, blanket" under inland marine, which we could not read.',
      },
    ]);
    expect(findingsOf([gl, odd("cyber", "Zephyr Option")], [gl])).toMatchObject([{ severity: "high" }]);
    const aggregate = cover("cyber", "cyber_aggregate", { limit: 1_000_000 });
    expect(findingsOf([gl, aggregate, odd("cyber", "Zephyr Option")], [gl])).toEqual([]);
  });

  test("a line of the offer that may be what the expiring policy has becomes a question", () => {
    const aggregate = cover("general_liability", "general_aggregate", { limit: 2_000_000 });
    const open = odd("general_liability", "General Aggregate Product Claims", { limit: 2_000_000 });
    expect(findingsOf([gl, aggregate], [gl, open])).toMatchObject([
      {
        finding_key: "unread_line:q:general_liability/offer",
        title: "Offer q may lack the general aggregate limit",
      },
    ]);
  });

  test("what an offer says it leaves out, without our knowing what it is, is reported", () => {
    const denied = odd("commercial_property", "Wind/Hail Excluded");
    const building = cover("commercial_property", "building", { limit: 500_000 });
    expect(findingsOf([building], [building, denied])).toMatchObject([
      {
        title: "Offer q leaves out 1 coverage that we could not read",
        detail: 'Offer q says "Wind/Hail Excluded" under commercial property, which we could not read.',
      },
    ]);
    expect(findingsOf([building, denied], [building, denied])).toEqual([]);
    expect(findingsOf([building, denied], [building])).toEqual([]);
  });

  test("a label in the same words on both sides hides nothing that the expiring policy also has (CMP-22)", () => {
    const option = odd("commercial_property", "Zephyr Option");
    const held = ["building", "sewer_backup"].map((code) => cover("commercial_property", code, { limit: 100_000 }));
    const { output } = answer(
      engine,
      input([policy("exp", [...held, option]), quote("q", [...held.slice(0, 1), option])], { baseline_key: "exp" }),
    );
    expect(list(output, "/findings").map(({ title }) => title)).toEqual([
      "Offer q has no sewer backup coverage under commercial property",
    ]);
  });

  test("the finding cites the words", () => {
    const { output } = answer(
      engine,
      input([policy("exp", [gl, odd("general_liability", "Zephyr Option")]), quote("q", [gl])], {
        baseline_key: "exp",
      }),
    );
    expect(at(output, "/evidence/0/excerpt")).toBe("Zephyr Option");
  });
});
