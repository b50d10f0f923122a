import { describe, expect, test } from "@jest/globals";
import { citedStatements, quoteFor } from "../index.ts";

describe("what a mark stands behind (GROUND-65)", () => {
  test.each([
    ["The desk opens at 8 [1]. It closes at 18 [2].", ["The desk opens at 8", "It closes at 18"]],
    [
      "The desk opens at 8. [1] It closes at 18. [1][2]",
      ["The desk opens at 8.", "It closes at 18.", "It closes at 18."],
    ],
    ["🙂 é. Deductible: $1,000 [3] per claim.", ["Deductible: $1,000"]],
    ["- one [1]\n- two [2]", ["- one", "- two"]],
    ["[1] is first", []],
    ["no mark, [100] and [x]", []],
  ])("%s", (answer, statements) => {
    const found = citedStatements(answer);
    expect(found.map(({ text }) => text)).toEqual(statements);
    // Spans are code points of the answer itself.
    for (const { text, span } of found)
      expect(
        [...answer]
          .slice(span.start, span.end)
          .join("")
          .replace(/ ?\[\d\]/g, "")
          .trimEnd(),
      ).toBe(text);
  });
});

describe("the sentences of a passage that support a statement (GROUND-65)", () => {
  const passage =
    "Welcome to the agency. The claims desk is open from 8 to 18. On holidays the desk is closed. Parking costs $5 a day.";
  test.each([
    ["The desk opens at 8 and closes at 18", "The claims desk is open from 8 to 18."],
    ["Parking is $5", "Parking costs $5 a day."],
    ["Open from 8 to 18, closed on holidays", "The claims desk is open from 8 to 18. On holidays the desk is closed."],
    ["Something else entirely", passage],
  ])("%s", (statement, quote) => {
    expect(quoteFor(statement, passage)).toBe(quote);
  });

  test("is never longer than 600 characters and verbatim", () => {
    const long = "word ".repeat(1_000).trim();
    expect(quoteFor("word", long)).toHaveLength(599);
    expect(long.startsWith(quoteFor("word", long))).toBe(true);
    expect(quoteFor("anything", "")).toBe("");
  });
});
