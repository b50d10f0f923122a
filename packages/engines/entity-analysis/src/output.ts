import {
  classOfPath,
  evidenceIdsSchema,
  findingSchema,
  outputEnvelopeSchema,
  severities,
  sourceRefSchema,
} from "@service/engine-kit";
import { documentReportMembers, documentReportRequired } from "@service/engine-policy-documents";
import { type Sensitivity, sensitive } from "@service/privacy";
import {
  anySchema,
  booleanSchema,
  closed,
  countSchema,
  dateSchema,
  eachOf,
  enumSchema,
  fillDefaults,
  type Json,
  type JsonObject,
  type JsonSchema,
  listOf,
  mapOf,
  type Members,
  nullable,
  numberSchema,
  openEnumSchema,
  ratioSchema,
  scalarSchema,
  scoreSchema,
  type Shape,
  signedMoneySchema,
  textSchema,
  type Written,
} from "@service/json";
import { type ResponseType, sourceKinds } from "./codes.ts";
import {
  type ConfiguredRule,
  enabledDimensions,
  type EntityAnalysisConfiguration,
  entityAnalysisConfiguration,
} from "./configuration.ts";

/** Parts of the answer per `response_type` (ENT-54): all, without sections and knowledge, findings only. */
export const responseParts = {
  report: ["profile", "counters", "dimensions", "gaps", "requirements", "categories", "sections", "knowledge"],
  scorecard: ["profile", "counters", "dimensions", "gaps", "requirements", "categories"],
  checklist: [],
} as const satisfies { readonly [Type in ResponseType]: readonly (keyof Parts)[] };

/** `{output}` of a release. */
export function responseSchema(effective: JsonObject): JsonSchema {
  return closed({ output: outputSchema(effective) }, ["output"]);
}

type Parts = ReturnType<typeof partsSchemas>;
type Documents = ReturnType<typeof documentsSchema>;

/** Which parts an answer has, and must have, follows from its `response_type`: for the compiler each may be absent. */
type OutputShape = ReturnType<
  typeof outputEnvelopeSchema<
    ReturnType<typeof summarySchema>,
    Parts & Documents,
    never,
    ReturnType<typeof writtenFindingSchema>
  >
>;

export type EntityAnalysisOutput = Written<OutputShape>;
/** The parts of a report, all of them there. */
export type WrittenParts = Required<Pick<EntityAnalysisOutput, keyof Parts>>;

function outputSchema(effective: JsonObject): OutputShape {
  // A release of an older version lacks the members that were added since.
  const configuration = fillDefaults(entityAnalysisConfiguration, effective);
  const names = responseParts[configuration.response_type];
  return outputEnvelopeSchema({
    engineType: "entity_analysis",
    summary: summarySchema(),
    properties: { ...chosen(partsSchemas(configuration), names), ...documentsSchema() },
    required: names,
    finding: writtenFindingSchema(),
  });
}

/** Members of these names; the compiler keeps the type of all. */
function chosen<P extends Members>(members: P, names: readonly (keyof P & string)[]): P;
function chosen(members: Members, names: readonly string[]): Members {
  return Object.fromEntries(names.flatMap((name) => (members[name] === undefined ? [] : [[name, members[name]]])));
}

/** Every response type tells what was read of documents (ENT-88). */
function documentsSchema() {
  return { documents: listOf(closed(documentReportMembers(), documentReportRequired), 50) };
}

/** Parts that depend on rules are objects keyed by rule key, so that a removal shows (ENT-56, TYPE-104). */
function partsSchemas(configuration: EntityAnalysisConfiguration) {
  return {
    profile: keyed(configuration.profile_extraction_rules.map((rule) => [rule.key, factSchema(rule)])),
    counters: keyed(configuration.summary_counter_rules.map((rule) => [rule.key, counterSchema(rule)])),
    dimensions: keyed(enabledDimensions(configuration).map(({ key }) => [key, dimensionSchema()])),
    gaps: listOf(gapSchema(), 1000),
    requirements: listOf(requirementSchema(), 500),
    categories: mapOf(categorySchema(), 500),
    sections: keyed(configuration.extra_result_sections.map((rule) => [rule.key, sectionSchema(rule)])),
    knowledge: listOf(noteSchema(), 500),
  };
}

/** An object with these members, all required. */
function keyed<S extends JsonSchema>(
  members: readonly (readonly [string, S])[],
): Shape<{ readonly [key: string]: Written<S> }>;
function keyed(members: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return closed(
    Object.fromEntries(members),
    members.map(([key]) => key),
  );
}

function summarySchema() {
  return closed(
    {
      overall_score: scoreSchema(),
      grade: nullable(enumSchema(["A", "B", "C", "D", "E"])),
      findings_by_severity: closed(eachOf(severities, countSchema()), severities),
      gap_count: countSchema(),
      requirement_failures: countSchema(),
    },
    ["grade", "findings_by_severity", "gap_count", "requirement_failures"],
  );
}

type ExtractionRule = ConfiguredRule<"profile_extraction_rules">;
type CounterRule = ConfiguredRule<"summary_counter_rules">;
type SectionRule = ConfiguredRule<"extra_result_sections">;

export type WrittenFact = Written<ReturnType<typeof factSchema>>;

function factSchema(rule: ExtractionRule) {
  // A fact that is read from a classed field has that class, whether its rule says so or not (ENT-35).
  const read = rule.sources.flatMap((source) => classOfPath(source.path ?? "") ?? []);
  const value = ofClass(rule.sensitivity ?? read[0], nullable(valueSchema(rule)));
  const source = nullable(openEnumSchema([...sourceKinds, "model"]));
  const alternative = closed({ value, source, confidence: ratioSchema(), evidence_ids: evidenceIdsSchema() }, [
    "value",
    "source",
    "confidence",
    "evidence_ids",
  ]);
  return closed(
    {
      label: textSchema(200),
      type: enumSchema([rule.type]),
      value,
      confidence: ratioSchema(),
      source,
      evidence_ids: evidenceIdsSchema(),
      alternatives: listOf(alternative, 10),
    },
    ["label", "type", "value", "confidence", "source", "evidence_ids"],
  );
}

function valueSchema(rule: ExtractionRule): Shape<Json> {
  switch (rule.type) {
    case "number":
      return numberSchema();
    case "money":
      return signedMoneySchema();
    case "boolean":
      return booleanSchema();
    case "date":
      return dateSchema();
    case "enum":
      return enumSchema(rule.enum ?? []);
    case "list":
      return listOf(scalarSchema(), 200);
    case "string":
      return textSchema(4000);
  }
}

function counterSchema(rule: CounterRule) {
  const value = rule.unit === "money" ? signedMoneySchema() : numberSchema();
  const shown = ofClass(classOfPath(rule.value_path ?? ""), nullable(value));
  return closed({ label: textSchema(200), value: shown, unit: enumSchema([rule.unit]) }, ["label", "value", "unit"]);
}

function dimensionSchema() {
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

/** Grouped questions carry what they ask (ENT-74). */
function writtenFindingSchema() {
  const question = closed({ fact: textSchema(200), text: textSchema(300) }, ["fact", "text"]);
  return findingSchema({ questions: listOf(question, 10) });
}

export type WrittenGap = Written<ReturnType<typeof gapSchema>>;

function gapSchema() {
  return findingSchema({ exposure_amount: signedMoneySchema(), talking_points: listOf(textSchema(500), 10) }, [
    "talking_points",
  ]);
}

export type WrittenRequirement = Written<ReturnType<typeof requirementSchema>>;

function requirementSchema() {
  const item = closed(
    {
      line: textSchema(128),
      coverage: textSchema(128),
      field: textSchema(30),
      op: textSchema(30),
      wanted: anySchema(),
      found: anySchema(),
      result: enumSchema(["pass", "fail", "unknown"]),
      /** Line of the policy that answers, where it is another (COVER-2). */
      via: textSchema(128),
      /** What umbrellas add to the limit that was found (COVER-7). */
      umbrella: signedMoneySchema(),
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

function categorySchema() {
  return closed({ label: textSchema(200), priority: countSchema(), finding_keys: listOf(textSchema(400), 1000) }, [
    "label",
    "priority",
    "finding_keys",
  ]);
}

export type WrittenCell = Written<ReturnType<typeof cellSchema>>;

function sectionSchema(rule: SectionRule) {
  const row = keyed(rule.columns.map((column) => [column.key, ofClass(classOfPath(column.path), cellSchema(column))]));
  return closed(
    {
      title: textSchema(200),
      kind: enumSchema([rule.kind]),
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

function cellSchema({ format }: SectionRule["columns"][number]): Shape<string | number | null> {
  switch (format) {
    case "money":
      return nullable(signedMoneySchema());
    case "percent":
    case "number":
      return nullable(numberSchema());
    case "text":
    case "date":
      return nullable(textSchema(1000));
  }
}

function ofClass<W, C>(sensitivity: Sensitivity | undefined, schema: Shape<W, C>): Shape<W, C>;
function ofClass(sensitivity: Sensitivity | undefined, schema: JsonSchema): JsonSchema {
  return sensitivity === undefined ? schema : sensitive(schema, sensitivity);
}

export type WrittenNote = Written<ReturnType<typeof noteSchema>>;

function noteSchema() {
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
