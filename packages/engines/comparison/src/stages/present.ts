import type { Cell, MatrixRow, ModelAlignmentRow, OutputItem, OutputRow, Solution, UnalignedRow } from "../output.ts";
import { type EvidenceCollector, evidenceMax, type EvidenceSource, fromCents, moneyInWords } from "@service/engine-kit";
import { byText, clipped, roundHalfAwayFromZero } from "@service/json";
import type { AssembledItem, Assembly } from "./assembly.ts";
import type { ComparedRow } from "./diff-rows.ts";
import type { CellValue } from "./cells.ts";
import { coverageEvidence, itemEvidence } from "./evidence-sources.ts";
import type { Finding } from "./draft-finding.ts";
import { attributeInWords, coverageInWords, offerName, rowLabel } from "./in-words.ts";
import type { ModelAlignment, NormalizedItem, UnalignedLine } from "./normalize.ts";
import { requirementEvidence } from "./requirement-findings.ts";
import { cellEvidence } from "./row-findings.ts";
import type { ItemScore } from "./score-items.ts";

const listedMax = 10;
const resultOf = { true: "pass", false: "fail", unknown: "unknown" } as const;

/** What the price of an item rests on. */
export function premiumEvidence({ normalized, price }: AssembledItem): EvidenceSource {
  return itemEvidence(normalized.item, "premium", {
    base: fromCents(normalized.item.premium.baseCents),
    total: moneyOrNull(price.totalCents),
    annualized: moneyOrNull(price.annualizedCents),
  });
}

/** The members that a matrix row and a difference share. */
export function presentRow(row: ComparedRow, cells: readonly Cell[]): OutputRow {
  return {
    row_key: row.rowKey,
    line: row.line,
    coverage: row.coverage,
    attribute: row.attribute,
    label: rowLabel(row.line, row.coverage, row.attribute),
    critical: row.critical,
    cells,
  };
}

export function presentMatrixRow(row: ComparedRow, cells: readonly Cell[]): MatrixRow {
  return { ...presentRow(row, cells), direction: row.direction, weight: row.weight, reference: row.referenceKind };
}

export function presentCells(
  row: ComparedRow,
  items: readonly AssembledItem[],
  baseline: NormalizedItem | undefined,
  evidence: EvidenceCollector,
): readonly Cell[] {
  return items.flatMap(({ normalized }, index): Cell[] => {
    const cell = row.cells[index];
    const difference = row.differences[index];
    if (cell === undefined || difference === undefined) return [];
    const { deltaAbs, deltaRel, material, status } = difference;
    const isMoney = cell.state === "stated" && cell.unit === "cents";
    const isShown = deltaAbs !== undefined && deltaAbs !== 0;
    return [
      {
        key: normalized.item.key,
        value: cell.value,
        ...(cell.state === "stated" && cell.display !== undefined ? { display: cell.display } : {}),
        ...(cell.via === undefined ? {} : { via: cell.via }),
        status,
        ...(isShown ? { delta_abs: isMoney ? fromCents(deltaAbs) : roundHalfAwayFromZero(deltaAbs, 4) } : {}),
        ...(isShown && deltaRel !== undefined ? { delta_rel: roundHalfAwayFromZero(deltaRel, 4) } : {}),
        material,
        evidence_ids: evidence.addAll(
          material ? cellEvidence(row, normalized, cell, baseline) : documentEvidence(row, normalized, cell, evidence),
        ),
      },
    ];
  });
}

/** What a document states stands in evidence even where it differs from nothing, while there is room (CMP-115). */
function documentEvidence(
  row: ComparedRow,
  { item, find }: NormalizedItem,
  cell: CellValue,
  evidence: EvidenceCollector,
): readonly EvidenceSource[] {
  const { fact } = find(row.line, row.coverage);
  if (fact?.excerpt === undefined || cell.state !== "stated" || evidence.list().length > evidenceMax / 2) return [];
  return [coverageEvidence(item, fact, row.attribute, cell.value)];
}

export function presentItem(
  item: AssembledItem,
  findings: readonly Finding[],
  evidence: EvidenceCollector,
): OutputItem {
  const { normalized, price, requirements, scenarios, expectedCents, totalCostCents, score } = item;
  const { key, kind, label, carrierName } = normalized.item;
  return {
    key,
    kind,
    label,
    carrier_name: carrierName,
    eligible: score.eligible,
    totals: {
      premium: moneyOrNull(price.totalCents),
      annualized: moneyOrNull(price.annualizedCents),
      expected_retained: moneyOrNull(expectedCents),
      total_cost_of_risk: moneyOrNull(totalCostCents),
    },
    rates: price.rates.map(({ basis, exposure, rateCents, per }) => ({
      basis,
      exposure,
      per,
      rate: roundHalfAwayFromZero(rateCents / 100, 4),
    })),
    requirement_results: requirements.map((result) => ({
      key: result.requirement.key,
      mandatory: result.requirement.mandatory,
      result: resultOf[result.truth],
      actual: result.actual,
      evidence_ids: evidence.addAll([requirementEvidence(result, normalized)]),
    })),
    scenario_results: scenarios.map(({ scenario, covered, retainedCents, expectedCents: expected }) => ({
      key: scenario.key,
      label: scenario.label,
      covered,
      retained: moneyOrNull(retainedCents),
      expected: moneyOrNull(expected),
    })),
    finding_keys: findings.map(({ findingKey }) => findingKey),
    evidence_ids: evidence.addAll([premiumEvidence(item)]),
  };
}

export function presentSolution(
  score: ItemScore,
  rank: number,
  assembly: Assembly,
  findings: readonly Finding[],
): Solution {
  const { items, rows } = assembly;
  const index = items.findIndex(({ normalized }) => normalized.item.key === score.key);
  const scored = score.dimensions.filter(({ utility }) => utility !== undefined);
  const weight = scored.reduce((sum, part) => sum + part.weight, 0);
  const strengths = rows.flatMap((row) => {
    const difference = row.differences[index];
    if (difference?.material !== true || (difference.status !== "better" && difference.status !== "added")) return [];
    const what = coverageInWords(row.line, row.coverage);
    const text =
      difference.status === "added"
        ? `It adds ${what}`
        : row.cells[index]?.state === "absent"
          ? `It has no ${what}`
          : `It has a better ${attributeInWords(row.line, row.coverage, row.attribute)}`;
    return [{ impact: row.weight, text }];
  });
  const price = score.dimensions.find(({ dimension }) => dimension === "price");
  const isCheaper = price?.utility !== undefined && isBelowReference(assembly, index);
  const name = offerName(items[index]?.normalized.item ?? { label: "", carrierName: "", kind: "quote" });
  return {
    rank,
    solution_key: score.key,
    score: score.score,
    eligible: score.eligible,
    breakdown: score.dimensions.map(({ dimension, weight: own, utility, because }) => ({
      dimension,
      weight: own,
      utility: utility === undefined ? null : roundHalfAwayFromZero(utility, 4),
      contribution:
        utility === undefined || weight === 0 ? 0 : roundHalfAwayFromZero((100 * own * utility) / weight, 1),
      because: clipped(because, 300),
    })),
    strengths: [
      ...(isCheaper ? [savingInWords(assembly, index)] : []),
      ...strengths.sort((a, b) => b.impact - a.impact || byText(a.text, b.text)).map(({ text }) => text),
    ]
      .slice(0, listedMax)
      .map((text) => clipped(text, 300)),
    concerns: findings.slice(0, listedMax).map(({ title }) => clipped(itsTitle(title, name), 300)),
  };
}

/** "It has no cyber coverage": the title of a finding without the name that stands above the list. */
export function itsTitle(title: string, name: string, subject = "It"): string {
  return title.startsWith(`${name} `) ? `${subject}${title.slice(name.length)}` : title;
}

function savingInWords({ items, priceReference, input }: Assembly, index: number): string {
  const cents = (priceReference.annualizedCents ?? 0) - (items[index]?.price.annualizedCents ?? 0);
  const money = moneyInWords(Math.round(cents) / 100, input.currency);
  // Nobody pays a median: only the premium that an offer replaces can be saved.
  return priceReference.kind === "baseline"
    ? `It saves ${money} a year`
    : `It costs ${money} a year less than the median of the offers`;
}

function isBelowReference({ items, priceReference }: Assembly, index: number): boolean {
  const price = items[index]?.price.annualizedCents;
  return price !== undefined && price < (priceReference.annualizedCents ?? 0);
}

export function presentModelAlignment({
  itemKey,
  line,
  coverage,
  label,
  alignedTo,
}: ModelAlignment): ModelAlignmentRow {
  return {
    item_key: itemKey,
    line,
    coverage: clipped(coverage, 128),
    ...(label === undefined ? {} : { label: clipped(label, 160) }),
    aligned_to: alignedTo,
    source: "model",
  };
}

export function presentUnaligned({ labelId, itemKey, line, coverage, label, candidates }: UnalignedLine): UnalignedRow {
  return {
    label_id: labelId,
    item_key: itemKey,
    line,
    coverage: clipped(coverage, 128),
    ...(label === undefined ? {} : { label: clipped(label, 160) }),
    candidates: candidates.map((candidate) => ({
      coverage: candidate.coverage,
      similarity: roundHalfAwayFromZero(candidate.similarity, 4),
    })),
  };
}

function moneyOrNull(cents: number | undefined): number | null {
  return cents === undefined ? null : fromCents(cents);
}
