import type { Severity, WorkItemKind } from "@service/engine-kit";
import { compileCondition, compileExpression, type Condition, type Expression } from "@service/conditions";
import { byText, fillDefaults, type Json, type JsonObject } from "@service/json";
import type { ResponseType } from "./codes.ts";
import { type ConfiguredRule, enabledDimensions, entityAnalysisConfiguration } from "./configuration.ts";
import { compileExtraction, type ExtractionRule } from "./stages/extraction-rules.ts";
import { optionalCondition } from "./stages/optional-condition.ts";
import { compileCounter, compileSection, type CounterRule, type SectionRule } from "./stages/summary-rules.ts";

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
  /** The line that the check is about; findings about one missing line are one finding (ENT-76). */
  readonly line: string | undefined;
  readonly when: Condition | undefined;
  readonly assert: Condition;
  readonly onUnknown: ConfiguredRule<"deterministic_checks">["on_unknown"];
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
  /** Whether an umbrella over the line counts towards the limit (COVER-7). */
  readonly umbrellaCounts: boolean;
};
export type RequirementRule = {
  readonly key: string;
  readonly label: string;
  readonly dimension: string;
  readonly appliesWhen: Condition | undefined;
  readonly source: ConfiguredRule<"requirement_rules">["source"];
  readonly requires: readonly RequiredItem[];
  readonly mode: ConfiguredRule<"requirement_rules">["mode"];
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
  readonly title: string | undefined;
  readonly variants: readonly GapVariant[];
  readonly severity: Severity;
  readonly recommendation: string;
  readonly talkingPoints: readonly string[];
  readonly workItem: WorkItemRule | undefined;
};

/** The words of a gap for some trades. */
type GapVariant = {
  readonly when: Condition;
  readonly label: string;
  readonly title: string | undefined;
  readonly recommendation: string | undefined;
};

export type NoteRule = {
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly appliesWhen: Condition | undefined;
  readonly dimension: string | undefined;
  readonly findingPrefix: string | undefined;
  readonly sourceRef: ConfiguredRule<"knowledge_overlay">["source_ref"] | undefined;
  readonly effectiveFrom: string | undefined;
  readonly effectiveTo: string | undefined;
};

type RequiredConfigured = ConfiguredRule<"requirement_rules">["requires"][number];

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

function compileCheck(rule: ConfiguredRule<"deterministic_checks">): CheckRule {
  const { key, label, dimension, severity, weight, when, assert, recommendation } = rule;
  return {
    key,
    label,
    dimension,
    severity,
    weight,
    line: rule.line,
    when: optionalCondition(when),
    assert: compileCondition(assert),
    onUnknown: rule.on_unknown,
    messageFail: rule.message_fail,
    recommendation,
    evidencePaths: rule.evidence_paths,
    workItem: compileWorkItem(rule.work_item),
  };
}

function compileOverlay(rule: ConfiguredRule<"overlay_categories">): OverlayRule {
  const { key, label, priority } = rule;
  return { key, label, priority, assignWhen: compileCondition(rule.assign_when), maxItems: rule.max_items };
}

function compileRequirement(rule: ConfiguredRule<"requirement_rules">): RequirementRule {
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
    umbrellaCounts: item.umbrella_counts,
  };
}

function compileGap(rule: ConfiguredRule<"deterministic_gap_rules">): GapRule {
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
    title: rule.title,
    variants: rule.variants.map(({ when, label: words, title, recommendation: advice }) => ({
      when: compileCondition(when),
      label: words,
      title,
      recommendation: advice,
    })),
    severity,
    recommendation,
    talkingPoints: rule.talking_points,
    workItem: compileWorkItem(rule.work_item),
  };
}

function compileNote(rule: ConfiguredRule<"knowledge_overlay">): NoteRule {
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

function compileWorkItem(item: ConfiguredRule<"deterministic_checks">["work_item"]): WorkItemRule | undefined {
  return item === undefined ? undefined : { kind: item.kind, title: item.title, dueInDays: item.due_in_days };
}

function byPriority(a: OverlayRule, b: OverlayRule): number {
  return a.priority - b.priority || byText(a.key, b.key);
}
