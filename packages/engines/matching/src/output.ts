import { needsMax } from "@service/engine-offerings";
import { evidenceIdsSchema, findingSchema, lineSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  booleanSchema,
  closed,
  countSchema,
  currencySchema,
  eachOf,
  enumSchema,
  integerSchema,
  type Json,
  type JsonObject,
  keySchema,
  listOf,
  moneySchema,
  nullable,
  numberSchema,
  openEnumSchema,
  part,
  ratioSchema,
  scalarSchema,
  scoreSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { sensitive } from "@service/privacy";
import { dimensions, eligibilities } from "./codes.ts";

/** Bounds of the lists and strings of an answer. */
export const rejectedMax = 2000;
export const reasonsMax = 10;
export const reasonChars = 300;
export const missingMax = 50;
export const documentsMax = 40;
const solutionsMax = 100;

/** JSON Schema of `{output, solutions}` (MATCH-43, MATCH-44, TYPE-103). */
export function responseSchema(_effective: JsonObject) {
  return closed({ output: outputSchema(), solutions: listOf(solutionSchema(), solutionsMax) }, ["output", "solutions"]);
}

function outputSchema() {
  return outputEnvelopeSchema({
    engineType: "matching",
    summary: summarySchema(),
    properties: {
      currency: currencySchema(),
      needs: listOf(needSchema(), needsMax),
      top: listOf(topSchema(), 5),
      rejected: listOf(rejectedSchema(), rejectedMax),
      near_misses: listOf(nearMissSchema(), 100),
      missing_facts: listOf(closed({ fact: textSchema(200), affects: countSchema() }, ["fact", "affects"]), 500),
    },
    required: ["currency", "needs", "top", "rejected", "near_misses", "missing_facts"],
    finding: findingSchema(),
  });
}

function summarySchema() {
  return closed(
    {
      offerings_considered: countSchema(),
      eligible: countSchema(),
      refer: countSchema(),
      needs_info: countSchema(),
      rejected: countSchema(),
      top: nullable(keySchema()),
      weights: closed(eachOf(dimensions, numberSchema(0, 100)), dimensions),
    },
    ["offerings_considered", "eligible", "refer", "needs_info", "rejected", "top", "weights"],
  );
}

function needSchema() {
  return closed(
    {
      need_key: keySchema(),
      line: lineSchema(),
      eligible: countSchema(),
      refer: countSchema(),
      needs_info: countSchema(),
      best_solution_key: keySchema(),
      gap_reason: textSchema(300),
    },
    ["need_key", "line", "eligible", "refer", "needs_info"],
  );
}

function topSchema() {
  return closed(
    {
      rank: integerSchema(1, solutionsMax),
      solution_key: keySchema(),
      carrier_name: textSchema(300),
      product: textSchema(300),
      eligibility: enumSchema(eligibilities),
      score: scoreSchema(),
      rank_score: scoreSchema(),
      indicative_premium: indicationSchema(),
      reasons_for: listOf(textSchema(reasonChars), 2),
      reasons_against: listOf(textSchema(reasonChars), 2),
    },
    [
      "rank",
      "solution_key",
      "carrier_name",
      "product",
      "eligibility",
      "score",
      "rank_score",
      "reasons_for",
      "reasons_against",
    ],
  );
}

function rejectedSchema() {
  const trace = closed(
    {
      rule_key: textSchema(210),
      path: textSchema(200),
      op: textSchema(40),
      expected: scalarSchema(300),
      actual: scalarSchema(300),
    },
    ["rule_key", "path", "op", "expected", "actual"],
  );
  return closed(
    {
      offering_key: keySchema(),
      carrier_key: keySchema(),
      need_key: keySchema(),
      rule_keys: listOf(textSchema(210), 20),
      reasons: listOf(textSchema(300), 20),
      trace: listOf(trace, 10),
    },
    ["offering_key", "carrier_key", "need_key", "rule_keys", "reasons"],
  );
}

function nearMissSchema() {
  return closed(
    {
      offering_key: keySchema(),
      carrier_key: keySchema(),
      carrier_name: textSchema(120),
      product: textSchema(120),
      need_key: keySchema(),
      rule_key: textSchema(210),
      reason: textSchema(300),
      change: textSchema(300),
      rank_score: scoreSchema(),
    },
    [
      "offering_key",
      "carrier_key",
      "carrier_name",
      "product",
      "need_key",
      "rule_key",
      "reason",
      "change",
      "rank_score",
    ],
  );
}

function solutionSchema() {
  return closed(
    {
      rank: integerSchema(1, solutionsMax),
      solution_key: keySchema(),
      kind: enumSchema(["single", "program"]),
      need_keys: listOf(keySchema(), needsMax),
      offerings: listOf(placedSchema(), needsMax),
      eligibility: enumSchema(eligibilities),
      score: scoreSchema(),
      confidence: ratioSchema(),
      rank_score: scoreSchema(),
      breakdown: listOf(breakdownSchema(), dimensions.length),
      adjustments: listOf(adjustmentSchema(), 8000),
      commission: sensitive(commissionSchema(), "commission"),
      indicative_premium: indicationSchema(),
      coverage_fit: listOf(fitSchema(), 60 * needsMax),
      reasons_for: listOf(textSchema(reasonChars), reasonsMax),
      reasons_against: listOf(textSchema(reasonChars), reasonsMax),
      missing_facts: listOf(textSchema(200), missingMax),
      required_documents: listOf(textSchema(120), documentsMax),
      evidence_ids: evidenceIdsSchema(),
    },
    [
      "rank",
      "solution_key",
      "kind",
      "need_keys",
      "offerings",
      "eligibility",
      "score",
      "confidence",
      "rank_score",
      "breakdown",
      "coverage_fit",
      "reasons_for",
      "reasons_against",
      "missing_facts",
      "required_documents",
      "evidence_ids",
    ],
  );
}

/** The offering that a solution places a need with. */
function placedSchema() {
  return closed(
    {
      offering_key: keySchema(),
      carrier_key: keySchema(),
      carrier_name: textSchema(120),
      product: textSchema(120),
      need_key: keySchema(),
    },
    ["offering_key", "carrier_key", "carrier_name", "product", "need_key"],
  );
}

function adjustmentSchema() {
  return closed({ rule_key: keySchema(), points: numberSchema(-1000, 1000), message: textSchema(200) }, [
    "rule_key",
    "points",
    "message",
  ]);
}

function commissionSchema() {
  return closed({ rate: nullable(ratioSchema()), utility: nullable(ratioSchema()), contribution: scoreSchema() }, [
    "rate",
    "utility",
    "contribution",
  ]);
}

function breakdownSchema() {
  return closed(
    {
      dimension: openEnumSchema(dimensions),
      weight: numberSchema(0, 100),
      utility: nullable(ratioSchema()),
      contribution: nullable(scoreSchema()),
      because: textSchema(reasonChars),
    },
    ["dimension", "weight", "utility", "contribution", "because"],
  );
}

function fitSchema() {
  return closed(
    {
      need_key: keySchema(),
      coverage: textSchema(128),
      must_have: booleanSchema(),
      wanted: nullable(moneySchema()),
      attainable: nullable(moneySchema()),
      wanted_deductible: moneySchema(),
      attainable_deductible: nullable(moneySchema()),
      ok: nullable(booleanSchema()),
    },
    ["need_key", "coverage", "must_have", "wanted", "attainable", "ok"],
  );
}

/** The upper end, and the sum of a bundle, may exceed what an input amount may be: only the lower bound holds. */
function indicationSchema() {
  const money = shapeOf<number>({ type: "number", minimum: 0, "x-decimals": 2 });
  return closed({ low: money, mid: money, high: money, basis: textSchema(reasonChars) }, [
    "low",
    "mid",
    "high",
    "basis",
  ]);
}

export type MatchingOutput = Written<ReturnType<typeof outputSchema>>;
export type OutputNeed = MatchingOutput["needs"][number];
export type TopSolution = MatchingOutput["top"][number];
export type RejectedOffering = MatchingOutput["rejected"][number];
export type NearMiss = MatchingOutput["near_misses"][number];
export type OutputFinding = MatchingOutput["findings"][number];
export type Provenance = MatchingOutput["provenance"];
export type WrittenSolution = Written<ReturnType<typeof solutionSchema>>;

const keptMembers = [
  "schema_version",
  "engine_type",
  "as_of",
  "subject",
  "headline",
  "summary",
  "needs",
  "missing_facts",
  "quality",
  "narrative",
  "top",
] as const satisfies readonly (keyof MatchingOutput)[];

/** The output that reads of the run show: without the workings (MATCH-48). */
export function operatorSummary(output: JsonObject): JsonObject {
  const summary: { [name: string]: Json } = {};
  for (const name of keptMembers) {
    const member = output[name];
    if (member !== undefined) summary[name] = member;
  }
  const { datasets: _datasets, ...provenance } = part(output, "provenance");
  return { ...summary, provenance, trimmed: true };
}
