import { describe, expect, test } from "@jest/globals";
import { coverageLineSchema } from "@service/engine-kit";
import { compileSchema, parseJson } from "@service/json";
import { coveragesOf } from "./coverage-lines.ts";
import { excerptOf } from "./places.ts";
import type { Place, ReadCoverage, ReadLine, Stated } from "./document-reading.ts";

const page = "Ünder 𝄞 Each Claim $1,000,000 / $2,000,000\nanother row";
const at: Place = { page: 1, start: 9, end: 19 };
const document = { documentKey: "d", sourceBlobRef: "sb_1", pages: [page] };
const stated = <Value>(value: Value): Stated<Value> => ({ value, at });
const checkLine = compileSchema(coverageLineSchema());

function linesOf(coverage: Partial<ReadCoverage>, line: Partial<ReadLine> = {}, option?: string) {
  const read: ReadCoverage = { label: "Building", status: "covered", at, ...coverage };
  const result = coveragesOf(
    { lines: [{ line: "commercial_property", at, coverages: [read], ...line }] },
    document,
    option,
  );
  for (const { written } of result.coverages) expect(checkLine(parseJson(JSON.stringify(written)))).toEqual([]);
  return { ...result, written: result.coverages.map(({ written: { source: _source, ...rest } }) => rest) };
}

describe("a reading as coverage lines (CMP-114)", () => {
  test("CMP-115: names document, reference, page and place in code points, with its words", () => {
    const [{ written, excerpt } = { written: undefined, excerpt: "" }] = linesOf({}).coverages;
    expect(written?.source).toEqual({ document_key: "d", source_blob_ref: "sb_1", page: 1, start: 8, end: 18 });
    expect(excerpt).toBe("Ünder 𝄞 Each Claim $1,000,000 / $2,000,000");
  });

  test("CMP-115: words of a document cannot turn around the sentence that quotes them", () => {
    const turned = { ...document, pages: ["Each Claim $\u202e000,1\u202c\u0007 flat"] };
    expect(excerptOf(turned, { page: 1, start: 0, end: 10 })).toBe("Each Claim $ 000,1 flat");
  });

  test("CMP-114: an aggregate beside a limit is a line of its own", () => {
    const both = { limit: stated(100_000_000), aggregate: stated(200_000_000) };
    expect(linesOf({ label: "Each Claim", ...both }, { line: "professional_liability" }).written).toEqual([
      { line: "professional_liability", included: true, coverage: "Each Claim", limit: 1_000_000 },
      {
        line: "professional_liability",
        included: true,
        coverage: "aggregate",
        limit: 2_000_000,
        limit_basis: "aggregate",
      },
    ]);
    expect(linesOf({ label: "Liquor Liability Limit", ...both }).written.map(({ coverage }) => coverage)).toEqual([
      "Liquor Liability Limit",
      "Liquor Liability aggregate",
    ]);
    expect(linesOf({ label: "Each Occurrence / Aggregate", ...both }).written).toEqual([
      {
        line: "commercial_property",
        included: true,
        coverage: "Each Occurrence / Aggregate",
        limit: 1_000_000,
        notes: "$1,000,000/$2,000,000",
      },
    ]);
    expect(linesOf({ label: "General Aggregate", aggregate: stated(200_000_000) }).written).toMatchObject([
      { coverage: "General Aggregate", limit: 2_000_000, limit_basis: "aggregate" },
    ]);
  });

  test("CMP-114: a split limit of auto is three lines, with the terms once", () => {
    const split = { split: stated([25_000_000, 50_000_000, 10_000_000]), premium: stated(90_000) };
    expect(linesOf({ label: "Liability", ...split }, { line: "personal_auto" }).written).toEqual([
      { line: "personal_auto", included: true, coverage: "bi_per_person", limit: 250_000, premium: 900 },
      { line: "personal_auto", included: true, coverage: "bi_per_accident", limit: 500_000 },
      { line: "personal_auto", included: true, coverage: "property_damage", limit: 100_000 },
    ]);
  });

  test.each([
    [{ cents: 250_000 }, "deductible", { type: "flat", amount: 2500 }],
    [{ cents: 250_000 }, "self_insured_retention", { type: "sir", amount: 2500 }],
    [{ ratio: 0.02 }, "deductible", { type: "percent", amount: 0.02 }],
    [{ ratio: 1 }, "deductible", { type: "percent", amount: 100 }],
    [{ hours: 72 }, "deductible", { type: "waiting_hours", amount: 72 }],
  ] as const)("CMP-114: a deductible of %j as %s", (amount, kind, expected) => {
    expect(linesOf({ deductible: stated({ amount, kind }) }).written).toMatchObject([{ deductible: expected }]);
  });

  test("CMP-114: words without a member of their own stand in the notes", () => {
    const deductible = stated({ amount: { ratio: 0.02, minimumCents: 500_000 }, kind: "deductible" } as const);
    const worded = {
      limitText: stated("See schedule"),
      valuation: stated("Functional"),
      retroDate: stated("Full Prior Acts"),
    };
    expect(linesOf({ deductible, ...worded, limitBasis: stated("any one premises") }).written).toMatchObject([
      {
        limit_basis: "per_location",
        notes:
          "See schedule; any one premises; Functional; Retroactive date: Full Prior Acts; Minimum deductible $5,000",
      },
    ]);
    expect(linesOf({ limitText: stated("Statutory") }).written).toMatchObject([{ limit_basis: "statutory" }]);
    expect(
      linesOf({ valuation: stated("RC"), retroDate: stated("2020-01-01"), trigger: stated("claims_made_and_reported") })
        .written,
    ).toEqual([
      {
        line: "commercial_property",
        included: true,
        coverage: "Building",
        valuation: "replacement_cost",
        retro_date: "2020-01-01",
        trigger: "claims_made",
      },
    ]);
  });

  test("CMP-114: a share is of the one limit that it names, else it stands in the notes", () => {
    const dwelling: ReadCoverage = { label: "Dwelling", status: "covered", at, limit: stated(40_000_000) };
    const share: ReadCoverage = {
      label: "Other structures",
      status: "covered",
      at,
      limitRatio: stated(0.1),
      limitText: stated("10% of Dwelling"),
    };
    const limitsOf = (coverages: readonly ReadCoverage[]) =>
      linesOf({}, { coverages }).written.map(({ coverage, limit, notes }) => [coverage, limit, notes]);
    expect(limitsOf([dwelling, share])).toContainEqual(["Other structures", 40_000, "10% of Dwelling"]);
    expect(limitsOf([dwelling, dwelling, share])).toContainEqual(["Other structures", undefined, "10% of Dwelling"]);
  });

  test("CMP-114: what is excluded is not included, and what is left open is neither", () => {
    expect(linesOf({ status: "excluded" }).written).toMatchObject([{ coverage: "Building", included: false }]);
    expect(linesOf({ status: "not_stated" })).toMatchObject({
      coverages: [],
      open: [{ line: "commercial_property", coverage: "Building" }],
    });
  });

  test("CMP-97: a location stands behind the wording, and CMP-113: lines of other options are left out", () => {
    expect(linesOf({}, { location: "Location 2" }).written).toMatchObject([{ label: "Building (Location 2)" }]);
    expect(linesOf({}, { option: "A" }, "B").coverages).toEqual([]);
    expect(linesOf({}, { option: "B" }, "B").coverages).toHaveLength(1);
    expect(linesOf({}, {}, "B").coverages).toHaveLength(1);
    expect(linesOf({}, { line: "no such line" }).written).toMatchObject([{ line: "other" }]);
  });
});
