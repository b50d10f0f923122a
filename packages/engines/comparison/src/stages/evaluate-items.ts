import type { RuleOutcome, Warning } from "@service/engine-kit";
import { EvaluationBudget } from "@service/conditions";
import { dateOf } from "@service/json";
import type { CheckKey } from "../codes.ts";
import type { Requirement } from "../input.ts";
import type { Settings } from "../settings.ts";
import type { AlignedRow } from "./align-rows.ts";
import type { AssembledItem } from "./assembly.ts";
import { compileRequirement, type RequirementResult } from "./check-requirements.ts";
import { type CheckHit, structuralChecks } from "./checks/index.ts";
import { readTopics } from "./checks/wording-meaning.ts";
import { type ComparedRow, diffRow } from "./diff-rows.ts";
import type { NormalizedItem } from "./normalize.ts";
import { priceItem } from "./price-items.ts";
import type { ReadInput } from "./read-input.ts";
import { requirementName } from "./requirement-findings.ts";

type Evaluation = Pick<AssembledItem, "normalized" | "price" | "requirements" | "hits">;

export type Evaluated = {
  /** In the order of the items. */
  readonly evaluations: readonly Evaluation[];
  readonly rows: readonly ComparedRow[];
  readonly outcomes: readonly RuleOutcome[];
  readonly warnings: readonly Warning[];
};

type Alignment = {
  readonly input: ReadInput;
  readonly settings: Settings;
  readonly items: readonly NormalizedItem[];
  readonly baseline: NormalizedItem | undefined;
  readonly requirements: readonly Requirement[];
  /** Keys of requirements whose coverage is not a known code. */
  readonly unresolved: ReadonlySet<string>;
  readonly rows: readonly AlignedRow[];
};

/** The stage `evaluate`: prices, differences of the rows, requirements and structural checks. */
export function evaluateItems(alignment: Alignment): Evaluated {
  const { input, settings, items, baseline } = alignment;
  const priced = items.map((item) => ({ item, ...priceItem(item.item) }));
  const baselineIndex = baseline === undefined ? undefined : items.indexOf(baseline);
  const rows = alignment.rows.map((row) => diffRow(row, baselineIndex));
  const required = checkRequirements(alignment);
  const checked = checkStructure(settings, {
    items,
    baseline,
    rows,
    asOfDay: dateOf(input.asOf) ?? "",
    parameters: settings.checkParameters,
    topics: readTopics(settings.exclusionTopics),
  });
  return {
    evaluations: priced.map(({ item, price }) => ({
      normalized: item,
      price,
      requirements: required.resultsOf(item),
      hits: checked.hits.get(item.item.key) ?? [],
    })),
    rows,
    outcomes: [
      ...rowOutcomes(
        rows,
        items.map(({ item }) => item.key),
      ),
      ...checked.outcomes,
    ],
    warnings: [...priced.flatMap(({ warnings }) => warnings), ...required.warnings],
  };
}

type Required = {
  readonly resultsOf: (item: NormalizedItem) => readonly RequirementResult[];
  readonly warnings: readonly Warning[];
};

/** Every requirement for every item; one whose coverage is not known can be neither met nor missed. */
function checkRequirements({ input, items, requirements, unresolved }: Alignment): Required {
  const mismatched = new Set<string>();
  const budget = new EvaluationBudget();
  const checks = requirements.map((requirement) =>
    compileRequirement(requirement, input.asOf, budget, (key) => mismatched.add(key)),
  );
  const results = new Map(
    items.map((item) => [
      item,
      checks.map((ask): RequirementResult => {
        const result = ask(item);
        return unresolved.has(result.requirement.key) && result.truth !== "unknown"
          ? { ...result, truth: "unknown", utility: undefined }
          : result;
      }),
    ]),
  );
  const sourceOf = (key: string): string =>
    requirementName(requirements.find((requirement) => requirement.key === key));
  return {
    resultsOf: (item) => results.get(item) ?? [],
    warnings: [
      ...[...unresolved].sort().map((key): Warning => ({
        code: "label_unaligned",
        message: `The coverage that ${sourceOf(key)} names is not known, so whether it is met is unknown.`,
        stage: "normalize",
        severity: "warning",
        path: `requirements[${key}].coverage`,
      })),
      ...[...mismatched].sort().map((key): Warning => ({
        code: "rule_unknown",
        message: `The value that ${sourceOf(key)} asks for cannot be compared with what the offers state.`,
        stage: "evaluate",
        severity: "warning",
        path: `requirements[${key}].value`,
      })),
    ],
  };
}

type Checked = {
  readonly hits: ReadonlyMap<string, readonly (CheckHit & { readonly check: CheckKey })[]>;
  readonly outcomes: readonly RuleOutcome[];
};

/** CMP-8: runs every configured check and groups the hits by item. */
function checkStructure(settings: Settings, context: Parameters<(typeof structuralChecks)[CheckKey]>[0]): Checked {
  const hits = new Map<string, (CheckHit & { readonly check: CheckKey })[]>();
  const outcomes: RuleOutcome[] = [];
  for (const [check, severity] of settings.checks) {
    const report = structuralChecks[check](context, severity);
    outcomes.push({ ruleKey: check, stage: "evaluate", result: report.outcome });
    for (const hit of report.hits) {
      const own = hits.get(hit.itemKey);
      if (own === undefined) hits.set(hit.itemKey, [{ ...hit, check }]);
      else own.push({ ...hit, check });
    }
  }
  return { hits, outcomes };
}

/** A line item is true when it found a material difference, unknown when no two values could be compared. */
function rowOutcomes(rows: readonly ComparedRow[], itemKeys: readonly string[]): readonly RuleOutcome[] {
  return rows.flatMap(({ lineItem, differences, rowKey, cells }): RuleOutcome[] => {
    if (lineItem === undefined) return [];
    const isMaterial = differences.some(({ material }) => material);
    const isComparable = differences.filter(({ status }) => status !== "unknown").length > 1;
    const result = isMaterial ? "true" : isComparable ? "false" : "unknown";
    const facts =
      result === "false"
        ? []
        : cells.map(({ value }, index) => ({ path: `items[${itemKeys[index] ?? ""}].${rowKey}`, value }));
    return [{ ruleKey: lineItem.key, stage: "evaluate", result, ...(facts.length === 0 ? {} : { facts }) }];
  });
}
