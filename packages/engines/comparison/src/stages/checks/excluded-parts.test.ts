import { describe, expect, test } from "@jest/globals";
import { type JsonObject, textOfJson } from "@service/json";
import { answer, at, cover, input, list, policy, presetEngine, quote } from "../../cases/sample-inputs.ts";

const engine = presetEngine();
const building = cover("commercial_property", "building", { limit: 750_000 });
const compare = (now: readonly JsonObject[], more: JsonObject, before: readonly JsonObject[] = [building]) =>
  answer(engine, input([policy("exp", before), { ...quote("q", now), ...more }], { baseline_key: "exp" })).output;
const excluding = (...texts: readonly string[]): JsonObject => ({ exclusions: texts.map((text) => ({ text })) });
const exclusionFindings = (output: JsonObject) =>
  list(output, "/findings").filter(({ rule_key }) => rule_key === "one_sided_exclusion");

describe("what only an exclusion takes away stands in the headline (CMP-108)", () => {
  test.each([
    ["Windstorm or hail exclusion", /leaves out windstorm and hail/],
    ["Wind is excluded", /leaves out wind/],
    ["Exclusion - Assault and Battery", /leaves out assault and battery/],
    ["CG 22 94 10 01 Exclusion - Damage to work performed by subcontractors", /work performed by subcontractors/],
    ["Theft exclusion", /leaves out theft/],
    ["Excludes flood", /leaves out flood/],
    ["Work above three stories", /leaves out work above three stories/],
    ["No coverage for cosmetic hail", /leaves out cosmetic hail/],
    ["Fungi or bacteria exclusion", /leaves out fungi and bacteria/],
    ["This policy does not cover residential construction", /leaves out residential construction/],
    ["Cannabis exclusion endorsement", /leaves out cannabis/],
  ])("%s", (text, expected) => {
    const output = compare([building], excluding(text));
    expect(at(output, "/headline")).toMatch(expected);
    expect(exclusionFindings(output)).toMatchObject([{ severity: "medium" }]);
  });

  test("also beside terms that are worse, and with a price", () => {
    const output = compare([{ ...building, limit: 500_000 }], {
      ...excluding("Theft exclusion"),
      premium: { base: 9000 },
    });
    expect(at(output, "/headline")).toMatch(
      / is 10 % cheaper but leaves out theft \(saves \$1,000 a year\): negotiate$/,
    );
  });

  test("of many parts the headline names four, and how many more there are", () => {
    const output = compare([building], excluding("Theft", "Flood", "Mold", "Earthquake", "Asbestos", "Terrorism"));
    expect(at(output, "/headline")).toMatch(/leaves out asbestos, earthquake, flood, mold and 2 more/);
  });
});

describe("the same part in a label and among the exclusions is one finding (CMP-108)", () => {
  test.each([
    ["Building w/o Wind & Hail", "Windstorm or hail exclusion"],
    ["Building (No Wind)", "Windstorm excluded"],
    ["Building (Theft Excluded)", "Theft exclusion"],
    ["Building except flood", "Flood exclusion"],
    ["Building, mold excluded", "Mold excluded"],
  ])("%s, and %s", (label, text) => {
    const output = compare([{ ...building, coverage: "row 1", label }], excluding(text));
    expect(exclusionFindings(output)).toEqual([]);
    const taken = list(output, "/findings").filter(({ title }) =>
      / leaves .+ out of the building /.test(textOfJson(title ?? null)),
    );
    expect(taken).toHaveLength(1);
  });

  test("what the label does not take away is a finding of its own", () => {
    const output = compare(
      [{ ...building, coverage: "row 1", label: "Building w/o Wind" }],
      excluding("Wind", "Theft"),
    );
    expect(exclusionFindings(output)).toMatchObject([{ title: expect.stringMatching(/1 exclusion .+: theft$/) }]);
    expect(at(output, "/headline")).toMatch(/leaves out wind and theft/);
  });
});
