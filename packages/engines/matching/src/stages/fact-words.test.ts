import { describe, expect, test } from "@jest/globals";
import { capitalized, lossFactsSchema, riskFactsSchema } from "@service/engine-kit";
import { sentenceProblems } from "@service/engine-kit/testing";
import { inputSchema, offeringSchema } from "@service/engine-offerings";
import { isJsonObject, type Json } from "@service/json";
import { factName, figure, ownedFact, rateUnit, unknownInWords } from "./fact-words.ts";

/** Every path below a schema that a rule may name. */
function pathsOf(schema: Json | undefined, path: string): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { items, properties } = schema;
  if (isJsonObject(items)) return [path, ...pathsOf(items, `${path}[]`)];
  if (!isJsonObject(properties)) return [path];
  return Object.entries(properties).flatMap(([name, member]) => pathsOf(member, `${path}.${name}`));
}

const paths = [
  ...pathsOf(riskFactsSchema(), "risk"),
  ...pathsOf(lossFactsSchema(), "loss"),
  ...pathsOf(inputSchema({}), "input"),
  ...pathsOf(offeringSchema(), "offering"),
];

describe("facts in words", () => {
  test("every path that a rule may name has words, and none ends in a dangling one (WORD-3, WORD-4)", () => {
    expect(paths.length).toBeGreaterThan(100);
    const dangling = /^(?:on|per|as of|include|exclude|bound|quoted|submitted|paid|reserved|included|appointed)$/;
    for (const path of paths) {
      expect([path, factName(path)]).toEqual([path, expect.not.stringMatching(dangling)]);
      const unknown = capitalized(unknownInWords([path], "a program"));
      expect([path, ...sentenceProblems(unknown)]).toEqual([path]);
      expect([path, ...sentenceProblems(capitalized(ownedFact(path)), { hasVerb: false })]).toEqual([path]);
    }
  });

  test("a coverage of the program is named by its label", () => {
    expect(factName("offering.coverages.each_occurrence.max_limit")).toBe("greatest limit for each occurrence");
    expect(factName("offering.coverages.Contractor's tools.min_deductible")).toBe(
      "smallest deductible for Contractor's tools",
    );
  });

  test("what a rate is charged on", () => {
    expect(rateUnit("risk.payroll", 100, "USD")).toBe("$100 of payroll");
    expect(rateUnit("risk.payroll", 1000, "EUR")).toBe("EUR 1,000 of payroll");
    expect(rateUnit("risk.vehicles", 1, "USD")).toBe("vehicle");
    expect(rateUnit("risk.square_feet", 1000, "USD")).toBe("1,000 square feet");
    expect(rateUnit("risk.attributes.beds", 1, "USD")).toBe("1 of beds");
    expect([1200, 9.5, 0.0062, 1234.5, 0].map(figure)).toEqual(["1,200", "9.5", "0.0062", "1,234.50", "0"]);
  });
});
