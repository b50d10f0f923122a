import {
  classOfPath,
  evidenceIdsSchema,
  findingSchema,
  outputEnvelopeSchema,
  severities,
  sourceRefSchema,
} from "@service/engine-kit";
import { sensitivities, type Sensitivity, sensitive } from "@service/privacy";
import {
  type JsonObject,
  type JsonSchema,
  booleanSchema,
  closed,
  countSchema,
  enumSchema,
  listOf,
  mapOf,
  nullable,
  numberSchema,
  openEnumSchema,
  anySchema,
  ratioSchema,
  scalarSchema,
  scoreSchema,
  signedMoneySchema,
  textSchema,
  objectsIn,
  text,
  textsIn,
} from "@service/json";
import { enabledDimensions } from "./configuration.ts";

/** Parts of the answer per `response_type` (ENT-54): all, without sections and knowledge, findings only. */
export const responseParts = {
  report: ["profile", "counters", "dimensions", "gaps", "requirements", "categories", "sections", "knowledge"],
  scorecard: ["profile", "counters", "dimensions", "gaps", "requirements", "categories"],
  checklist: [],
} as const;
export type ResponseType = keyof typeof responseParts;

export function responseTypeOf(effective: JsonObject): ResponseType {
  const type = effective.response_type;
  return type === "scorecard" || type === "checklist" ? type : "report";
}

/** `{output}` of a release; parts that depend on rules are objects keyed by rule key, so that removal shows (ENT-56, TYPE-104). */
export function responseSchema(effective: JsonObject): JsonSchema {
  const parts: { readonly [name: string]: () => JsonSchema } = {
    profile: () => keyed(objectsIn(effective.profile_extraction_rules), profileFact),
    counters: () => keyed(objectsIn(effective.summary_counter_rules), counter),
    dimensions: () => keyed(enabledDimensions(effective), dimension),
    gaps: () => listOf(gapFinding(), 1000),
    requirements: () => listOf(requirement(), 500),
    categories: () => mapOf(category(), 500),
    sections: () => keyed(objectsIn(effective.extra_result_sections), section),
    knowledge: () => listOf(note(), 500),
  };
  const names = responseParts[responseTypeOf(effective)];
  const properties = Object.fromEntries(names.map((name) => [name, parts[name]?.() ?? anySchema()]));
  const output = outputEnvelopeSchema({
    engineType: "entity_analysis",
    summary: summary(),
    properties,
    required: names,
    finding: findingSchema(),
  });
  return closed({ output }, ["output"]);
}

function keyed(rules: readonly JsonObject[], member: (rule: JsonObject) => JsonSchema): JsonSchema {
  const keys = rules.map((rule) => text(rule, "key") ?? "");
  return closed(Object.fromEntries(rules.map((rule, index) => [keys[index] ?? "", member(rule)])), keys);
}

function summary(): JsonSchema {
  return closed(
    {
      overall_score: scoreSchema(),
      grade: nullable(enumSchema(["A", "B", "C", "D", "E"])),
      findings_by_severity: closed(
        Object.fromEntries(severities.map((severity) => [severity, countSchema()])),
        severities,
      ),
      gap_count: countSchema(),
      requirement_failures: countSchema(),
    },
    ["grade", "findings_by_severity", "gap_count", "requirement_failures"],
  );
}

function profileFact(rule: JsonObject): JsonSchema {
  const stated = sensitivities.find((candidate) => candidate === rule.sensitivity);
  // A fact that is read from a classed field has that class, whether its rule says so or not (ENT-35).
  const read = objectsIn(rule.sources).flatMap((source) => classOfPath(text(source, "path") ?? "") ?? []);
  const value = ofClass(stated ?? read[0], nullable(valueSchema(rule)));
  const source = nullable(openEnumSchema(["input", "record", "document_field", "document_pattern", "model"]));
  const alternative = closed({ value, source, confidence: ratioSchema(), evidence_ids: evidenceIdsSchema() }, [
    "value",
    "source",
    "confidence",
    "evidence_ids",
  ]);
  return closed(
    {
      label: textSchema(200),
      type: enumSchema([text(rule, "type") ?? "string"]),
      value,
      confidence: ratioSchema(),
      source,
      evidence_ids: evidenceIdsSchema(),
      alternatives: listOf(alternative, 10),
    },
    ["label", "type", "value", "confidence", "source", "evidence_ids"],
  );
}

function valueSchema(rule: JsonObject): JsonSchema {
  switch (rule.type) {
    case "number":
      return numberSchema();
    case "money":
      return signedMoneySchema();
    case "boolean":
      return booleanSchema();
    case "date":
      return { type: "string", format: "date" };
    case "enum":
      return enumSchema(textsIn(rule.enum));
    case "list":
      return listOf(scalarSchema(), 200);
    default:
      return textSchema(4000);
  }
}

function counter(rule: JsonObject): JsonSchema {
  const value = rule.unit === "money" ? signedMoneySchema() : numberSchema();
  const shown = ofClass(classOfPath(text(rule, "value_path") ?? ""), nullable(value));
  return closed({ label: textSchema(200), value: shown, unit: enumSchema([text(rule, "unit") ?? "count"]) }, [
    "label",
    "value",
    "unit",
  ]);
}

function dimension(): JsonSchema {
  return closed(
    {
      label: textSchema(200),
      score: nullable(scoreSchema()),
      coverage: ratioSchema(),
      status: openEnumSchema(["scored", "insufficient_data", "out_of_focus"]),
      finding_keys: listOf(textSchema(400), 1000),
    },
    ["label", "score", "coverage", "status", "finding_keys"],
  );
}

function gapFinding(): JsonSchema {
  return findingSchema({ exposure_amount: signedMoneySchema(), talking_points: listOf(textSchema(500), 10) }, [
    "talking_points",
  ]);
}

function requirement(): JsonSchema {
  const item = closed(
    {
      line: textSchema(128),
      coverage: textSchema(128),
      field: textSchema(30),
      op: textSchema(30),
      wanted: anySchema(),
      found: anySchema(),
      result: enumSchema(["pass", "fail", "unknown"]),
    },
    ["line", "field", "op", "wanted", "found", "result"],
  );
  return closed(
    {
      rule_key: textSchema(200),
      label: textSchema(200),
      dimension: textSchema(128),
      status: openEnumSchema(["pass", "fail", "review"]),
      severity: enumSchema(severities),
      source: closed({ kind: textSchema(30), citation: textSchema(1000) }, ["kind"]),
      mode: enumSchema(["all", "any"]),
      items: listOf(item, 20),
      finding_key: textSchema(400),
      evidence_ids: evidenceIdsSchema(),
    },
    ["rule_key", "label", "dimension", "status", "severity", "source", "mode", "items", "evidence_ids"],
  );
}

function category(): JsonSchema {
  return closed({ label: textSchema(200), priority: countSchema(), finding_keys: listOf(textSchema(400), 1000) }, [
    "label",
    "priority",
    "finding_keys",
  ]);
}

function section(rule: JsonObject): JsonSchema {
  const columns = objectsIn(rule.columns);
  const row = keyed(columns, (column) => ofClass(classOfPath(text(column, "path") ?? ""), cellSchema(column)));
  return closed(
    {
      title: textSchema(200),
      kind: enumSchema([text(rule, "kind") ?? "table"]),
      shown: booleanSchema(),
      total: countSchema(),
      columns: listOf(
        closed({ key: textSchema(128), label: textSchema(200), format: textSchema(30) }, ["key", "label", "format"]),
        50,
      ),
      rows: listOf(row, 200),
    },
    ["title", "kind", "shown", "total", "columns", "rows"],
  );
}

function cellSchema(column: JsonObject): JsonSchema {
  switch (column.format) {
    case "money":
      return nullable(signedMoneySchema());
    case "percent":
    case "number":
      return nullable(numberSchema());
    default:
      return nullable(textSchema(1000));
  }
}

function ofClass(sensitivity: Sensitivity | undefined, schema: JsonSchema): JsonSchema {
  return sensitivity === undefined ? schema : sensitive(schema, sensitivity);
}

function note(): JsonSchema {
  return closed(
    {
      key: textSchema(128),
      title: textSchema(200),
      body: textSchema(4000),
      tags: listOf(textSchema(64), 30),
      dimension: nullable(textSchema(128)),
      finding_keys: listOf(textSchema(400), 1000),
      source_ref: sourceRefSchema(),
      evidence_ids: evidenceIdsSchema(),
    },
    ["key", "title", "body", "tags", "dimension", "finding_keys", "evidence_ids"],
  );
}
