import {
  boundOutput,
  type DeterministicResult,
  type EngineRequest,
  type LoadedDataset,
  type RuleOutcome,
  type Warning,
} from "@service/engine-kit";
import { EvaluationBudget, RuleBudgetExceeded } from "@service/conditions";
import { byText, dateOf, type JsonObject, roundHalfAwayFromZero } from "@service/json";
import { alignRows } from "./stages/align-rows.ts";
import { assemble } from "./assemble.ts";
import type { AssembledItem } from "./stages/assembly.ts";
import { compileRequirement } from "./stages/check-requirements.ts";
import { type CheckHit, structuralChecks } from "./stages/checks/index.ts";
import { type ComparedRow, diffRow } from "./stages/diff-rows.ts";
import { workItemsOf } from "./stages/findings.ts";
import { buildLabelIndex, type LabelIndex } from "./stages/label-index.ts";
import { acceptedLabels } from "./stages/label-questions.ts";
import {
  type CoverageTerms,
  coverageTermsKey,
  type ExcludedItem,
  loadCoverageTerms,
  loadSources,
} from "./stages/load.ts";
import { normalizeItem } from "./stages/normalize.ts";
import { median, priceItem } from "./stages/price-items.ts";
import { readInput } from "./stages/read-input.ts";
import type { Requirement } from "./input.ts";
import { expectedRetained, retainLoss } from "./stages/retain-losses.ts";
import { rankScores, scoreItem } from "./stages/score-items.ts";
import type { CheckKey } from "./codes.ts";
import type { Settings } from "./settings.ts";

/** Above this share of unresolved coverage lines the answer is incomplete (CMP-74). */
const unalignedShareMax = 0.15;
/** Below this the answer rests on too few facts (CMP-74). */
const confidenceFloor = 0.5;

/** What a release is compiled to: settings read once, labels indexed once. */
export type CompiledComparison = {
  readonly settings: Settings;
  readonly pack: JsonObject;
  readonly labels: LabelIndex;
};

/** Settings and label index of an effective configuration. */
export function compileComparison(settings: Settings, pack: JsonObject): CompiledComparison {
  return { settings, pack, labels: buildLabelIndex(settings.lineItems, settings.aliases) };
}

/**
 * The deterministic stages in order (CMP-74, CMP-75). Fails when fewer than two items have a comparable line; degrades
 * when a source was unreadable, too many labels stayed unresolved, rows were cut or too few facts were known.
 */
export function runComparison(compiled: CompiledComparison, request: EngineRequest): DeterministicResult {
  try {
    return compare(compiled, request);
  } catch (error) {
    if (!(error instanceof RuleBudgetExceeded)) throw error;
    return { status: "failed", error: error.message, stage: "evaluate", code: error.code, warnings: [] };
  }
}

function compare(compiled: CompiledComparison, request: EngineRequest): DeterministicResult {
  const { settings } = compiled;
  const warnings: Warning[] = [];

  request.onStage("load");
  const input = readInput(request.input, request.createdAt);
  const sources = loadSources(input);
  warnings.push(...sources.warnings);
  const terms = loadCoverageTerms(request.datasets.get(coverageTermsKey));
  const labels = labelsWith(compiled, terms);

  request.onStage("normalize");
  const accepted = acceptedLabels(request.accepted);
  const read = input.items.map((item) => normalizeItem(item, labels, accepted));
  const items = read.filter(({ facts }) => facts.size > 0);
  const excluded: ExcludedItem[] = [
    ...sources.excluded,
    ...read
      .filter(({ facts }) => facts.size === 0)
      .map(({ item }) => ({ key: item.key, reason: "no_comparable_line" }) as const),
  ].sort((a, b) => byText(a.key, b.key));
  for (const item of read) warnings.push(...item.warnings);
  if (items.length < 2) {
    return {
      status: "failed",
      error: "Fewer than two items have a coverage line that can be compared.",
      stage: "normalize",
      code: "too_few_comparable_items",
      warnings,
    };
  }
  const unaligned = read.flatMap((item) => item.unaligned);
  const lineCount = input.items.reduce((sum, { coverages }) => sum + coverages.length, 0);
  const unalignedShare = unaligned.length / lineCount;
  const baselineIndex = items.findIndex(({ item }) => item.key === input.baselineKey);
  const baseline = items[baselineIndex];
  const { requirements, unresolved } = resolveRequirements(input.requirements, labels);
  const scenarios = mergeScenarios(settings, input.scenarios).map((scenario) => ({
    ...scenario,
    coverage: labels.resolve(scenario.line, scenario.coverage, undefined).coverage ?? scenario.coverage,
  }));

  request.onStage("align");
  const aligned = alignRows(items, baseline, requirements, settings);
  if (aligned.cut > 0) {
    warnings.push({
      code: "input_truncated",
      message: `${aligned.cut} rows over the limit of ${settings.maxRows} were left out`,
      stage: "align",
      severity: "warning",
    });
  }

  request.onStage("evaluate");
  const priced = items.map(({ item }) => priceItem(item));
  for (const { warnings: own } of priced) warnings.push(...own);
  const rows = aligned.rows.map((row) => diffRow(row, baseline === undefined ? undefined : baselineIndex));
  const mismatched = new Set<string>();
  const budget = new EvaluationBudget();
  const asked = requirements.map((requirement) =>
    compileRequirement(requirement, input.asOf, budget, (key) => mismatched.add(key)),
  );
  const results = items.map((item) =>
    asked.map((ask) => {
      const result = ask(item);
      return unresolved.has(result.requirement.key) && result.truth !== "unknown"
        ? { ...result, truth: "unknown" as const, utility: undefined }
        : result;
    }),
  );
  for (const key of [...unresolved].sort()) {
    warnings.push({
      code: "label_unaligned",
      message: `the coverage of requirement ${key} is not a known code, so the requirement is judged unknown`,
      stage: "normalize",
      severity: "warning",
      path: `requirements[${key}].coverage`,
    });
  }
  for (const key of [...mismatched].sort()) {
    warnings.push({
      code: "rule_unknown",
      message: `requirement ${key} compares values of different types`,
      stage: "evaluate",
      severity: "warning",
      path: `requirements[${key}].value`,
    });
  }
  const checked = checkStructure(settings, {
    items,
    baseline,
    rows,
    asOfDay: dateOf(input.asOf) ?? "",
    parameters: settings.checkParameters,
  });

  request.onStage("score");
  const annualized = priced.map(({ price }) => price.annualizedCents);
  const baselinePrice = baseline === undefined ? undefined : annualized[baselineIndex];
  const priceReference =
    baselinePrice === undefined
      ? { kind: "median_of_items" as const, annualizedCents: median(annualized) ?? 0 }
      : { kind: "baseline" as const, annualizedCents: baselinePrice };
  const assembled = items.flatMap((normalized, index): AssembledItem[] => {
    const price = priced[index]?.price;
    if (price === undefined) return [];
    const own = { normalized, index, annualizedCents: price.annualizedCents, requirements: results[index] ?? [] };
    const hits = checked.hits.get(normalized.item.key) ?? [];
    const losses = scenarios.map((scenario) => retainLoss(normalized, scenario));
    const expectedCents = expectedRetained(losses);
    return [
      {
        ...own,
        price,
        scenarios: losses,
        expectedCents,
        totalCostCents: expectedCents === undefined ? undefined : price.annualizedCents + expectedCents,
        hits,
        score: scoreItem({ ...own, hits }, rows, baseline, priceReference, settings),
      },
    ];
  });
  const ranked = rankScores(
    assembled.map(({ score }) => score),
    new Map(assembled.map(({ normalized, totalCostCents }) => [normalized.item.key, totalCostCents])),
  );
  const confidence = confidenceOf(assembled, unalignedShare);

  request.onStage("assemble");
  const {
    output,
    solutions,
    findings,
    warnings: assemblyWarnings,
  } = assemble({
    input,
    settings,
    pack: compiled.pack,
    terms,
    items: assembled,
    baseline,
    excluded,
    rows,
    unaligned,
    modelAlignments: read.flatMap((item) => item.modelAlignments),
    ranked,
    priceReference,
    confidence,
    isCut: aligned.cut > 0,
  });
  warnings.push(...assemblyWarnings);
  const bounded = boundOutput(output, solutions);
  if (bounded.truncated) {
    warnings.push({
      code: "input_truncated",
      message: "the output was cut to the size that is stored",
      stage: "assemble",
      severity: "warning",
      path: "provenance.truncated",
    });
  }
  const isDegraded =
    excluded.length > 0 ||
    sources.warnings.length > 0 ||
    unalignedShare > unalignedShareMax ||
    confidence < confidenceFloor ||
    aligned.cut > 0 ||
    assemblyWarnings.length > 0 ||
    bounded.truncated;
  return {
    status: isDegraded ? "degraded" : "completed",
    output: bounded.output,
    ...(bounded.solutions === undefined ? {} : { solutions: bounded.solutions }),
    warnings,
    workItems: workItemsOf(findings, request.runId, input.subject.clientKey),
    ruleOutcomes: [
      ...rowOutcomes(
        rows,
        items.map(({ item }) => item.key),
      ),
      ...checked.outcomes,
    ],
  };
}

/** Scenarios of the input precede configured ones of the same key. */
function mergeScenarios(settings: Settings, given: Settings["scenarios"]): Settings["scenarios"] {
  const byKey = new Map(settings.scenarios.map((scenario) => [scenario.key, scenario]));
  for (const scenario of given) byKey.set(scenario.key, scenario);
  return [...byKey.values()].sort((a, b) => byText(a.key, b.key));
}

/** Requirements may name a coverage as proposals do; an unknown one can be neither met nor missed. */
function resolveRequirements(
  requirements: readonly Requirement[],
  labels: LabelIndex,
): { readonly requirements: readonly Requirement[]; readonly unresolved: ReadonlySet<string> } {
  const unresolved = new Set<string>();
  const resolved = requirements.map((requirement) => {
    if (requirement.field === "rating") return requirement;
    const { coverage } = labels.resolve(requirement.line, requirement.coverage, undefined);
    if (coverage === undefined) unresolved.add(requirement.key);
    return coverage === undefined || coverage === requirement.coverage ? requirement : { ...requirement, coverage };
  });
  return { requirements: resolved, unresolved };
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
    const isKnown = differences.filter(({ status }) => status !== "unknown").length > 1;
    const result = isMaterial ? "true" : isKnown ? "false" : "unknown";
    const facts =
      result === "false"
        ? []
        : cells.map(({ value }, index) => ({ path: `items[${itemKeys[index] ?? ""}].${rowKey}`, value }));
    return [{ ruleKey: lineItem.key, stage: "evaluate", result, ...(facts.length === 0 ? {} : { facts }) }];
  });
}

/** Share of the facts that scoring needed and found, less those behind unresolved labels. */
function confidenceOf(items: readonly AssembledItem[], unalignedShare: number): number {
  const needed = items.reduce((sum, { score }) => sum + score.factsNeeded, 0);
  const known = items.reduce((sum, { score }) => sum + score.factsKnown, 0);
  return roundHalfAwayFromZero((needed === 0 ? 1 : known / needed) * (1 - unalignedShare), 4);
}

/** Label index with an operator's codes, cached per version of the dataset. */
const indexesByDataset = new WeakMap<LabelIndex, { readonly dataset: LoadedDataset; readonly labels: LabelIndex }>();

function labelsWith({ labels, settings }: CompiledComparison, { dataset, codes, aliases }: CoverageTerms): LabelIndex {
  if (dataset === undefined) return labels;
  const known = indexesByDataset.get(labels);
  if (known?.dataset.sha256 === dataset.sha256) return known.labels;
  const extended = buildLabelIndex(settings.lineItems, [...settings.aliases, ...aliases], codes);
  indexesByDataset.set(labels, { dataset, labels: extended });
  return extended;
}
