import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "@service/json";
import { checkProposedLines } from "@service/models";
import { figureReader } from "./enrich-run.ts";

const readFigures = figureReader();

/** What is accepted of one proposal for a document of these words: the line, or why it is refused. */
function judged(text: string, proposal: JsonObject): JsonObject | string | undefined {
  const { accepted, rejected } = checkProposedLines(
    [{ id: "d", kind: "quote", text }],
    { lines: [{ document_id: "d", line: "other", field: "limit", ...proposal }] },
    readFigures,
  );
  const [line] = accepted;
  return line === undefined ? rejected[0]?.reason : { ...line, words: text.slice(line.start, line.end) };
}

const otherwise = "the text at the anchor says otherwise";
const noLabel = "the label does not stand at the anchor";
const otherField = "the words at the anchor state another field";

describe("the figure of a proposed line (MODEL-35)", () => {
  test.each<[string, JsonObject, JsonObject]>([
    [
      "Mold cover of as much as $50,000 applies",
      { label: "mold cover", anchor: "as much as $50,000", value: "$50,000" },
      { value: 50_000, label: "Mold cover", confidence: 0.8, words: "Mold cover of as much as $50,000" },
    ],
    ["Mold cover of as much as $50,000", { label: "Mold", anchor: "Mold cover", value: 50_000 }, { confidence: 0.7 }],
    ["Mold\n\n  as agreed\n  $50,000", { label: "Mold", anchor: "$50,000", value: 50_000 }, { value: 50_000 }],
    ["$50,000 Mold", { label: "Mold", anchor: "$50,000 Mold", value: 50_000 }, { value: 50_000 }],
    [
      "Mold $9,000\nFungi $50,000\nMold $50,000",
      { label: "Mold", anchor: "$50,000", value: 50_000 },
      { words: "Mold $50,000" },
    ],
    [
      "Mold retention of $5,000",
      { label: "Mold", anchor: "retention of $5,000", value: 5000, field: "retention" },
      { field: "retention" },
    ],
    [
      "Mold, all in: aggregate $5,000",
      { label: "Mold", anchor: "aggregate $5,000", value: 5000, field: "aggregate" },
      { field: "aggregate" },
    ],
    [
      "Mold is excluded.",
      { label: "Mold", anchor: "Mold is", value: "excluded", field: "status" },
      { value: "excluded" },
    ],
    [
      "Mold     Included",
      { label: "Mold", anchor: "Mold Included", value: "included", field: "status" },
      { confidence: 0.8 },
    ],
  ])("is taken: %s", (text, proposal, expected) => {
    expect(judged(text, proposal)).toMatchObject(expected);
  });

  test.each<[string, JsonObject, string]>([
    ["Mold $50,000", { label: "Mold", anchor: "Fungi $50,000", value: 50_000 }, "anchor not found"],
    ["Mold $50,000", { label: "Mold", anchor: "Mold", value: 5000 }, otherwise],
    ["Mold\n$50,000", { label: "Mold", anchor: "Mold", value: 50_000 }, otherwise],
    ["Mold $50,000 $2,500", { label: "Mold", anchor: "Mold", value: 2500 }, otherwise],
    ["Mold $50,000 to $70,000", { label: "Mold", anchor: "Mold $50,000", value: 50_000 }, otherwise],
    ["Mold $50,000 2%", { label: "Mold", anchor: "Mold", value: 50_000 }, otherwise],
    ["Mold $██,███ $2,500", { label: "Mold", anchor: "Mold", value: 2500 }, otherwise],
    ["Mold EUR 50,000", { label: "Mold", anchor: "50,000", value: 50_000 }, otherwise],
    ["Mold $50,000 to $70,000", { label: "Mold", anchor: "$70,000", value: 70_000 }, otherwise],
    ["Mold up to $50,000", { label: "Mold", anchor: "$50,000", value: 50_000 }, otherwise],
    ["Mold $1,000,000", { label: "Mold", anchor: "Mold $1,000", value: 1000 }, otherwise],
    [`Mold $5,000 ${"x ".repeat(1000)}`, { label: "Mold", anchor: "Mold $5,000", value: 5000 }, otherwise],
    ["Mold EUR 50,000", { label: "Mold", anchor: "Mold", value: 50_000 }, otherwise],
    [`Mold ${"x ".repeat(45)}$50,000`, { label: "Mold", anchor: "Mold", value: 50_000 }, otherwise],
    ["Mold $50,000", { label: "old", anchor: "Mold $50,000", value: 50_000 }, noLabel],
    ["Mold\nA\nB\nC\n$50,000", { label: "Mold", anchor: "$50,000", value: 50_000 }, noLabel],
    ["Mold $9,000\nFungi $50,000", { label: "Mold", anchor: "$50,000", value: 50_000 }, noLabel],
    ["Mold ██████\nFungi $50,000", { label: "Mold", anchor: "$50,000", value: 50_000 }, noLabel],
    ["Fungi $50,000 Mold $9,000", { label: "Mold", anchor: "Fungi $50,000", value: 50_000 }, noLabel],
    ["$50,000 Mold $9,000", { label: "Mold", anchor: "$50,000 Mold", value: 50_000 }, noLabel],
    ["Mold deductible $5,000", { label: "Mold", anchor: "deductible $5,000", value: 5000 }, otherField],
    ["Mold $5,000 SIR", { label: "Mold", anchor: "Mold $5,000", value: 5000 }, otherField],
    ["Mold $5,000", { label: "Mold", anchor: "Mold $5,000", value: 5000, field: "premium" }, otherField],
    ["Mold is not excluded", { label: "Mold", anchor: "Mold", value: "excluded", field: "status" }, otherwise],
    ["Mold is not included", { label: "Mold", anchor: "Mold", value: "included", field: "status" }, otherwise],
    ["Mold excluded unless paid", { label: "Mold", anchor: "Mold", value: "excluded", field: "status" }, otherwise],
    ["Mold [ ] Included", { label: "Mold", anchor: "Mold", value: "included", field: "status" }, otherwise],
    ["Mold\nFungi excluded", { label: "Mold", anchor: "Mold", value: "excluded", field: "status" }, otherwise],
  ])("is refused: %s", (text, proposal, reason) => {
    expect(judged(text, proposal)).toBe(reason);
  });

  test("counts once for a field of a label, the first that holds", () => {
    const proposal = { document_id: "d", label: "Mold", line: "other", field: "limit" };
    const { accepted } = checkProposedLines(
      [{ id: "d", kind: "quote", text: "Mold $1,000 first\n\nmold $2,000 then" }],
      {
        lines: [
          { ...proposal, anchor: "$3,000", value: 3000 },
          { ...proposal, anchor: "$2,000 then", value: 2000 },
          { ...proposal, anchor: "$1,000 first", value: 1000 },
        ],
      },
      readFigures,
    );
    expect(accepted).toMatchObject([{ value: 2000 }]);
  });
});
