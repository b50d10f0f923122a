import { describe, expect, test } from "@jest/globals";
import { canonicalJson, compileSchema, type JsonObject, text } from "@service/json";
import type { AcceptedLine } from "@service/models";
import { answer, at, cover, input, list, presetEngine, quote } from "../../cases/sample-inputs.ts";
import { comparison } from "../../index.ts";

const engine = presetEngine();

const offer = `QUOTE
Carrier: Lakeside Casualty
Effective date: 03/15/2027
Expiration date: 03/15/2028
Premium: $7,500
General liability
Each Occurrence: $500,000
General Aggregate: $2,000,000
We will stand behind each occurrence beyond your deductible, which comes to one $5,000 for any one cause.
Liquor liability will stand at one $1,000,000 for one cause.
The liquor liability aggregate, in all, is one $3,000,000 for the term.
`;
const gl = cover("general_liability", "each_occurrence", { limit: 1_000_000 });

function comparing(words: string, more: JsonObject = {}): JsonObject {
  return input([quote("a", [gl]), { key: "q1", documents: [{ document_key: "offer", text: words }], ...more }]);
}

const requestOf = (given: JsonObject) => ({
  input: given,
  offerings: undefined,
  runId: "0b0f7c1e-6f1c-5a54-9f0e-5d0b8b0e3f6d",
  createdAt: "2027-03-01T00:00:00Z",
  datasets: new Map(),
  onStage: () => undefined,
});

function needsOf(given: JsonObject, areFactsWanted?: boolean) {
  return comparison.enrichmentNeeds?.(answer(engine, given).output, requestOf(given), areFactsWanted);
}

type Proposed = Pick<AcceptedLine, "label" | "field" | "value"> & { readonly words: string; readonly line?: string };

/** The second run, with lines whose words stand in the document. */
function withLines(given: JsonObject, ...proposed: readonly Proposed[]) {
  const [document] = needsOf(given)?.documents ?? [];
  const lines = proposed.map(({ words, line = "liquor_liability", ...rest }): AcceptedLine => {
    const start = document?.text.indexOf(words) ?? -1;
    if (document === undefined || start < 0) throw new Error(`"${words}" was not asked about`);
    const place = { document_id: document.id, start, end: start + words.length };
    return { ...rest, ...place, line, confidence: 0.8, source: "model" };
  });
  const result = engine.run({ ...requestOf(given), accepted: { labels: [], facts: [], lines } });
  if (result.status === "failed") throw new Error(result.error);
  const { output } = result;
  const cells = list(output, "/matrix/rows").flatMap((row) => {
    const value = at(row, "/cells/q1/value");
    return value === null || value === undefined ? [] : [[text(row, "row_key") ?? "", value] as const];
  });
  return { result, output, cells: Object.fromEntries(cells), modelLines: list(output, "/documents/0/model_lines") };
}

const limit = {
  label: "Liquor liability",
  field: "limit",
  value: 1_000_000,
  words: "Liquor liability will stand at one $1,000,000",
} as const;
const aggregate = {
  label: "Liquor liability",
  field: "aggregate",
  value: 3_000_000,
  words: "liquor liability aggregate, in all, is one $3,000,000",
} as const;
const deductible = {
  line: "general_liability",
  label: "each occurrence",
  field: "deductible",
  value: 5000,
  words: "each occurrence beyond your deductible, which comes to one $5,000",
} as const;

describe("coverage lines of a model in the second run", () => {
  test("CMP-118: figures of one label are one coverage, in a valid output", () => {
    const { result, output, cells, modelLines } = withLines(comparing(offer), limit, aggregate);
    expect(cells).toMatchObject({
      "liquor_liability/liquor_each_cause/limit": 1_000_000,
      "general_liability/each_occurrence/limit": 500_000,
    });
    expect(modelLines.map(({ field, value }) => [field, value])).toEqual([
      ["limit", 1_000_000],
      ["aggregate", 3_000_000],
    ]);
    const effective = comparison.effectiveConfig(comparison.preset());
    const solutions = [...(result.solutions ?? [])];
    expect(compileSchema(comparison.responseSchema(effective))({ output, solutions })).toEqual([]);
  });

  test("CMP-118: a coverage of the rules takes a figure that they leave open, and no other", () => {
    const open = withLines(comparing(offer), deductible);
    expect(open.cells).toMatchObject({
      "general_liability/each_occurrence/limit": 500_000,
      "general_liability/each_occurrence/deductible": 5000,
    });
    const again = { ...deductible, field: "limit" } as const;
    expect(withLines(comparing(offer), again)).toMatchObject({
      cells: { "general_liability/each_occurrence/limit": 500_000 },
      modelLines: [],
    });
  });

  test("CMP-118: what the caller states wins, and what is stated as excluded stays so", () => {
    const own = { coverages: [cover("liquor_liability", "Liquor Liability", { limit: 250_000 })] };
    expect(withLines(comparing(offer, own), limit)).toMatchObject({
      cells: { "liquor_liability/liquor_each_cause/limit": 250_000 },
      modelLines: [],
    });
    const none = { coverages: [{ ...cover("liquor_liability", "Liquor Liability"), included: false }] };
    expect(withLines(comparing(offer, none), limit).modelLines).toEqual([]);
  });

  test.each<[string, Proposed]>([
    ["a premium alone", { ...limit, field: "premium" }],
    ["a line of business that no words name", { ...limit, line: "umbrella" }],
  ])("CMP-118: %s is no coverage", (_what, proposed) => {
    expect(withLines(comparing(offer), proposed).modelLines).toEqual([]);
  });

  test("CMP-118: a coverage that is left out has no figures", () => {
    expect(withLines(comparing(offer), limit, { ...limit, field: "status", value: "excluded" }).modelLines).toEqual([]);
    const { modelLines, cells } = withLines(comparing(offer), { ...limit, field: "status", value: "excluded" });
    expect(modelLines).toHaveLength(1);
    expect(cells["liquor_liability/liquor_each_cause/included"]).toBe(false);
  });

  test("CMP-117: asks about what is left, whatever the order of the items", () => {
    const given = comparing(offer);
    const needs = needsOf(given);
    expect(needs?.documents).toMatchObject([{ id: expect.stringMatching(/^[0-9a-f]{16}$/), kind: "quote" }]);
    expect(needs?.lines).toContain("liquor_liability");
    const turned = { ...given, items: list(given, "/items").toReversed() };
    expect(canonicalJson(needsOf(turned)?.documents ?? [])).toBe(canonicalJson(needs?.documents ?? []));
  });

  test.each<[string, JsonObject, boolean]>([
    ["of which all was read", comparing(offer.replace(/We will[^]*/, "")), true],
    ["in another currency", { ...comparing(offer), currency: "EUR" }, true],
    ["where no facts are wanted", comparing(offer), false],
  ])("CMP-117: asks nothing about documents %s", (_what, given, areFactsWanted) => {
    expect(needsOf(given, areFactsWanted)).toMatchObject({ documents: [] });
    expect(needsOf(given, areFactsWanted)).not.toHaveProperty("lines");
  });
});
