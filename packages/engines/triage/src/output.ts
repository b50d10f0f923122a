import { evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  closed,
  countSchema,
  eachOf,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  namesOf,
  nullable,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scoreSchema,
  shapeOf,
  textSchema,
  type Written,
} from "@service/json";
import { actions, dimensions } from "./codes.ts";
import { readConfiguration } from "./configuration.ts";
import { submissionsMax } from "./input.ts";
import { featureNames } from "./stages/compared.ts";

/** Matches shown per submission, the heaviest. */
export const matchesKeptMax = 10;

/** JSON Schema of `{output}` (TRI-101, TRI-61, TYPE-103): closed, but for the routes of `summary.by_route`. */
export function responseSchema(effective: JsonObject): JsonSchema {
  const routeKeys = readConfiguration(effective).routes.map(({ key }) => key);
  return closed({ output: outputSchema(routeKeys.sort()) }, ["output"]);
}

export type TriageOutput = Written<ReturnType<typeof outputSchema>>;
export type WrittenEntry = Written<ReturnType<typeof entrySchema>>;
export type MissingItem = Written<ReturnType<typeof missingItemSchema>>;
export type BreakdownPart = Written<ReturnType<typeof breakdownPartSchema>>;
export type WrittenMatch = Written<ReturnType<typeof matchSchema>>;
/** One feature that a pair of insureds shares or not, with its share of the weight. */
export type Feature = WrittenMatch["features"][number];

function outputSchema(routeKeys: readonly string[]) {
  return outputEnvelopeSchema({
    engineType: "triage",
    summary: summarySchema(routeKeys),
    properties: { queue: listOf(entrySchema(), submissionsMax) },
    required: ["queue"],
    finding: findingSchema({ submission_key: keySchema() }, ["submission_key"]),
  });
}

function summarySchema(routeKeys: readonly string[]) {
  const count = countSchema(submissionsMax);
  const members = {
    received: count,
    by_action: closed(eachOf(actions, count), actions),
    by_route: shapeOf<{ readonly [routeKey: string]: number }>({
      type: "object",
      properties: eachOf(routeKeys, count),
      required: routeKeys,
      additionalProperties: count,
    }),
    unassigned: count,
    duplicates: count,
    // Null when no premium is known; submissions without one are counted beside it (TRI-102).
    value_in_queue: nullable(moneySchema()),
    value_unknown: count,
  };
  return closed(members, namesOf(members));
}

function entrySchema() {
  const scores = { priority: nullable(scoreSchema()), readiness: scoreSchema(), fit: nullable(scoreSchema()) };
  return closed(
    {
      position: integerSchema(1, submissionsMax),
      submission_key: keySchema(),
      // As the texts name it, so that a model gets it masked wherever they do (MODEL-6).
      insured_name: textSchema(64, 1),
      action: openEnumSchema(actions),
      route_key: keySchema(),
      assignee: keySchema(),
      sla_due_at: instantSchema(),
      scores: closed(scores, namesOf(scores)),
      confidence: ratioSchema(),
      because: listOf(textSchema(200), 12),
      missing_items: listOf(missingItemSchema(), 200),
      duplicate_of: listOf(matchSchema(), matchesKeptMax, 1),
      possible_duplicates: listOf(matchSchema(), matchesKeptMax, 1),
      breakdown: listOf(breakdownPartSchema(), dimensions.length),
      next_rescore_at: nullable(instantSchema()),
      evidence_ids: evidenceIdsSchema(20),
    },
    [
      "position",
      "submission_key",
      "insured_name",
      "action",
      "route_key",
      "sla_due_at",
      "scores",
      "confidence",
      "because",
      "missing_items",
      "breakdown",
      "next_rescore_at",
      "evidence_ids",
    ],
  );
}

function missingItemSchema() {
  const members = {
    kind: enumSchema(["document", "fact"]),
    // The document kind or the fact path.
    key: textSchema(200, 1),
    // `too_short`: the stated classification has fewer digits than the deciding prefix.
    reason: openEnumSchema(["missing", "stale", "undated", "too_short"]),
    weight: numberSchema(0, 100),
  };
  return closed(members, namesOf(members));
}

function breakdownPartSchema() {
  const members = {
    dimension: enumSchema(dimensions),
    weight: numberSchema(0, 100),
    utility: nullable(scoreSchema()),
    contribution: scoreSchema(),
    because: textSchema(1000),
  };
  return closed(members, namesOf(members));
}

function matchSchema() {
  const feature = {
    name: openEnumSchema(featureNames),
    // What was compared and how it agrees, as a sentence.
    value: textSchema(200, 1),
    effect: numberSchema(-100, 100),
  };
  const members = {
    submission_key: keySchema(),
    weight: numberSchema(),
    features: listOf(closed(feature, namesOf(feature)), featureNames.length),
  };
  return closed(members, namesOf(members));
}
