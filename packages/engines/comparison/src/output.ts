import { documentReportMembers, documentReportRequired } from "@service/engine-policy-documents";
import { documentsOfRunMax, evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  currencySchema,
  eachOf,
  enumSchema,
  fillDefaults,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  nullable,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scalarSchema,
  scoreSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { lineFields } from "@service/models";
import { sensitive } from "@service/privacy";
import {
  attributes,
  cellStatuses,
  dimensions,
  directions,
  excludedReasons,
  exposureBases,
  itemKinds,
  referenceKinds,
} from "./codes.ts";
import { comparisonConfiguration } from "./configuration.ts";

const itemsMax = 20;

/** Lines of the items whose coverage is not known. */
export const unalignedLines = listOf(
  closed(
    {
      label_id: textSchema(32),
      item_key: keySchema(),
      line: textSchema(128),
      coverage: textSchema(128),
      label: textSchema(160),
      candidates: listOf(
        closed({ coverage: textSchema(128), similarity: ratioSchema() }, ["coverage", "similarity"]),
        5,
      ),
    },
    ["label_id", "item_key", "line", "coverage", "candidates"],
  ),
  500,
);

/** JSON Schema of `{output, solutions?}` under this configuration (CMP-71, TYPE-103, TYPE-104). */
export function responseSchema(effective: JsonObject) {
  const { ranking, max_rows: maxRows } = fillDefaults(comparisonConfiguration, effective);
  const output = outputSchema(maxRows);
  return ranking.enabled
    ? closed({ output, solutions: listOf(solutionSchema(), itemsMax) }, ["output", "solutions"])
    : closed({ output }, ["output"]);
}

function outputSchema(maxRows: number) {
  return outputEnvelopeSchema({
    engineType: "comparison",
    summary: summarySchema(),
    properties: {
      currency: currencySchema(),
      items: listOf(itemSchema(), itemsMax),
      excluded_items: listOf(excludedItemSchema(), itemsMax),
      matrix: closed({ rows: listOf(matrixRowSchema(), maxRows) }, ["rows"]),
      differences: listOf(closed({ ...rowProperties(), impact: numberSchema(0, 100) }, [...rowRequired, "impact"]), 50),
      unaligned: unalignedLines,
      model_alignments: listOf(modelAlignmentSchema(), 6000),
      documents: listOf(documentOutputSchema(), documentsOfRunMax),
    },
    required: ["currency", "items", "excluded_items", "matrix", "differences", "unaligned", "model_alignments"],
    finding: findingSchema({ item_key: keySchema() }, ["item_key"]),
  });
}

function excludedItemSchema() {
  return closed({ key: keySchema(), reason: openEnumSchema(excludedReasons) }, ["key", "reason"]);
}

/** What was read of a document, and what was not (CMP-115). */
function documentOutputSchema() {
  const members = {
    item_key: keySchema(),
    ...documentReportMembers(),
    option: textSchema(300),
    coverage_count: countSchema(),
    model_lines: listOf(modelLineSchema(), 200),
  };
  return closed(members, ["item_key", ...documentReportRequired]);
}

/** A figure of a coverage that a model found in a document and code verified (CMP-118). */
function modelLineSchema() {
  const members = {
    line: textSchema(128),
    label: textSchema(128),
    field: openEnumSchema(lineFields),
    value: scalarSchema(100),
    confidence: ratioSchema(),
    source: enumSchema(["model"]),
    page: integerSchema(1, 100_000),
    start: countSchema(),
    end: countSchema(),
    excerpt: textSchema(300),
  };
  return closed(members, [
    "line",
    "label",
    "field",
    "value",
    "confidence",
    "source",
    "page",
    "start",
    "end",
    "excerpt",
  ]);
}

function matrixRowSchema() {
  return closed(
    {
      ...rowProperties(),
      direction: enumSchema(directions),
      weight: numberSchema(0, 100),
      reference: openEnumSchema(referenceKinds),
    },
    [...rowRequired, "direction", "weight", "reference"],
  );
}

function summarySchema() {
  const weights = closed(eachOf(dimensions, numberSchema(0, 100)), dimensions);
  return closed(
    {
      item_count: countSchema(itemsMax),
      row_count: countSchema(),
      material_differences: countSchema(),
      best_key: nullable(keySchema()),
      cheapest_key: nullable(keySchema()),
      price_reference: openEnumSchema(["baseline", "median_of_items"]),
      weights,
    },
    ["item_count", "row_count", "material_differences", "best_key", "cheapest_key", "price_reference", "weights"],
  );
}

function itemSchema() {
  const totals = closed(
    {
      premium: nullable(amountSchema()),
      annualized: nullable(amountSchema()),
      expected_retained: nullable(amountSchema()),
      total_cost_of_risk: nullable(amountSchema()),
    },
    ["premium", "annualized", "expected_retained", "total_cost_of_risk"],
  );
  return closed(
    {
      key: keySchema(),
      kind: openEnumSchema(itemKinds),
      label: textSchema(120),
      carrier_name: textSchema(120),
      eligible: booleanSchema(),
      totals,
      rates: listOf(rateSchema(), exposureBases.length),
      requirement_results: listOf(requirementResultSchema(), 200),
      scenario_results: listOf(scenarioResultSchema(), 40),
      finding_keys: listOf(textSchema(400), 1000),
      evidence_ids: evidenceIdsSchema(),
    },
    [
      "key",
      "kind",
      "label",
      "carrier_name",
      "eligible",
      "totals",
      "rates",
      "requirement_results",
      "scenario_results",
      "finding_keys",
      "evidence_ids",
    ],
  );
}

/** The premium per unit of an exposure. */
function rateSchema() {
  return closed(
    {
      basis: openEnumSchema(exposureBases),
      exposure: sensitive(numberSchema(0), "financial"),
      per: numberSchema(0),
      rate: numberSchema(0),
    },
    ["basis", "exposure", "per", "rate"],
  );
}

function requirementResultSchema() {
  return closed(
    {
      key: keySchema(),
      mandatory: booleanSchema(),
      result: enumSchema(["pass", "fail", "unknown"]),
      actual: valueSchema(),
      evidence_ids: evidenceIdsSchema(),
    },
    ["key", "mandatory", "result", "actual", "evidence_ids"],
  );
}

function scenarioResultSchema() {
  return closed(
    {
      key: keySchema(),
      label: textSchema(120),
      covered: enumSchema(["covered", "not_covered", "unknown"]),
      retained: nullable(amountSchema()),
      expected: nullable(amountSchema()),
    },
    ["key", "label", "covered", "retained", "expected"],
  );
}

const rowRequired = ["row_key", "line", "coverage", "attribute", "label", "critical", "cells"] as const;

function rowProperties() {
  return {
    row_key: textSchema(300),
    line: textSchema(128),
    coverage: textSchema(128),
    attribute: enumSchema(attributes),
    label: textSchema(300),
    critical: booleanSchema(),
    cells: listOf(
      closed(
        {
          key: keySchema(),
          value: valueSchema(),
          display: textSchema(60),
          via: textSchema(128),
          status: openEnumSchema(cellStatuses),
          delta_abs: numberSchema(),
          delta_rel: numberSchema(),
          material: booleanSchema(),
          evidence_ids: evidenceIdsSchema(),
        },
        ["key", "value", "status", "material", "evidence_ids"],
      ),
      itemsMax,
    ),
  };
}

function modelAlignmentSchema() {
  return closed(
    {
      item_key: keySchema(),
      line: textSchema(128),
      coverage: textSchema(128),
      label: textSchema(160),
      aligned_to: textSchema(128),
      source: enumSchema(["model"]),
    },
    ["item_key", "line", "coverage", "aligned_to", "source"],
  );
}

function solutionSchema() {
  return closed(
    {
      rank: integerSchema(1, itemsMax),
      solution_key: keySchema(),
      score: scoreSchema(),
      eligible: booleanSchema(),
      breakdown: listOf(
        closed(
          {
            dimension: openEnumSchema(dimensions),
            weight: numberSchema(0, 100),
            utility: nullable(ratioSchema()),
            contribution: scoreSchema(),
            because: textSchema(300),
          },
          ["dimension", "weight", "utility", "contribution", "because"],
        ),
        dimensions.length,
      ),
      strengths: listOf(textSchema(300), 10),
      concerns: listOf(textSchema(300), 10),
    },
    ["rank", "solution_key", "score", "eligible", "breakdown", "strengths", "concerns"],
  );
}

/** Annualizing a short term may exceed what an input amount may be, so only the lower bound holds. */
function amountSchema() {
  return shapeOf<number>({ type: "number", minimum: 0, "x-decimals": 2 });
}

function valueSchema() {
  return scalarSchema(200);
}

export type ComparisonOutput = Written<ReturnType<typeof outputSchema>>;
export type OutputItem = ComparisonOutput["items"][number];
export type MatrixRow = ComparisonOutput["matrix"]["rows"][number];
export type Cell = MatrixRow["cells"][number];
/** The members that a matrix row and a difference share. */
export type OutputRow = Omit<MatrixRow, "direction" | "weight" | "reference">;
export type OutputFinding = ComparisonOutput["findings"][number];
export type Provenance = ComparisonOutput["provenance"];
export type UnalignedRow = Written<typeof unalignedLines>[number];
export type ModelAlignmentRow = ComparisonOutput["model_alignments"][number];
export type Solution = Written<ReturnType<typeof solutionSchema>>;
