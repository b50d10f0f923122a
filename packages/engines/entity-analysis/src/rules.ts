import { type Severity, type WorkItemKind, workItemKinds } from "@service/engine-kit";
import {
  compileCondition,
  compileExpression,
  compilePath,
  compilePattern,
  type CompiledPath,
  type Condition,
  type Expression,
  type Pattern,
} from "@service/conditions";
import { type Json, type JsonObject, isJsonObject, number, objectsIn, part, text, textsIn } from "@service/json";
import { planSearch, type SearchPlan } from "./stages/pattern-search.ts";
import { recordFamilies, type RecordFamily } from "./record-families.ts";
import { severityOf, word } from "./rule-fields.ts";
import { elementPath, inputPath } from "./rule-paths.ts";

/** An effective configuration as the stages use it: conditions, expressions, paths and patterns compiled once per release. */
export type Rules = {
  readonly dimensions: readonly Dimension[];
  readonly extractions: readonly ExtractionRule[];
  readonly counters: readonly CounterRule[];
  readonly sections: readonly SectionRule[];
  readonly checks: readonly CheckRule[];
  readonly overlays: readonly OverlayRule[];
  readonly requirements: readonly RequirementRule[];
  readonly gaps: readonly GapRule[];
  readonly notes: readonly NoteRule[];
};

export type Dimension = { readonly key: string; readonly label: string };

const factTypes = ["string", "number", "money", "date", "boolean", "enum", "list"] as const;
export type FactKind = (typeof factTypes)[number];
const picks = ["first", "latest", "sum", "max", "min", "count", "distinct"] as const;
type Pick = (typeof picks)[number];
const normalizations = ["digits", "upper", "state", "naics", "phone", "percent", "money", "date"] as const;
export type Normalization = (typeof normalizations)[number];

export type ExtractionRule = {
  readonly key: string;
  readonly label: string;
  readonly type: FactKind;
  readonly sources: readonly FactSource[];
  readonly normalize: Normalization | undefined;
  readonly enum: readonly string[];
  readonly required: boolean;
  readonly onConflict: "flag" | "first" | "latest";
};
export type FactSource =
  | { readonly kind: "input"; readonly path: CompiledPath }
  | {
      readonly kind: "record";
      readonly family: RecordFamily;
      readonly path: CompiledPath;
      readonly where: Condition | undefined;
      readonly pick: Pick;
    }
  | { readonly kind: "document_field"; readonly documentKind: string; readonly field: string }
  | {
      readonly kind: "document_pattern";
      readonly documentKind: string | undefined;
      readonly pattern: Pattern;
      readonly group: number;
      readonly near: string | undefined;
      readonly plan: SearchPlan | undefined;
    };

const measures = ["count", "sum", "min", "max", "avg", "distinct"] as const;
export type CounterRule = {
  readonly key: string;
  readonly label: string;
  readonly over: CompiledPath;
  readonly where: Condition | undefined;
  readonly measure: (typeof measures)[number];
  readonly valuePath: CompiledPath | undefined;
  readonly unit: string;
};

type SectionColumn = {
  readonly key: string;
  readonly label: string;
  readonly path: CompiledPath;
  readonly format: string;
};
export type SectionRule = {
  readonly key: string;
  readonly title: string;
  readonly kind: string;
  readonly over: CompiledPath;
  readonly where: Condition | undefined;
  readonly columns: readonly SectionColumn[];
  readonly sort: { readonly path: CompiledPath; readonly isDescending: boolean } | undefined;
  readonly limit: number;
  readonly showWhen: Condition | undefined;
};

export type WorkItemRule = {
  readonly kind: WorkItemKind;
  readonly title: string;
  readonly dueInDays: number | undefined;
};

export type CheckRule = {
  readonly key: string;
  readonly label: string;
  readonly dimension: string;
  readonly severity: Severity;
  readonly weight: number;
  readonly when: Condition | undefined;
  readonly assert: Condition;
  readonly onUnknown: "review" | "skip" | "fail";
  readonly messageFail: string;
  readonly recommendation: string | undefined;
  readonly evidencePaths: readonly string[];
  readonly workItem: WorkItemRule | undefined;
};

export type OverlayRule = {
  readonly key: string;
  readonly label: string;
  readonly priority: number;
  readonly assignWhen: Condition;
  readonly maxItems: number;
};

export type RequiredItem = {
  readonly line: string;
  readonly coverage: string | undefined;
  readonly field: string;
  readonly op: string;
  /** Evaluated on `{found, wanted}`. */
  readonly test: Condition;
  readonly value: Json | undefined;
  readonly valueExpression: Expression | undefined;
};
export type RequirementRule = {
  readonly key: string;
  readonly label: string;
  readonly dimension: string;
  readonly appliesWhen: Condition | undefined;
  readonly source: JsonObject;
  readonly requires: readonly RequiredItem[];
  readonly mode: "all" | "any";
  readonly severity: Severity;
  readonly recommendation: string | undefined;
};

export type GapRule = {
  readonly key: string;
  readonly label: string;
  readonly dimension: string;
  readonly line: string;
  readonly coverage: string | undefined;
  readonly exposureWhen: Condition;
  readonly coveredWhen: Condition;
  readonly partialWhen: Condition | undefined;
  readonly suppressWhen: Condition | undefined;
  readonly exposureAmount: Expression | undefined;
  readonly severity: Severity;
  readonly recommendation: string;
  readonly talkingPoints: readonly string[];
  readonly workItem: WorkItemRule | undefined;
};

export type NoteRule = {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly appliesWhen: Condition | undefined;
  readonly dimension: string | undefined;
  readonly findingPrefix: string | undefined;
  readonly sourceRef: JsonObject | undefined;
  readonly effectiveFrom: string | undefined;
  readonly effectiveTo: string | undefined;
};

/** Dimensions that are switched on, in the configuration's order. */
export function enabledDimensions(effective: JsonObject): readonly JsonObject[] {
  return objectsIn(effective.analysis_dimensions).filter((dimension) => dimension.enabled !== false);
}

/**
 * Compiles the rules of an effective configuration. A check, requirement or gap whose dimension is switched off or not
 * listed does not run. Throws `TypeError` only for a configuration that was never validated.
 */
export function compileRules(effective: JsonObject): Rules {
  const dimensions = enabledDimensions(effective).map((dimension) => ({
    key: keyOf(dimension),
    label: text(dimension, "label") ?? "",
  }));
  const isOn = (rule: JsonObject): boolean => dimensions.some((dimension) => dimension.key === rule.dimension);
  return {
    dimensions,
    extractions: objectsIn(effective.profile_extraction_rules).map(compileExtraction),
    counters: objectsIn(effective.summary_counter_rules).map(compileCounter),
    sections: objectsIn(effective.extra_result_sections).map(compileSection),
    checks: objectsIn(effective.deterministic_checks).filter(isOn).map(compileCheck),
    overlays: objectsIn(effective.overlay_categories).map(compileOverlay).sort(byPriority),
    requirements: objectsIn(effective.requirement_rules).filter(isOn).map(compileRequirement),
    gaps: objectsIn(effective.deterministic_gap_rules).filter(isOn).map(compileGap),
    notes: objectsIn(effective.knowledge_overlay).map(compileNote),
  };
}

function compileExtraction(rule: JsonObject): ExtractionRule {
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    type: word(rule, "type", factTypes),
    sources: objectsIn(rule.sources).map(compileSource),
    normalize: normalizations.find((known) => known === rule.normalize),
    enum: textsIn(rule.enum),
    required: rule.required === true,
    onConflict: word(rule, "on_conflict", ["flag", "first", "latest"]),
  };
}

function compileSource(source: JsonObject): FactSource {
  switch (source.kind) {
    case "record":
      return {
        kind: "record",
        family: word(source, "family", recordFamilies),
        path: compilePath(elementPath(text(source, "path") ?? "")),
        where: optionalCondition(source, "where"),
        pick: word(source, "pick", picks),
      };
    case "document_field":
      return {
        kind: "document_field",
        documentKind: text(source, "document_kind") ?? "",
        field: text(source, "field") ?? "",
      };
    case "document_pattern": {
      const pattern = text(source, "pattern") ?? "";
      const plan = planSearch(pattern);
      return {
        kind: "document_pattern",
        documentKind: text(source, "document_kind"),
        // Anchored where the search plan knows the beginning of a match.
        pattern: compilePattern(plan === undefined ? pattern : `\\A(?:${pattern})`),
        group: number(source, "group") ?? 0,
        near: text(source, "near")?.toLowerCase(),
        plan,
      };
    }
    default:
      return { kind: "input", path: compilePath(inputPath(text(source, "path") ?? "")) };
  }
}

function compileCounter(rule: JsonObject): CounterRule {
  const valuePath = text(rule, "value_path");
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    over: compilePath(text(rule, "over") ?? ""),
    where: optionalCondition(rule, "where"),
    measure: word(rule, "measure", measures),
    valuePath: valuePath === undefined ? undefined : compilePath(elementPath(valuePath)),
    unit: text(rule, "unit") ?? "count",
  };
}

function compileSection(rule: JsonObject): SectionRule {
  const sort = isJsonObject(rule.sort) ? rule.sort : undefined;
  return {
    key: keyOf(rule),
    title: text(rule, "title") ?? "",
    kind: text(rule, "kind") ?? "table",
    over: compilePath(text(rule, "over") ?? ""),
    where: optionalCondition(rule, "where"),
    columns: objectsIn(rule.columns).map((column) => ({
      key: keyOf(column),
      label: text(column, "label") ?? "",
      path: compilePath(elementPath(text(column, "path") ?? "")),
      format: text(column, "format") ?? "text",
    })),
    sort:
      sort === undefined
        ? undefined
        : { path: compilePath(elementPath(text(sort, "path") ?? "")), isDescending: sort.dir === "desc" },
    limit: number(rule, "limit") ?? 50,
    showWhen: optionalCondition(rule, "show_when"),
  };
}

function compileCheck(rule: JsonObject): CheckRule {
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    dimension: text(rule, "dimension") ?? "",
    severity: severityOf(rule),
    weight: number(rule, "weight") ?? 1,
    when: optionalCondition(rule, "when"),
    assert: compileCondition(rule.assert ?? null),
    onUnknown: word(rule, "on_unknown", ["review", "skip", "fail"]),
    messageFail: text(rule, "message_fail") ?? "",
    recommendation: text(rule, "recommendation"),
    evidencePaths: textsIn(rule.evidence_paths),
    workItem: compileWorkItem(rule),
  };
}

function compileOverlay(rule: JsonObject): OverlayRule {
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    priority: number(rule, "priority") ?? 0,
    assignWhen: compileCondition(rule.assign_when ?? null),
    maxItems: number(rule, "max_items") ?? 1000,
  };
}

function compileRequirement(rule: JsonObject): RequirementRule {
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    dimension: text(rule, "dimension") ?? "",
    appliesWhen: optionalCondition(rule, "applies_when"),
    source: part(rule, "source"),
    requires: objectsIn(rule.requires).map(compileRequired),
    mode: word(rule, "mode", ["all", "any"]),
    severity: severityOf(rule),
    recommendation: text(rule, "recommendation"),
  };
}

function compileRequired(item: JsonObject): RequiredItem {
  const op = text(item, "op") ?? "eq";
  const isPresence = op === "exists" || op === "missing";
  const leaf: JsonObject = isPresence
    ? { fact: "@.found", op }
    : item.value_expr === undefined
      ? { fact: "@.found", op, value: item.value ?? null }
      : { fact: "@.found", op, value_fact: "@.wanted" };
  return {
    line: text(item, "line") ?? "",
    coverage: text(item, "coverage"),
    field: text(item, "field") ?? "",
    op,
    test: compileCondition(leaf),
    value: item.value,
    valueExpression: item.value_expr === undefined ? undefined : compileExpression(item.value_expr),
  };
}

function compileGap(rule: JsonObject): GapRule {
  return {
    key: keyOf(rule),
    label: text(rule, "label") ?? "",
    dimension: text(rule, "dimension") ?? "",
    line: text(rule, "line") ?? "",
    coverage: text(rule, "coverage"),
    exposureWhen: compileCondition(rule.exposure_when ?? null),
    coveredWhen: compileCondition(rule.covered_when ?? null),
    partialWhen: optionalCondition(rule, "partial_when"),
    suppressWhen: optionalCondition(rule, "suppress_when"),
    exposureAmount: rule.exposure_amount === undefined ? undefined : compileExpression(rule.exposure_amount),
    severity: severityOf(rule),
    recommendation: text(rule, "recommendation") ?? "",
    talkingPoints: textsIn(rule.talking_points),
    workItem: compileWorkItem(rule),
  };
}

function compileNote(rule: JsonObject): NoteRule {
  const attachment = part(rule, "attach_to");
  return {
    key: keyOf(rule),
    title: text(rule, "title") ?? "",
    body: text(rule, "body") ?? "",
    tags: textsIn(rule.tags),
    appliesWhen: optionalCondition(rule, "applies_when"),
    dimension: text(attachment, "dimension"),
    findingPrefix: text(attachment, "finding_prefix"),
    sourceRef: isJsonObject(rule.source_ref) ? rule.source_ref : undefined,
    effectiveFrom: text(rule, "effective_from"),
    effectiveTo: text(rule, "effective_to"),
  };
}

function compileWorkItem(rule: JsonObject): WorkItemRule | undefined {
  const item = rule.work_item;
  if (!isJsonObject(item)) return undefined;
  return {
    kind: word(item, "kind", workItemKinds),
    title: text(item, "title") ?? "",
    dueInDays: number(item, "due_in_days"),
  };
}

function optionalCondition(rule: JsonObject, name: string): Condition | undefined {
  const value = rule[name];
  return value === undefined ? undefined : compileCondition(value);
}

function keyOf(rule: JsonObject): string {
  return text(rule, "key") ?? "";
}

function byPriority(a: OverlayRule, b: OverlayRule): number {
  return a.priority - b.priority || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}
