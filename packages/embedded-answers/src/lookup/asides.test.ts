import { describe, expect, test } from "@jest/globals";
import { asidesOf, withoutAsides } from "./asides.ts";

/** What is left of a question when its asides are taken away. */
const coreOf = (question: string): string =>
  withoutAsides(question, asidesOf(question)).replaceAll(/\s+/gu, " ").trim();

describe("the context of a question", () => {
  test.each([
    ["new here - which carrier writes the umbrella?", "which carrier writes the umbrella?"],
    ["for the budget huddle: how many policies end in May?", "how many policies end in May?"],
    ["landlord of Quarry Roofing is on hold - what is the GL limit?", "what is the GL limit?"],
    ["Adjuster wants to know when Quarry Roofing's umbrella ends", "when Quarry Roofing's umbrella ends"],
    ["mortgagee needs the building value of Quarry Roofing", "the building value of Quarry Roofing"],
    ["renewal date of Quarry Roofing, auditor is asking", "renewal date of Quarry Roofing,"],
    ["what does Quarry Roofing pay for GL? doing the acord", "what does Quarry Roofing pay for GL?"],
    ["got a fax from Quarry Roofing, who's their producer", "who's their producer"],
    ["staffing question: how many claims are open", "how many claims are open"],
    ["what's their phone, meeting at 3", "what's their phone,"],
    ["Quarry Roofing wants to switch, when does the umbrella end?", "when does the umbrella end?"],
    ["dumb question but who is the producer on the umbrella", "but who is the producer on the umbrella"],
    ["boss wants the premium of the umbrella by 5", "the premium of the umbrella"],
    ["carrier statement looks off - what rate does Quarry Roofing have", "what rate does Quarry Roofing have"],
  ])("are left out of what is looked up: %s (ANSWER-62)", (question, core) => {
    expect(coreOf(question)).toBe(core);
  });

  test.each([
    "billing on the umbrella - agency or direct?",
    "expiring in December, how many?",
    "Quarry Roofing - number of employees",
    "last call, Quarry Roofing?",
    "open claims: Quarry Roofing",
    "which contacts want to be called?",
  ])("are not the parts that ask: %s (ANSWER-62)", (question) => {
    expect(coreOf(question)).toBe(question);
  });

  test("what is demanded stays where the other part points at it (ANSWER-62)", () => {
    expect(coreOf("contract needs a waiver - is it on the GL?")).toContain("a waiver");
  });
});
