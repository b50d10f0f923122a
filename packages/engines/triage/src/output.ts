import { evidenceIdsSchema, findingSchema, outputEnvelopeSchema } from "@service/engine-kit";
import {
  type JsonObject,
  type JsonSchema,
  closed,
  countSchema,
  enumSchema,
  instantSchema,
  integerSchema,
  keySchema,
  listOf,
  moneySchema,
  nullable,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scoreSchema,
  textSchema,
  objects,
  text,
} from "@service/json";
import { matchesKeptMax } from "./stages/clear-submissions.ts";
import { submissionsMax } from "./input.ts";
import { actions, dimensions } from "./codes.ts";

/** JSON Schema of `{output}` (TRI-60, TRI-61, TYPE-103): closed, but for the routes of `summary.by_route`. */
export function responseSchema(effective: JsonObject): JsonSchema {
  const output = outputEnvelopeSchema({
    engineType: "triage",
    summary: summarySchema(effective),
    properties: { queue: listOf(entrySchema(), submissionsMax) },
    required: ["queue"],
    finding: findingSchema({ submission_key: keySchema() }, ["submission_key"]),
  });
  return closed({ output }, ["output"]);
}

function summarySchema(effective: JsonObject): JsonSchema {
  const count = countSchema(submissionsMax);
  const routeKeys = objects(effective, "routes")
    .flatMap((route) => text(route, "key") ?? [])
    .sort();
  return closed(
    {
      received: count,
      by_action: closed(Object.fromEntries(actions.map((action) => [action, count])), actions),
      by_route: {
        type: "object",
        properties: Object.fromEntries(routeKeys.map((key) => [key, count])),
        required: routeKeys,
        additionalProperties: count,
      },
      unassigned: count,
      duplicates: count,
      value_in_queue: moneySchema(),
    },
    ["received", "by_action", "by_route", "unassigned", "duplicates", "value_in_queue"],
  );
}

function entrySchema(): JsonSchema {
  return closed(
    {
      position: integerSchema(1, submissionsMax),
      submission_key: keySchema(),
      action: openEnumSchema(actions),
      route_key: keySchema(),
      assignee: keySchema(),
      sla_due_at: instantSchema(),
      scores: closed({ priority: nullable(scoreSchema()), readiness: scoreSchema(), fit: nullable(scoreSchema()) }, [
        "priority",
        "readiness",
        "fit",
      ]),
      confidence: ratioSchema(),
      because: listOf(textSchema(200), 12),
      missing_items: listOf(
        closed(
          {
            kind: enumSchema(["document", "fact"]),
            key: textSchema(200, 1),
            reason: openEnumSchema(["missing", "stale", "undated", "too_short"]),
            weight: numberSchema(0, 100),
          },
          ["kind", "key", "reason", "weight"],
        ),
        200,
      ),
      duplicate_of: listOf(matchSchema(), matchesKeptMax, 1),
      possible_duplicates: listOf(matchSchema(), matchesKeptMax, 1),
      breakdown: listOf(
        closed(
          {
            dimension: enumSchema(dimensions),
            weight: numberSchema(0, 100),
            utility: nullable(scoreSchema()),
            contribution: scoreSchema(),
            because: textSchema(1000),
          },
          ["dimension", "weight", "utility", "contribution", "because"],
        ),
        dimensions.length,
      ),
      next_rescore_at: nullable(instantSchema()),
      evidence_ids: evidenceIdsSchema(20),
    },
    [
      "position",
      "submission_key",
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

function matchSchema(): JsonSchema {
  return closed(
    {
      submission_key: keySchema(),
      weight: numberSchema(),
      features: listOf(
        closed(
          {
            name: openEnumSchema(["fein", "name", "address", "phone", "domain", "zip"]),
            value: { type: ["string", "number"], maxLength: 20 },
            effect: numberSchema(-100, 100),
          },
          ["name", "value", "effect"],
        ),
        10,
      ),
    },
    ["submission_key", "weight", "features"],
  );
}
