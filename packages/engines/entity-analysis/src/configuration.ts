import { configurationShape, effectiveOf, lineSchema, readKinds, severities, workItemKinds } from "@service/engine-kit";
import {
  anySchema,
  booleanSchema,
  closed,
  type Complete,
  dateSchema,
  defaultsOf,
  enumSchema,
  fillDefaults,
  integerSchema,
  type JsonObject,
  keySchema,
  listOf,
  numberSchema,
  objectSchema,
  type Shape,
  textSchema,
  withDefault,
} from "@service/json";
import { sensitivities } from "@service/privacy";
import {
  factTypes,
  normalizations,
  questionTopicKeys,
  recordFamilies,
  responseTypes,
  ruleArrays,
  sourceKinds,
  type SourceKind,
} from "./codes.ts";
import { usualDimensions } from "./preset.ts";

const rulesMax = 500;
const longText = 4000;
const label = textSchema(200);
const title = textSchema(200, 1);
const path = textSchema(200, 1);
const coverage = textSchema(128, 1);
const recommendation = textSchema(1000);
/** Conditions and expressions have grammars of their own: `check-configuration.ts`. */
const condition = objectSchema();

/** What all rules have. */
const ruleMembers = { key: keySchema(), enabled: withDefault(booleanSchema(), true) };

const workItem = closed({ kind: enumSchema(workItemKinds), title, due_in_days: integerSchema(0, 3650) }, [
  "kind",
  "title",
]);

const family = enumSchema(recordFamilies);
const pick = enumSchema(["first", "latest", "sum", "max", "min", "count", "distinct"]);
const documentKind = textSchema(64);
const field = textSchema(128, 1);
const pattern = textSchema(1024, 1);
const group = integerSchema(0, 20);
const near = textSchema(200, 1);
const labels = listOf(textSchema(120, 1), 30, 1);
const read = enumSchema(readKinds);
const plausible = listOf(numberSchema(), 2, 2);

/** One object for all kinds of source; `check-configuration.ts` checks the members that each kind needs. */
const source = closed(
  {
    kind: enumSchema(sourceKinds),
    path,
    family,
    where: condition,
    pick,
    document_kind: documentKind,
    field,
    pattern,
    group,
    near,
    labels,
    read,
    plausible,
  },
  ["kind"],
);

/** A source of each kind, as it is once it has been checked. */
export const factSources = {
  input: closed({ path }, ["path"]),
  record: closed({ path, family, where: condition, pick: withDefault(pick, "first") }, ["path", "family"]),
  document_field: closed({ document_kind: documentKind, field }, ["document_kind", "field"]),
  document_pattern: closed({ document_kind: documentKind, pattern, group: withDefault(group, 0), near }, ["pattern"]),
  document_value: closed({ document_kind: documentKind, labels, read, plausible }, ["labels", "read"]),
} as const satisfies { readonly [Kind in SourceKind]: Shape<JsonObject> };

const extractionRule = closed(
  {
    ...ruleMembers,
    label,
    type: enumSchema(factTypes),
    sources: listOf(source, 20, 1),
    normalize: enumSchema(normalizations),
    enum: listOf(textSchema(200), 200, 1),
    required: withDefault(booleanSchema(), false),
    topic: enumSchema(questionTopicKeys),
    question: textSchema(300, 1),
    sensitivity: enumSchema(sensitivities),
    on_conflict: withDefault(enumSchema(["first", "latest", "flag"]), "flag"),
  },
  ["key", "label", "type", "sources"],
);

const counterRule = closed(
  {
    ...ruleMembers,
    label,
    over: path,
    where: condition,
    measure: enumSchema(["count", "sum", "min", "max", "avg", "distinct"]),
    value_path: path,
    unit: enumSchema(["count", "money", "days", "ratio"]),
  },
  ["key", "label", "over", "measure", "unit"],
);

const column = closed(
  { key: keySchema(), label, path, format: enumSchema(["text", "money", "date", "percent", "number"]) },
  ["key", "label", "path", "format"],
);

const sectionRule = closed(
  {
    ...ruleMembers,
    title,
    kind: enumSchema(["table", "list", "kv"]),
    over: path,
    where: condition,
    columns: listOf(column, 50, 1),
    sort: closed({ path, dir: enumSchema(["asc", "desc"]) }, ["path", "dir"]),
    limit: withDefault(integerSchema(1, 200), 50),
    show_when: condition,
  },
  ["key", "title", "kind", "over", "columns"],
);

const checkRule = closed(
  {
    ...ruleMembers,
    label,
    dimension: keySchema(),
    severity: enumSchema(severities),
    weight: integerSchema(1, 100),
    line: lineSchema(),
    when: condition,
    assert: condition,
    on_unknown: withDefault(enumSchema(["skip", "review", "fail"]), "review"),
    message_fail: textSchema(1000, 1),
    recommendation,
    evidence_paths: withDefault(listOf(path, 20), []),
    work_item: workItem,
  },
  ["key", "label", "dimension", "severity", "weight", "assert", "message_fail"],
);

const overlay = closed(
  {
    ...ruleMembers,
    label,
    priority: integerSchema(0, 10_000),
    assign_when: condition,
    max_items: withDefault(integerSchema(1, 1000), 1000),
  },
  ["key", "label", "priority", "assign_when"],
);

const requiredItem = closed(
  {
    line: lineSchema(),
    coverage,
    field: enumSchema(["limit", "deductible", "included", "valuation", "expires_on", "rating", "form"]),
    op: textSchema(30, 1),
    value: anySchema(),
    value_expr: condition,
    umbrella_counts: withDefault(booleanSchema(), true),
  },
  ["line", "field", "op"],
);

const requirementRule = closed(
  {
    ...ruleMembers,
    label,
    dimension: keySchema(),
    applies_when: condition,
    source: closed(
      {
        kind: enumSchema(["contract", "statute", "lender", "carrier", "agency_standard"]),
        citation: textSchema(1000),
      },
      ["kind"],
    ),
    requires: listOf(requiredItem, 20, 1),
    mode: withDefault(enumSchema(["all", "any"]), "all"),
    severity: enumSchema(severities),
    recommendation,
  },
  ["key", "label", "dimension", "source", "requires", "severity"],
);

/** Other words of a gap for some trades: the first whose condition is true. */
const variant = closed({ when: condition, label, title: textSchema(160, 1), recommendation }, ["when", "label"]);

const gapRule = closed(
  {
    ...ruleMembers,
    label,
    dimension: keySchema(),
    line: lineSchema(),
    coverage,
    exposure_when: condition,
    covered_when: condition,
    partial_when: condition,
    suppress_when: condition,
    exposure_amount: condition,
    title: textSchema(160, 1),
    variants: withDefault(listOf(variant, 10), []),
    severity: enumSchema(severities),
    recommendation,
    talking_points: withDefault(listOf(textSchema(500), 10), []),
    work_item: workItem,
  },
  ["key", "label", "dimension", "line", "exposure_when", "covered_when", "severity", "recommendation"],
);

const note = closed(
  {
    ...ruleMembers,
    title,
    body: textSchema(longText, 1),
    tags: withDefault(listOf(textSchema(64), 30), []),
    applies_when: condition,
    attach_to: closed({ dimension: keySchema(), finding_prefix: textSchema(200, 1) }),
    source_ref: closed({ source_blob_ref: textSchema(256, 1), page: integerSchema(1, 100_000) }, ["source_blob_ref"]),
    effective_from: dateSchema(),
    effective_to: dateSchema(),
  },
  ["key", "title", "body", "attach_to"],
);

const dimensions = listOf(
  closed({ key: keySchema(), label, enabled: withDefault(booleanSchema(), true) }, ["key", "label"]),
  50,
);

/** An entity_analysis configuration: every member with its bounds and its default (ENT-4, ENT-5, ENT-6, ENT-7). */
export const entityAnalysisConfiguration = configurationShape(
  {
    response_type: withDefault(enumSchema(responseTypes), "report"),
    analysis_instructions: withDefault(textSchema(longText), "Review the account against the agency standard."),
    analysis_dimensions: withDefault(dimensions, usualDimensions),
    profile_extraction_rules: withDefault(listOf(extractionRule, rulesMax), []),
    summary_counter_rules: withDefault(listOf(counterRule, rulesMax), []),
    extra_result_sections: withDefault(listOf(sectionRule, rulesMax), []),
    deterministic_checks: withDefault(listOf(checkRule, rulesMax), []),
    overlay_categories: withDefault(listOf(overlay, rulesMax), []),
    requirement_rules: withDefault(listOf(requirementRule, rulesMax), []),
    deterministic_gap_rules: withDefault(listOf(gapRule, rulesMax), []),
    knowledge_overlay: withDefault(listOf(note, rulesMax), []),
  },
  ["analysis_dimensions"],
);

export type EntityAnalysisConfiguration = Complete<typeof entityAnalysisConfiguration>;
/** A rule of an array, as the configuration has it. */
export type ConfiguredRule<Field extends (typeof ruleArrays)[number]> = EntityAnalysisConfiguration[Field][number];

/** The draft of a new engine: the rule arrays of the pack are shown expanded (TYPE-88, TYPE-92). */
export function entityAnalysisPreset(): JsonObject {
  return effectiveEntityAnalysis(defaultsOf(entityAnalysisConfiguration));
}

/** Pack rules, replaced by configuration rules of the same key, minus those switched off (PACK-3), and all defaults. */
export function effectiveEntityAnalysis(config: JsonObject): JsonObject {
  const effective = effectiveOf(entityAnalysisConfiguration, config, "entity_analysis", ruleArrays);
  return {
    ...effective,
    profile_extraction_rules: effective.profile_extraction_rules.map((rule) => ({
      ...rule,
      // Which members a source has depends on its kind.
      sources: rule.sources.map((one) => fillDefaults<JsonObject, JsonObject>(factSources[one.kind], one)),
    })),
  };
}

/** Dimensions that are switched on, in the configuration's order. */
export function enabledDimensions(effective: JsonObject): Complete<typeof dimensions> {
  return fillDefaults(dimensions, effective.analysis_dimensions ?? []).filter(({ enabled }) => enabled);
}
