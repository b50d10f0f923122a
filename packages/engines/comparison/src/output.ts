import { evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  currencySchema,
  enumSchema,
  fillDefaults,
  integerSchema,
  type JsonObject,
  type JsonSchema,
  keySchema,
  listOf,
  nullable,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scoreSchema,
  textSchema,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { attributes, cellStatuses, dimensions, directions, exposureBases, itemKinds, referenceKinds } from "./codes.ts";
import { comparisonConfiguration } from "./configuration.ts";

const itemsMax = 20;

/** JSON Schema of `{output, solutions?}` under this configuration (CMP-71, TYPE-103, TYPE-104). */
export function responseSchema(effective: JsonObject): JsonSchema {
  const { ranking, max_rows: maxRows } = fillDefaults(comparisonConfiguration, effective);
  const output = outputEnvelopeSchema({
    engineType: "comparison",
    summary: summarySchema(),
    properties: {
      currency: currencySchema(),
      items: listOf(itemSchema(), itemsMax),
      excluded_items: listOf(
        closed({ key: keySchema(), reason: openEnumSchema(["record_not_loaded", "no_comparable_line"]) }, [
          "key",
          "reason",
        ]),
        itemsMax,
      ),
      matrix: closed(
        {
          rows: listOf(
            closed(
              {
                ...rowProperties(),
                direction: enumSchema(directions),
                weight: numberSchema(0, 100),
                reference: openEnumSchema(referenceKinds),
              },
              [...rowRequired, "direction", "weight", "reference"],
            ),
            maxRows,
          ),
        },
        ["rows"],
      ),
      differences: listOf(closed({ ...rowProperties(), impact: numberSchema(0, 100) }, [...rowRequired, "impact"]), 50),
      unaligned: listOf(unalignedSchema(), 500),
      model_alignments: listOf(modelAlignmentSchema(), 6000),
    },
    required: ["currency", "items", "excluded_items", "matrix", "differences", "unaligned", "model_alignments"],
    finding: findingSchema({ item_key: keySchema() }, ["item_key"]),
  });
  return ranking.enabled
    ? closed({ output, solutions: listOf(solutionSchema(), itemsMax) }, ["output", "solutions"])
    : closed({ output }, ["output"]);
}

function summarySchema(): JsonSchema {
  const weights = closed(Object.fromEntries(dimensions.map((name) => [name, numberSchema(0, 100)])), dimensions);
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

function itemSchema(): JsonSchema {
  const totals = closed(
    {
      premium: amountSchema(),
      annualized: amountSchema(),
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
      rates: listOf(
        closed(
          {
            basis: openEnumSchema(exposureBases),
            exposure: sensitive(numberSchema(0), "financial"),
            per: numberSchema(0),
            rate: numberSchema(0),
          },
          ["basis", "exposure", "per", "rate"],
        ),
        exposureBases.length,
      ),
      requirement_results: listOf(
        closed(
          {
            key: keySchema(),
            mandatory: booleanSchema(),
            result: enumSchema(["pass", "fail", "unknown"]),
            actual: valueSchema(),
            evidence_ids: evidenceIdsSchema(),
          },
          ["key", "mandatory", "result", "actual", "evidence_ids"],
        ),
        200,
      ),
      scenario_results: listOf(
        closed(
          {
            key: keySchema(),
            label: textSchema(120),
            covered: enumSchema(["covered", "not_covered", "unknown"]),
            retained: nullable(amountSchema()),
            expected: nullable(amountSchema()),
          },
          ["key", "label", "covered", "retained", "expected"],
        ),
        40,
      ),
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

const rowRequired = ["row_key", "line", "coverage", "attribute", "label", "critical", "cells"] as const;

function rowProperties(): { readonly [name: string]: JsonSchema } {
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

function unalignedSchema(): JsonSchema {
  return closed(
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
  );
}

function modelAlignmentSchema(): JsonSchema {
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

function solutionSchema(): JsonSchema {
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
function amountSchema(): JsonSchema {
  return { type: "number", minimum: 0, "x-decimals": 2 };
}

function valueSchema(): JsonSchema {
  return { type: ["string", "number", "boolean", "null"], maxLength: 200 };
}
