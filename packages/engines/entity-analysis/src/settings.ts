import type { Severity, WorkItemKind } from "@service/engine-kit";
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
import { byText, type Complete, fillDefaults, type Json, type JsonObject } from "@service/json";
import { planSearch, type SearchPlan } from "./stages/pattern-search.ts";
import type { Normalization, RecordFamily, ResponseType, ruleArrays } from "./codes.ts";
import {
  type EntityAnalysisConfiguration,
  enabledDimensions,
  entityAnalysisConfiguration,
  factSources,
} from "./configuration.ts";
import { elementPath, inputPath } from "./stages/rule-paths.ts";

/** An effective configuration as the stages use it: conditions, expressions, paths and patterns compiled once per release. */
export type Settings = {
  readonly responseType: ResponseType;
  readonly dimensions: readonly Dimension[];
  readonly extractions: readonly ExtractionRule[];
  /** What the facts of the profile are called, by key. */
  readonly labels: ReadonlyMap<string, string>;
  readonly counters: readonly CounterRule[];
  readonly sections: readonly SectionRule[];
  readonly checks: readonly CheckRule[];
  readonly overlays: readonly OverlayRule[];
  readonly requirements: readonly RequirementRule[];
  readonly gaps: readonly GapRule[];
  readonly notes: readonly NoteRule[];
};

export type Dimension = { readonly key: string; readonly label: string };

export type ExtractionRule = {
  readonly key: string;
  readonly label: string;
  readonly type: Configured<"profile_extraction_rules">["type"];
  readonly sources: readonly FactSource[];
  readonly normalize: Normalization | undefined;
  readonly enum: readonly string[];
  readonly required: boolean;
  readonly onConflict: Configured<"profile_extraction_rules">["on_conflict"];
};
export type FactSource =
  | { readonly kind: "input"; readonly path: CompiledPath }
  | {
      readonly kind: "record";
      readonly family: RecordFamily;
      readonly path: CompiledPath;
      readonly where: Condition | undefined;
      readonly pick: Complete<typeof factSources.record>["pick"];
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

export type CounterRule = {
  readonly key: string;
  readonly label: string;
  readonly over: CompiledPath;
  readonly where: Condition | undefined;
  readonly measure: Configured<"summary_counter_rules">["measure"];
  readonly valuePath: CompiledPath | undefined;
  readonly unit: Configured<"summary_counter_rules">["unit"];
};

type SectionColumn = {
  readonly key: string;
  readonly label: string;
  readonly path: CompiledPath;
  readonly format: Configured<"extra_result_sections">["columns"][number]["format"];
};
export type SectionRule = {
  readonly key: string;
  readonly title: string;
  readonly kind: Configured<"extra_result_sections">["kind"];
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
  readonly onUnknown: Configured<"deterministic_checks">["on_unknown"];
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
  readonly line: RequiredConfigured["line"];
  readonly coverage: string | undefined;
  readonly field: RequiredConfigured["field"];
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
  readonly source: Configured<"requirement_rules">["source"];
  readonly requires: readonly RequiredItem[];
  readonly mode: Configured<"requirement_rules">["mode"];
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
  readonly sourceRef: Configured<"knowledge_overlay">["source_ref"] | undefined;
  readonly effectiveFrom: string | undefined;
  readonly effectiveTo: string | undefined;
};

type RuleArray = (typeof ruleArrays)[number];
/** A rule of an array, as the configuration writes it. */
type Configured<Field extends RuleArray> = EntityAnalysisConfiguration[Field][number];
type RequiredConfigured = Configured<"requirement_rules">["requires"][number];

/**
 * Compiles the rules of an effective configuration. A check, requirement or gap whose dimension is switched off or not
 * listed does not run. Throws `TypeError` only for a configuration that was never validated.
 */
export function readSettings(effective: JsonObject): Settings {
  // A release of an older version lacks the members that were added since.
  const configuration = fillDefaults(entityAnalysisConfiguration, effective);
  const dimensions = enabledDimensions(configuration).map(({ key, label }) => ({ key, label }));
  const isOn = (rule: { readonly dimension: string }): boolean => dimensions.some(({ key }) => key === rule.dimension);
  const extractions = configuration.profile_extraction_rules.map(compileExtraction);
  return {
    responseType: configuration.response_type,
    dimensions,
    extractions,
    labels: new Map(extractions.map(({ key, label }) => [key, label])),
    counters: configuration.summary_counter_rules.map(compileCounter),
    sections: configuration.extra_result_sections.map(compileSection),
    checks: configuration.deterministic_checks.filter(isOn).map(compileCheck),
    overlays: configuration.overlay_categories.map(compileOverlay).sort(byPriority),
    requirements: configuration.requirement_rules.filter(isOn).map(compileRequirement),
    gaps: configuration.deterministic_gap_rules.filter(isOn).map(compileGap),
    notes: configuration.knowledge_overlay.map(compileNote),
  };
}

function compileExtraction(rule: Configured<"profile_extraction_rules">): ExtractionRule {
  const { key, label, type, normalize, required } = rule;
  return {
    key,
    label,
    type,
    sources: rule.sources.map(compileSource),
    normalize,
    enum: rule.enum ?? [],
    required,
    onConflict: rule.on_conflict,
  };
}

function compileSource(source: Configured<"profile_extraction_rules">["sources"][number]): FactSource {
  switch (source.kind) {
    case "input": {
      const { path } = fillDefaults(factSources.input, source);
      return { kind: "input", path: compilePath(inputPath(path)) };
    }
    case "record": {
      const { family, path, where, pick } = fillDefaults(factSources.record, source);
      return { kind: "record", family, path: compilePath(elementPath(path)), where: optionalCondition(where), pick };
    }
    case "document_field": {
      const { document_kind: documentKind, field } = fillDefaults(factSources.document_field, source);
      return { kind: "document_field", documentKind, field };
    }
    case "document_pattern": {
      const { document_kind, pattern, group, near } = fillDefaults(factSources.document_pattern, source);
      const plan = planSearch(pattern);
      return {
        kind: "document_pattern",
        documentKind: document_kind,
        // Anchored where the search plan knows the beginning of a match.
        pattern: compilePattern(plan === undefined ? pattern : `\\A(?:${pattern})`),
        group,
        near: near?.toLowerCase(),
        plan,
      };
    }
  }
}

function compileCounter(rule: Configured<"summary_counter_rules">): CounterRule {
  const { key, label, over, where, measure, value_path: valuePath, unit } = rule;
  return {
    key,
    label,
    over: compilePath(over),
    where: optionalCondition(where),
    measure,
    valuePath: valuePath === undefined ? undefined : compilePath(elementPath(valuePath)),
    unit,
  };
}

function compileSection(rule: Configured<"extra_result_sections">): SectionRule {
  const { key, title, kind, over, where, columns, sort, limit } = rule;
  return {
    key,
    title,
    kind,
    over: compilePath(over),
    where: optionalCondition(where),
    columns: columns.map((column) => ({ ...column, path: compilePath(elementPath(column.path)) })),
    sort:
      sort === undefined ? undefined : { path: compilePath(elementPath(sort.path)), isDescending: sort.dir === "desc" },
    limit,
    showWhen: optionalCondition(rule.show_when),
  };
}

function compileCheck(rule: Configured<"deterministic_checks">): CheckRule {
  const { key, label, dimension, severity, weight, when, assert, recommendation } = rule;
  return {
    key,
    label,
    dimension,
    severity,
    weight,
    when: optionalCondition(when),
    assert: compileCondition(assert),
    onUnknown: rule.on_unknown,
    messageFail: rule.message_fail,
    recommendation,
    evidencePaths: rule.evidence_paths,
    workItem: compileWorkItem(rule.work_item),
  };
}

function compileOverlay(rule: Configured<"overlay_categories">): OverlayRule {
  const { key, label, priority } = rule;
  return { key, label, priority, assignWhen: compileCondition(rule.assign_when), maxItems: rule.max_items };
}

function compileRequirement(rule: Configured<"requirement_rules">): RequirementRule {
  const { key, label, dimension, source, mode, severity, recommendation } = rule;
  return {
    key,
    label,
    dimension,
    appliesWhen: optionalCondition(rule.applies_when),
    source,
    requires: rule.requires.map(compileRequired),
    mode,
    severity,
    recommendation,
  };
}

function compileRequired(item: RequiredConfigured): RequiredItem {
  const { line, coverage, field, op, value, value_expr: expression } = item;
  const isPresence = op === "exists" || op === "missing";
  const leaf: JsonObject = isPresence
    ? { fact: "@.found", op }
    : expression === undefined
      ? { fact: "@.found", op, value: value ?? null }
      : { fact: "@.found", op, value_fact: "@.wanted" };
  return {
    line,
    coverage,
    field,
    op,
    test: compileCondition(leaf),
    value,
    valueExpression: expression === undefined ? undefined : compileExpression(expression),
  };
}

function compileGap(rule: Configured<"deterministic_gap_rules">): GapRule {
  const { key, label, dimension, line, coverage, exposure_amount: amount, severity, recommendation } = rule;
  return {
    key,
    label,
    dimension,
    line,
    coverage,
    exposureWhen: compileCondition(rule.exposure_when),
    coveredWhen: compileCondition(rule.covered_when),
    partialWhen: optionalCondition(rule.partial_when),
    suppressWhen: optionalCondition(rule.suppress_when),
    exposureAmount: amount === undefined ? undefined : compileExpression(amount),
    severity,
    recommendation,
    talkingPoints: rule.talking_points,
    workItem: compileWorkItem(rule.work_item),
  };
}

function compileNote(rule: Configured<"knowledge_overlay">): NoteRule {
  const { key, title, body, tags, attach_to: attachment } = rule;
  return {
    key,
    title,
    body,
    tags,
    appliesWhen: optionalCondition(rule.applies_when),
    dimension: attachment.dimension,
    findingPrefix: attachment.finding_prefix,
    sourceRef: rule.source_ref,
    effectiveFrom: rule.effective_from,
    effectiveTo: rule.effective_to,
  };
}

function compileWorkItem(item: Configured<"deterministic_checks">["work_item"]): WorkItemRule | undefined {
  return item === undefined ? undefined : { kind: item.kind, title: item.title, dueInDays: item.due_in_days };
}

function optionalCondition(value: JsonObject | undefined): Condition | undefined {
  return value === undefined ? undefined : compileCondition(value);
}

function byPriority(a: OverlayRule, b: OverlayRule): number {
  return a.priority - b.priority || byText(a.key, b.key);
}
