import { lineSchema, severities, workItemKinds } from "@service/engine-kit";
import { sensitivities } from "@service/privacy";
import {
  type JsonObject,
  type JsonSchema,
  anySchema,
  booleanSchema,
  closed,
  dateSchema,
  enumSchema,
  integerSchema,
  keySchema,
  listOf,
  textSchema,
} from "@service/json";
import { recordFamilies } from "./record-families.ts";

/** Shapes of the configuration's arrays (ENT-7). `check-rules.ts` checks conditions and expressions. */

/** The eight arrays that a pack may fill and a configuration may extend, replace by key or switch off. */
export const ruleArrays = [
  "profile_extraction_rules",
  "summary_counter_rules",
  "extra_result_sections",
  "deterministic_checks",
  "overlay_categories",
  "requirement_rules",
  "deterministic_gap_rules",
  "knowledge_overlay",
] as const;
export type RuleArray = (typeof ruleArrays)[number];

/** Defaults of an element of an array. */
export const ruleDefaults: { readonly [Field in RuleArray]: JsonObject } = {
  profile_extraction_rules: { enabled: true, required: false, on_conflict: "flag" },
  summary_counter_rules: { enabled: true },
  extra_result_sections: { enabled: true, limit: 50 },
  deterministic_checks: { enabled: true, on_unknown: "review", evidence_paths: [] },
  overlay_categories: { enabled: true, max_items: 1000 },
  requirement_rules: { enabled: true, mode: "all" },
  deterministic_gap_rules: { enabled: true, talking_points: [] },
  knowledge_overlay: { enabled: true, tags: [] },
};

/** Defaults of an extraction's source, by its kind. */
export const sourceDefaults: JsonObject = { record: { pick: "first" }, document_pattern: { group: 0 } };

const rulesMax = 500;
const longText = 4000;
const label = (): JsonSchema => textSchema(200);
const condition = (): JsonSchema => ({ type: "object" });
const path = (): JsonSchema => textSchema(200, 1);

const element = (properties: { readonly [name: string]: JsonSchema }, required: readonly string[]): JsonSchema =>
  closed({ key: keySchema(), enabled: booleanSchema(), ...properties }, ["key", ...required]);

const workItem = (): JsonSchema =>
  closed({ kind: enumSchema(workItemKinds), title: textSchema(200, 1), due_in_days: integerSchema(0, 3650) }, [
    "kind",
    "title",
  ]);

/** The fields of an entity_analysis configuration beyond the common ones (ENT-4, ENT-5, ENT-6, ENT-7). */
export function entityAnalysisFields(): { readonly [name: string]: JsonSchema } {
  return {
    response_type: enumSchema(["report", "scorecard", "checklist"]),
    analysis_instructions: textSchema(longText),
    analysis_dimensions: listOf(
      closed({ key: keySchema(), label: label(), enabled: booleanSchema() }, ["key", "label"]),
      50,
    ),
    profile_extraction_rules: listOf(extraction(), rulesMax),
    summary_counter_rules: listOf(counter(), rulesMax),
    extra_result_sections: listOf(section(), rulesMax),
    deterministic_checks: listOf(check(), rulesMax),
    overlay_categories: listOf(overlay(), rulesMax),
    requirement_rules: listOf(requirement(), rulesMax),
    deterministic_gap_rules: listOf(gap(), rulesMax),
    knowledge_overlay: listOf(note(), rulesMax),
  };
}

function extraction(): JsonSchema {
  // One object for all kinds of source, distinguished by `kind`: `check-rules.ts` checks the members that each kind
  // needs.
  const source = closed(
    {
      kind: enumSchema(["input", "record", "document_field", "document_pattern"]),
      path: path(),
      family: enumSchema(recordFamilies),
      where: condition(),
      pick: enumSchema(["first", "latest", "sum", "max", "min", "count", "distinct"]),
      document_kind: textSchema(64),
      field: textSchema(128, 1),
      pattern: textSchema(1024, 1),
      group: integerSchema(0, 20),
      near: textSchema(200, 1),
    },
    ["kind"],
  );
  return element(
    {
      label: label(),
      type: enumSchema(["string", "number", "money", "date", "boolean", "enum", "list"]),
      sources: listOf(source, 20, 1),
      normalize: enumSchema(["digits", "upper", "state", "naics", "phone", "percent", "money", "date"]),
      enum: listOf(textSchema(200), 200, 1),
      required: booleanSchema(),
      sensitivity: enumSchema(sensitivities),
      on_conflict: enumSchema(["first", "latest", "flag"]),
    },
    ["label", "type", "sources"],
  );
}

function counter(): JsonSchema {
  return element(
    {
      label: label(),
      over: path(),
      where: condition(),
      measure: enumSchema(["count", "sum", "min", "max", "avg", "distinct"]),
      value_path: path(),
      unit: enumSchema(["count", "money", "days", "ratio"]),
    },
    ["label", "over", "measure", "unit"],
  );
}

function section(): JsonSchema {
  const column = closed(
    {
      key: keySchema(),
      label: label(),
      path: path(),
      format: enumSchema(["text", "money", "date", "percent", "number"]),
    },
    ["key", "label", "path", "format"],
  );
  return element(
    {
      title: textSchema(200, 1),
      kind: enumSchema(["table", "list", "kv"]),
      over: path(),
      where: condition(),
      columns: listOf(column, 50, 1),
      sort: closed({ path: path(), dir: enumSchema(["asc", "desc"]) }, ["path", "dir"]),
      limit: integerSchema(1, 200),
      show_when: condition(),
    },
    ["title", "kind", "over", "columns"],
  );
}

function check(): JsonSchema {
  return element(
    {
      label: label(),
      dimension: keySchema(),
      severity: enumSchema(severities),
      weight: integerSchema(1, 100),
      when: condition(),
      assert: condition(),
      on_unknown: enumSchema(["skip", "review", "fail"]),
      message_fail: textSchema(1000, 1),
      recommendation: textSchema(1000),
      evidence_paths: listOf(path(), 20),
      work_item: workItem(),
    },
    ["label", "dimension", "severity", "weight", "assert", "message_fail"],
  );
}

function overlay(): JsonSchema {
  return element(
    { label: label(), priority: integerSchema(0, 10_000), assign_when: condition(), max_items: integerSchema(1, 1000) },
    ["label", "priority", "assign_when"],
  );
}

function requirement(): JsonSchema {
  const required = closed(
    {
      line: lineSchema(),
      coverage: textSchema(128, 1),
      field: enumSchema(["limit", "deductible", "included", "valuation", "expires_on", "rating", "form"]),
      op: textSchema(30, 1),
      value: anySchema(),
      value_expr: condition(),
    },
    ["line", "field", "op"],
  );
  return element(
    {
      label: label(),
      dimension: keySchema(),
      applies_when: condition(),
      source: closed(
        {
          kind: enumSchema(["contract", "statute", "lender", "carrier", "agency_standard"]),
          citation: textSchema(1000),
        },
        ["kind"],
      ),
      requires: listOf(required, 20, 1),
      mode: enumSchema(["all", "any"]),
      severity: enumSchema(severities),
      recommendation: textSchema(1000),
    },
    ["label", "dimension", "source", "requires", "severity"],
  );
}

function gap(): JsonSchema {
  return element(
    {
      label: label(),
      dimension: keySchema(),
      line: lineSchema(),
      coverage: textSchema(128, 1),
      exposure_when: condition(),
      covered_when: condition(),
      partial_when: condition(),
      suppress_when: condition(),
      exposure_amount: condition(),
      severity: enumSchema(severities),
      recommendation: textSchema(1000),
      talking_points: listOf(textSchema(500), 10),
      work_item: workItem(),
    },
    ["label", "dimension", "line", "exposure_when", "covered_when", "severity", "recommendation"],
  );
}

function note(): JsonSchema {
  return element(
    {
      title: textSchema(200, 1),
      body: textSchema(longText, 1),
      tags: listOf(textSchema(64), 30),
      applies_when: condition(),
      attach_to: closed({ dimension: keySchema(), finding_prefix: textSchema(200, 1) }),
      source_ref: closed({ source_blob_ref: textSchema(256, 1), page: integerSchema(1, 100_000) }, ["source_blob_ref"]),
      effective_from: dateSchema(),
      effective_to: dateSchema(),
    },
    ["title", "body", "attach_to"],
  );
}
