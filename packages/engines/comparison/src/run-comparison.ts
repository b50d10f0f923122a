import {
  boundOutput,
  counted,
  type DeterministicResult,
  type EngineRequest,
  type LoadedDataset,
  runInStages,
  type StageName,
  type Warning,
} from "@service/engine-kit";
import { byText, dateOf, roundHalfAwayFromZero } from "@service/json";
import { assemble, type Assembled } from "./assemble.ts";
import type { Requirement } from "./input.ts";
import type { Provenance } from "./output.ts";
import type { Settings } from "./settings.ts";
import { alignRows } from "./stages/align-rows.ts";
import type { AssembledItem, Assembly } from "./stages/assembly.ts";
import { type Evaluated, evaluateItems } from "./stages/evaluate-items.ts";
import { workItemsOf } from "./stages/findings.ts";
import type { Scenario } from "./stages/item.ts";
import { buildLabelIndex, type LabelIndex, remembering } from "./stages/label-index.ts";
import { acceptedLabels } from "./stages/label-questions.ts";
import { type CoverageTerms, coverageTermsKey, loadCoverageTerms, loadSources } from "./stages/load.ts";
import { openDocumentItems } from "./stages/documents/open-document-items.ts";
import { besideBaseline, type NormalizedItem, normalizeItem } from "./stages/normalize.ts";
import { median } from "./stages/price-items.ts";
import { readInput, type ReadInput } from "./stages/read-input.ts";
import { openRecordItems } from "./stages/read-record.ts";
import { expectedRetained, retainLoss } from "./stages/retain-losses.ts";
import { type PriceReference, rankScores, scoreItem } from "./stages/score-items.ts";

/** Above this share of unresolved coverage lines the answer is incomplete (CMP-74). */
const unalignedShareMax = 0.15;
/** Below this the answer rests on too few facts (CMP-74). */
const confidenceFloor = 0.5;

/** What a release is compiled to: settings read once, labels indexed once. */
export type CompiledComparison = {
  readonly settings: Settings;
  readonly pack: Provenance["pack"];
  readonly labels: LabelIndex;
};

/** Settings and label index of an effective configuration. */
export function compileComparison(settings: Settings, pack: Provenance["pack"]): CompiledComparison {
  return { settings, pack, labels: buildLabelIndex(settings.lineItems, settings.aliases) };
}

/**
 * The deterministic stages in order (CMP-74, CMP-75). Fails when fewer than two items have a comparable line; degrades
 * when a source was unreadable, too many labels stayed unresolved, rows were cut or too few facts were known.
 */
export function runComparison(compiled: CompiledComparison, request: EngineRequest): DeterministicResult {
  return runInStages(request, (enter, warnings) => compare(compiled, request, enter, warnings));
}

function compare(
  compiled: CompiledComparison,
  request: EngineRequest,
  enter: (stage: StageName) => void,
  warnings: Warning[],
): DeterministicResult {
  const { settings } = compiled;

  enter("load");
  const records = openRecordItems(request.datasets);
  const terms = loadCoverageTerms(request.datasets.get(coverageTermsKey));
  const labels = remembering(labelsWith(compiled, terms));
  const documents = openDocumentItems(request.input, request.datasets, labels, request.accepted?.lines ?? []);
  const input = readInput(request.input, request.createdAt, records, documents);
  const sources = loadSources(input);
  warnings.push(...sources.warnings);

  enter("normalize");
  const normalized = normalizeItems(input, labels, request);
  const { items, baseline } = normalized;
  const excluded = [...sources.excluded, ...normalized.excluded].sort((a, b) => byText(a.key, b.key));
  warnings.push(...normalized.warnings);
  if (items.length < 2) return tooFewItems(normalized.excluded, warnings);
  const { requirements, unresolved } = resolveRequirements(input.requirements, labels);
  const scenarios = resolveScenarios(settings, input.scenarios, labels);

  enter("align");
  const aligned = alignRows(items, baseline, requirements, settings);
  warnings.push(...cutRows(aligned.cut, settings));

  enter("evaluate");
  const evaluated = evaluateItems({ input, settings, items, baseline, requirements, unresolved, rows: aligned.rows });
  warnings.push(...evaluated.warnings);

  enter("score");
  const { rows } = evaluated;
  const scored = scoreItems(items, baseline, evaluated, scenarios, settings);
  const confidence = confidenceOf(scored.items, normalized.unalignedShare);

  enter("assemble");
  const assembled = assemble({
    ...scored,
    input,
    settings,
    pack: compiled.pack,
    terms,
    datasets: [...records.datasets, ...documents.datasets],
    baseline,
    excluded,
    rows,
    unaligned: normalized.unaligned,
    modelAlignments: normalized.modelAlignments,
    confidence,
    isCut: aligned.cut > 0,
  });
  const isReduced =
    excluded.length > 0 ||
    sources.warnings.length > 0 ||
    normalized.unalignedShare > unalignedShareMax ||
    confidence < confidenceFloor ||
    aligned.cut > 0;
  return {
    ...conclude(assembled, isReduced, warnings),
    workItems: workItemsOf(
      assembled.findings,
      items.map(({ item }) => item),
      { runId: request.runId, subject: input.subject, asOfDay: dateOf(input.asOf) ?? "" },
    ),
    ruleOutcomes: evaluated.outcomes,
  };
}

/** The answer within its caps, and whether it may be relied on (CMP-74). */
function conclude({ output, solutions, warnings: own }: Assembled, isReduced: boolean, warnings: readonly Warning[]) {
  const { truncated, ...bounded } = boundOutput(output, solutions);
  const isDegraded = isReduced || own.length > 0 || truncated;
  return {
    ...bounded,
    status: isDegraded ? ("degraded" as const) : ("completed" as const),
    warnings: [...warnings, ...own, ...cutOutput(truncated)],
  };
}

type NormalizedItems = Pick<Assembly, "baseline" | "excluded" | "unaligned" | "modelAlignments"> & {
  /** Items with a line that can be compared, the baseline first. */
  readonly items: readonly NormalizedItem[];
  /** Share of all coverage lines. */
  readonly unalignedShare: number;
  readonly warnings: readonly Warning[];
};

function normalizeItems(
  input: ReadInput,
  labels: LabelIndex,
  { accepted }: Pick<EngineRequest, "accepted">,
): NormalizedItems {
  const chosen = acceptedLabels(accepted);
  const read = input.items.map((item) => normalizeItem(item, labels, chosen));
  const comparable = read.filter(({ facts }) => facts.size > 0);
  const baseline = comparable.find(({ item }) => item.key === input.baselineKey);
  const unaligned = read.flatMap((item) => item.unaligned);
  const lineCount = input.items.reduce((sum, { coverages }) => sum + coverages.length, 0);
  return {
    items: comparable.map((item) => besideBaseline(item, baseline)),
    baseline,
    excluded: read
      .filter(({ facts }) => facts.size === 0)
      .map(({ item }) => ({ key: item.key, reason: "no_comparable_line" })),
    unaligned,
    unalignedShare: unaligned.length / lineCount,
    modelAlignments: read.flatMap((item) => item.modelAlignments),
    warnings: read.flatMap((item) => item.warnings),
  };
}

const causesShownMax = 3;

/** The answer to a failed run has no documents and no warnings: the error says which items are left out, and why. */
function tooFewItems(excluded: NormalizedItems["excluded"], warnings: readonly Warning[]): DeterministicResult {
  const without = excluded.map(({ key }) => `No coverage line was understood of the item "${key}".`);
  const causes = warnings.filter(
    ({ code, path }) => code === "option_not_chosen" || path?.includes(".documents[") === true,
  );
  return {
    status: "failed",
    error: [
      "Fewer than two items have a coverage line that can be compared.",
      ...[...causes.map(({ message }) => message), ...without].slice(0, causesShownMax),
    ].join(" "),
    stage: "normalize",
    code: "too_few_comparable_items",
    warnings,
  };
}

function cutRows(cut: number, { maxRows }: Settings): readonly Warning[] {
  if (cut === 0) return [];
  const message = `${counted(cut, "row")} over the limit of ${counted(maxRows, "row")} ${cut === 1 ? "was" : "were"} left out.`;
  return [{ code: "input_truncated", message, stage: "align", severity: "warning" }];
}

function cutOutput(isTruncated: boolean): readonly Warning[] {
  if (!isTruncated) return [];
  const message = "The result was cut to the size that is stored.";
  return [{ code: "input_truncated", message, stage: "assemble", severity: "warning", path: "provenance.truncated" }];
}

/** Prices and scores of all items against one reference, and their order. */
function scoreItems(
  items: readonly NormalizedItem[],
  baseline: NormalizedItem | undefined,
  { evaluations, rows }: Evaluated,
  scenarios: readonly Scenario[],
  settings: Settings,
): Pick<Assembly, "items" | "ranked" | "priceReference"> {
  const annualized = evaluations.map(({ price }) => price.annualizedCents);
  const priceReference: PriceReference =
    baseline === undefined
      ? { kind: "median_of_items", annualizedCents: median(annualized.filter((cents) => cents !== undefined)) }
      : { kind: "baseline", annualizedCents: annualized[items.indexOf(baseline)] };
  const assembled = evaluations.map((evaluation, index): AssembledItem => {
    const { normalized, price } = evaluation;
    const losses = scenarios.map((scenario) => retainLoss(normalized, scenario));
    const expectedCents = expectedRetained(losses);
    const { annualizedCents } = price;
    const hasCost = expectedCents !== undefined && annualizedCents !== undefined;
    const scored = { ...evaluation, index, annualizedCents };
    return {
      ...evaluation,
      scenarios: losses,
      expectedCents,
      totalCostCents: hasCost ? annualizedCents + expectedCents : undefined,
      score: scoreItem(scored, rows, baseline, priceReference, settings),
    };
  });
  const ranked = rankScores(
    assembled.map(({ score }) => score),
    new Map(assembled.map(({ normalized, totalCostCents }) => [normalized.item.key, totalCostCents])),
  );
  return { items: assembled, ranked, priceReference };
}

/** Scenarios of the input precede configured ones of the same key. They may name a coverage as proposals do. */
function resolveScenarios(settings: Settings, given: readonly Scenario[], labels: LabelIndex): readonly Scenario[] {
  const byKey = new Map(settings.scenarios.map((scenario) => [scenario.key, scenario]));
  for (const scenario of given) byKey.set(scenario.key, scenario);
  return [...byKey.values()]
    .sort((a, b) => byText(a.key, b.key))
    .map((scenario) => ({
      ...scenario,
      coverage: labels.resolve(scenario.line, scenario.coverage, undefined).coverages[0] ?? scenario.coverage,
    }));
}

/** Requirements may name a coverage as proposals do; an unknown one can be neither met nor missed. */
function resolveRequirements(
  requirements: readonly Requirement[],
  labels: LabelIndex,
): { readonly requirements: readonly Requirement[]; readonly unresolved: ReadonlySet<string> } {
  const unresolved = new Set<string>();
  const resolved = requirements.map((requirement) => {
    if (requirement.field === "rating") return requirement;
    const [coverage] = labels.resolve(requirement.line, requirement.coverage, undefined).coverages;
    if (coverage === undefined) unresolved.add(requirement.key);
    return coverage === undefined || coverage === requirement.coverage ? requirement : { ...requirement, coverage };
  });
  return { requirements: resolved, unresolved };
}

/** Share of the facts that scoring needed and found, less those behind unresolved labels. */
function confidenceOf(items: readonly AssembledItem[], unalignedShare: number): number {
  const needed = items.reduce((sum, { score }) => sum + score.factsNeeded, 0);
  const factsPresent = items.reduce((sum, { score }) => sum + score.factsPresent, 0);
  return roundHalfAwayFromZero((needed === 0 ? 1 : factsPresent / needed) * (1 - unalignedShare), 4);
}

/** Label index with an operator's codes, cached per version of the dataset. */
const indexesByDataset = new WeakMap<LabelIndex, { readonly dataset: LoadedDataset; readonly labels: LabelIndex }>();

function labelsWith({ labels, settings }: CompiledComparison, { dataset, codes, aliases }: CoverageTerms): LabelIndex {
  if (dataset === undefined) return labels;
  const cached = indexesByDataset.get(labels);
  if (cached?.dataset.sha256 === dataset.sha256) return cached.labels;
  const extended = buildLabelIndex(settings.lineItems, settings.aliases, { codes, aliases });
  indexesByDataset.set(labels, { dataset, labels: extended });
  return extended;
}
