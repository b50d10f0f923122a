import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { composeNarrative, templateNarrative, validateModelNarrative } from "./narrative.ts";

const evidence: JsonObject[] = [
  { evidence_id: "e1", kind: "fact", ref: { fact: "profile.employees" }, value: 37 },
  {
    evidence_id: "e2",
    kind: "document",
    ref: { document_key: "d1" },
    excerpt: "General aggregate limit $2,000,000, expires 2026-07-10",
  },
  { evidence_id: "e3", kind: "fact", ref: { fact: "share" }, value: 0.11379 },
];
const summary: JsonObject = { gap_count: 3, best_key: "exp", weights: { price: 30 }, premium: 8886.4 };

const verdict = (text: string, citations: string[]): boolean =>
  validateModelNarrative(text, citations, evidence, summary).accepted;

describe("a model's narrative", () => {
  test.each<[string, string, string[]]>([
    ["one cited sentence", "The account has 37 employees [e1].", ["e1"]],
    [
      "a marker behind the full stop",
      "The account has 37 employees. [e1] The aggregate is 2,000,000. [e2]",
      ["e1", "e2"],
    ],
    ["several markers", "It has 37 employees and a limit of $2M [e1, e2].", ["e1", "e2"]],
    ["a number of the summary", "There are 3 gaps [e1].", ["e1"]],
    ["a number in words", "There are three gaps [e1].", ["e1"]],
    ["a share as percent", "Carrier B is 11.4% cheaper [e3].", ["e3"]],
    ["a rounded share", "Carrier B is 11 percent cheaper [e3].", ["e3"]],
    ["a date of the evidence", "The policy expires 2026-07-10 [e2].", ["e2"]],
    ["an amount rounded to the dollar", "The premium is 8,886 [e1].", ["e1"]],
    ["2 million", "The aggregate is 2 million [e2].", ["e2"]],
  ])("is accepted with %s (MODEL-21)", (_title, text, citations) => {
    expect(validateModelNarrative(text, citations, evidence, summary)).toEqual({ accepted: true });
  });

  test.each<[string, string, string[]]>([
    ["no text", "  ", []],
    ["an uncited sentence", "The account has 37 employees [e1]. It is a good account.", ["e1"]],
    ["evidence that does not exist", "The account has 37 employees [e9].", ["e9"]],
    ["a number from nowhere", "The account has 38 employees [e1].", ["e1"]],
    ["a number of evidence that the sentence does not cite", "The account has 37 employees [e2].", ["e2"]],
    ["a number in words from nowhere", "There are seven gaps [e1].", ["e1"]],
    ["an inflated amount", "The aggregate is 2 billion [e2].", ["e2"]],
    ["a rounded whole number", "The aggregate is 2,000,400 [e2].", ["e2"]],
    ["a plain number that only matches as percent", "There were 11.4 losses [e3].", ["e3"]],
    ["another date", "The policy expires 2026-08-10 [e2].", ["e2"]],
    ["citations that the text does not make", "The account has 37 employees [e1].", ["e1", "e2"]],
    ["more than 8,000 characters", "The account has 37 employees [e1]. ".repeat(300), ["e1"]],
    ["a list line without marker", "Findings:\n- 37 employees [e1]", ["e1"]],
  ])("is refused with %s (MODEL-21)", (_title, text, citations) => {
    expect(verdict(text, citations)).toBe(false);
  });
});

test("a template narrative satisfies the check that a model's must pass (TYPE-45)", () => {
  const narrative = templateNarrative([
    { text: "The account has 37 employees.", evidenceIds: ["e1"] },
    { text: "The aggregate is 2,000,000", evidenceIds: ["e2", "e1"] },
  ]);
  expect(narrative).toEqual({
    source: "template",
    text: "The account has 37 employees [e1]. The aggregate is 2,000,000 [e2, e1].",
    citations: ["e1", "e2"],
  });
  expect(verdict(typeof narrative.text === "string" ? narrative.text : "", ["e1", "e2"])).toBe(true);
});

test("a narrative is cut between sentences at 8,000 characters (TYPE-45)", () => {
  const { text, citations } = composeNarrative(
    Array.from({ length: 300 }, (_, index) => ({ text: "x".repeat(100), evidenceIds: [`e${index + 1}`] })),
  );
  expect(text.length).toBeLessThanOrEqual(8000);
  expect(text.endsWith("].")).toBe(true);
  expect(citations.length).toBe(text.split("[").length - 1);
});
