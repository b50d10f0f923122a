import { describe, expect, test } from "@jest/globals";
import type { Json, JsonObject } from "@service/json";
import { checkProposedFacts } from "@service/models";
import { figureReader } from "./enrich-run.ts";

const readFigures = figureReader();

type FactQuestion = Parameters<typeof checkProposedFacts>[0][number];
const facts: FactQuestion[] = [{ fact: "profile.employees", type: "number", label: "Employees" }];
const documents = [
  { id: "d1", kind: "application", text: "Applicant: X.\nNumber of\nemployees:   37 full time. Revenue $1,200,000." },
];

describe("proposing facts", () => {
  const propose = (value: Json, anchor: string, questions = facts) =>
    checkProposedFacts(
      questions,
      documents,
      { facts: [{ fact: questions[0]?.fact ?? "", value, anchor, document_id: "d1" }] },
      readFigures,
    );

  test("finds an inexactly quoted anchor and reads the value itself (MODEL-16)", () => {
    const { accepted } = propose(37, "number of employees: 37");
    expect(accepted).toMatchObject([
      { fact: "profile.employees", value: 37, confidence: 0.8, source: "model", document_id: "d1", start: 14 },
    ]);
    const pictured = [{ id: "d1", kind: "application", text: "😀😀 Staff: 37" }];
    const answer = { facts: [{ fact: "profile.employees", value: 37, anchor: "Staff: 37", document_id: "d1" }] };
    expect(checkProposedFacts(facts, pictured, answer, readFigures).accepted).toMatchObject([{ start: 3, end: 12 }]);
    expect(propose(37, "Number of employees").accepted).toMatchObject([{ value: 37, confidence: 0.7 }]);
    expect(propose("37", "Number of employees").accepted).toMatchObject([{ value: 37 }]);
  });

  test.each<[string, Json, string, string]>([
    ["a value the text does not give", 38, "Number of employees", "the text at the anchor says otherwise"],
    ["an anchor the text does not have", 37, "headcount is", "anchor not found"],
    ["an anchor of one letter", 37, "N", "anchor has not 3 to 200 characters"],
  ])("refuses %s (MODEL-16)", (_title, value, anchor, reason) => {
    expect(propose(value, anchor)).toEqual({ accepted: [], rejected: [{ fact: "profile.employees", reason }] });
  });

  test("reads money, shares, dates, yes and no, and words (MODEL-18)", () => {
    const text =
      "Revenue $1.2 million. Alcohol share: 35%. Effective March 1, 2026, expires 03/01/2027. Sprinklered: yes. Construction: joisted masonry.";
    const read = (type: FactQuestion["type"], value: Json, anchor: string): Json | undefined =>
      checkProposedFacts(
        [{ fact: "f", type, label: "f" }],
        [{ id: "d", kind: "x", text }],
        { facts: [{ fact: "f", value, anchor }] },
        readFigures,
      ).accepted[0]?.value;
    expect(read("money", 1_200_000, "Revenue")).toBe(1_200_000);
    expect(read("percent", 0.35, "Alcohol share")).toBe(0.35);
    expect(read("percent", 35, "Alcohol share")).toBe(0.35);
    expect(read("date", "2026-03-01", "Effective")).toBe("2026-03-01");
    expect(read("date", "2027-03-01", "expires")).toBe("2027-03-01");
    expect(read("boolean", true, "Sprinklered: yes")).toBe(true);
    expect(read("boolean", false, "Sprinklered: yes")).toBeUndefined();
    expect(read("string", "Joisted Masonry", "Construction:")).toBe("joisted masonry");
    expect(read("string", "frame", "Construction:")).toBeUndefined();
  });

  test("takes one value a fact and nothing beyond the request", () => {
    const proposal = (fact: string): JsonObject => ({ fact, value: 37, anchor: "Number of employees" });
    const { accepted, rejected } = checkProposedFacts(
      facts,
      documents,
      { facts: [proposal("profile.employees"), proposal("profile.employees"), proposal("profile.other")] },
      readFigures,
    );
    expect(accepted).toHaveLength(1);
    expect(rejected).toEqual([{ fact: "profile.other", reason: "not asked" }]);
  });

  test.each<[string, Json, string]>([
    ["Annual revenue: $1.2.3M", 1.2, "Annual revenue"],
    ["Annual revenue $1M - $2M", 2_000_000, "Annual revenue"],
    ["Annual revenue: EUR 2,000,000", 2_000_000, "Annual revenue"],
    ["Annual revenue for 2025", 2025, "Annual revenue"],
    ["Annual revenue (in thousands): 3,150,000", 3_150_000_000, "Annual revenue"],
    ["Telephone 555-123-4567", 555, "Telephone"],
  ])("refuses what has no single reading: %s (MODEL-18, VALUE-4)", (text, value, anchor) => {
    const money: FactQuestion[] = [{ fact: "f", type: "money", label: "f" }];
    const { accepted } = checkProposedFacts(
      money,
      [{ id: "d", kind: "x", text }],
      { facts: [{ fact: "f", value, anchor }] },
      readFigures,
    );
    expect(accepted).toEqual([]);
  });

  test("takes the scale of the line (VALUE-1)", () => {
    const text = "Sales (in thousands) 1,275";
    const { accepted } = checkProposedFacts(
      [{ fact: "f", type: "money", label: "f" }],
      [{ id: "d", kind: "x", text }],
      { facts: [{ fact: "f", value: 1_275_000, anchor: "1,275" }] },
      readFigures,
    );
    expect(accepted).toMatchObject([{ value: 1_275_000 }]);
  });
});
