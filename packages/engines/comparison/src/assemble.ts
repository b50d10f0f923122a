import type { Cell, ComparisonOutput, Provenance, Solution } from "./output.ts";
import { counted, EvidenceCollector, type Warning } from "@service/engine-kit";
import { byText, clipped, dateOf, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative } from "@service/models";
import { adviseOn } from "./stages/advice.ts";
import type { AssembledItem, Assembly } from "./stages/assembly.ts";
import { type ComparedRow, utilityAtReference } from "./stages/diff-rows.ts";
import type { Finding } from "./stages/draft-finding.ts";
import { draftFindings } from "./stages/draft-findings.ts";
import { presentFinding, settleFindings } from "./stages/findings.ts";
import { doubtfulPlaces } from "./stages/documents/item-documents.ts";
import { presentDocuments } from "./stages/documents/present-documents.ts";
import { focalKey, type HeadlineFacts, writeHeadline } from "./stages/headline.ts";
import type { NormalizedItem } from "./stages/normalize.ts";
import { narrate } from "./stages/narrate.ts";
import {
  presentCells,
  presentItem,
  presentMatrixRow,
  presentModelAlignment,
  presentRow,
  presentSolution,
  presentUnaligned,
} from "./stages/present.ts";
import type { ItemScore } from "./stages/score-items.ts";

const differencesMax = 50;
const unalignedMax = 500;
const missingMax = 500;

export type Assembled = {
  readonly output: ComparisonOutput;
  readonly solutions: readonly Solution[] | undefined;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
};

type DifferingRow = { readonly row: ComparedRow; readonly impact: number };

/** CMP-71: matrix, differences, findings, solutions and narrative, each list in a fixed order. */
export function assemble(assembly: Assembly): Assembled {
  const { input, settings, items, rows, ranked } = assembly;
  const evidence = new EvidenceCollector();
  const { findings, cut } = settleFindings(draftFindings(assembly), evidence);
  const findingsOf = byItem(findings);
  const differing = differingRows(rows);
  const cellsOf = presentedCells(assembly, differing, evidence);
  const matrix = { rows: rows.map((row) => presentMatrixRow(row, cellsOf(row))) };
  const cheapestKey = cheapestOf(items);
  const headed = headedBy(assembly, cheapestKey, findings);
  const presentedItems = items.map((item) => presentItem(item, findingsOf(item.normalized.item.key), evidence));
  const solutions = settings.ranking.enabled
    ? ranked.map((score, index) => presentSolution(score, index + 1, assembly, findingsOf(score.key)))
    : undefined;
  const sentences = narrate(
    assembly,
    headed,
    differing.map(({ row }) => row),
    cellsOf,
    findings,
    evidence,
  );
  const output: ComparisonOutput = {
    schema_version: 1,
    engine_type: "comparison",
    as_of: input.asOf,
    subject: {
      kind: input.subject.clientKey === undefined ? "subject" : "client",
      key: input.subject.clientKey ?? input.subject.key,
      label: input.subject.label,
    },
    headline: writeHeadline(headed),
    currency: input.currency,
    summary: summaryOf(assembly, differing.length, cheapestKey),
    items: presentedItems,
    excluded_items: assembly.excluded.map(({ key, reason }) => ({ key, reason })),
    matrix,
    differences: differing.slice(0, differencesMax).map(({ row, impact }) => ({
      ...presentRow(row, cellsOf(row)),
      impact: roundHalfAwayFromZero(impact, 2),
    })),
    unaligned: assembly.unaligned.slice(0, unalignedMax).map(presentUnaligned),
    ...presentDocuments(input.documentItems),
    model_alignments: assembly.modelAlignments.map(presentModelAlignment),
    findings: findings.flatMap((finding) => {
      const item = items.find(({ normalized }) => normalized.item.key === finding.itemKey);
      return item === undefined ? [] : [presentFinding(finding, item.normalized.item, dateOf(input.asOf) ?? "")];
    }),
    evidence: evidence.list(),
    quality: qualityOf(assembly),
    narrative: templateNarrative(sentences),
    provenance: {
      pack: assembly.pack,
      datasets: presentDatasets(assembly),
      heads: null,
      truncated: assembly.isCut || cut > 0 || evidence.isTruncated,
    },
  };
  return { output, solutions, findings, warnings: cutWarnings(cut, evidence) };
}

function byItem(findings: readonly Finding[]): (itemKey: string) => readonly Finding[] {
  const lists = new Map<string, Finding[]>();
  for (const finding of findings) {
    const list = lists.get(finding.itemKey);
    if (list === undefined) lists.set(finding.itemKey, [finding]);
    else list.push(finding);
  }
  return (itemKey) => lists.get(itemKey) ?? [];
}

/** Rows with a material difference, those of the greatest impact first. */
function differingRows(rows: readonly ComparedRow[]): readonly DifferingRow[] {
  return rows
    .map((row) => ({ row, impact: impactOf(row) }))
    .filter(({ row }) => row.differences.some(({ material }) => material))
    .sort(
      (a, b) =>
        b.impact - a.impact || Number(b.row.critical) - Number(a.row.critical) || byText(a.row.rowKey, b.row.rowKey),
    );
}

/** The cells of a row. Differences first: the most important rows keep their evidence when it runs out. */
function presentedCells(
  { items, baseline }: Assembly,
  differing: readonly DifferingRow[],
  evidence: EvidenceCollector,
): (row: ComparedRow) => readonly Cell[] {
  const cells = new Map<string, readonly Cell[]>();
  for (const { row } of differing) cells.set(row.rowKey, presentCells(row, items, baseline, evidence));
  return (row) => cells.get(row.rowKey) ?? presentCells(row, items, baseline, evidence);
}

/** What headline, advice and narrative are written from. */
function headedBy(
  { settings, items, baseline, rows, ranked, excluded }: Assembly,
  cheapestKey: string | undefined,
  findings: readonly Finding[],
): HeadlineFacts {
  const annualizedCents = new Map(
    items.flatMap(({ normalized, price: { annualizedCents: cents } }) =>
      cents === undefined ? [] : [[normalized.item.key, cents] as const],
    ),
  );
  const order = settings.ranking.enabled ? ranked : byPrice(ranked, annualizedCents);
  const unaligned = new Map(items.map(({ normalized }) => [normalized.item.key, unreadOf(normalized)]));
  const focal = focalKey({ ranked: order, baselineKey: baseline?.item.key });
  const index = items.findIndex(({ normalized }) => normalized.item.key === focal);
  const offer = items[index];
  const advised =
    offer === undefined || (baseline === undefined && !settings.ranking.enabled)
      ? undefined
      : {
          item: offer.normalized.item,
          index,
          isEligible: offer.score.eligible,
          hasBaseline: baseline !== undefined,
          rows,
          findings,
          annualizedCents: offer.price.annualizedCents,
          beforeCents: annualizedCents.get(baseline?.item.key ?? ""),
          leftOut: excluded.length,
          unread: (unaligned.get(focal ?? "") ?? 0) + (unaligned.get(baseline?.item.key ?? "") ?? 0),
        };
  return {
    ranked: order,
    isRanked: settings.ranking.enabled,
    items: items.map(({ normalized }) => normalized.item),
    baselineKey: baseline?.item.key,
    annualizedCents,
    cheapestKey,
    rows,
    findings,
    unaligned,
    advice: advised === undefined ? undefined : adviseOn(advised),
  };
}

/** Lines of an item that were not understood, in what the caller states and in its documents (CMP-91). */
function unreadOf({ item, unaligned }: NormalizedItem): number {
  return unaligned.length + (item.documents === undefined ? 0 : doubtfulPlaces(item.documents).length);
}

function cheapestOf(items: readonly AssembledItem[]): string | undefined {
  const [cheapest] = items
    .flatMap(({ normalized, price: { annualizedCents: cents } }) =>
      cents === undefined ? [] : [{ key: normalized.item.key, cents }],
    )
    .sort((a, b) => a.cents - b.cents || byText(a.key, b.key));
  return cheapest?.key;
}

function summaryOf(
  { settings, items, rows, ranked: [best], priceReference }: Assembly,
  differences: number,
  cheapestKey: string | undefined,
): ComparisonOutput["summary"] {
  return {
    item_count: items.length,
    row_count: rows.length,
    material_differences: differences,
    best_key: settings.ranking.enabled && best?.eligible === true ? best.key : null,
    cheapest_key: cheapestKey ?? null,
    price_reference: priceReference.kind,
    weights: { ...settings.ranking.weights },
  };
}

function qualityOf({ items, confidence }: Assembly): ComparisonOutput["quality"] {
  const scores = items.map(({ score }) => score);
  const missing = scores.flatMap((score) => score.missing);
  return {
    confidence,
    facts_known: scores.reduce((sum, score) => sum + score.factsPresent, 0),
    facts_needed: scores.reduce((sum, score) => sum + score.factsNeeded, 0),
    missing: missing.slice(0, missingMax).map((path) => clipped(path, 200)),
  };
}

function cutWarnings(cut: number, evidence: EvidenceCollector): readonly Warning[] {
  if (cut === 0 && !evidence.isTruncated) return [];
  const message =
    cut > 0
      ? `${counted(cut, "finding")} of lesser severity ${cut === 1 ? "was" : "were"} left out.`
      : "The result cites as much evidence as it may carry.";
  return [{ code: "input_truncated", message, stage: "assemble", severity: "warning" }];
}

/** Weight times the greatest distance of any item's utility from the reference's own (CMP-39). */
function impactOf(row: ComparedRow): number {
  let greatest = 0;
  for (const { material, utility } of row.differences) {
    if (!material || utility === undefined) continue;
    greatest = Math.max(greatest, Math.abs(utility - utilityAtReference));
  }
  return row.weight * greatest;
}

function presentDatasets({ terms, datasets }: Assembly): Provenance["datasets"] {
  return [...(terms.dataset === undefined ? [] : [terms.dataset]), ...datasets]
    .sort((a, b) => byText(a.datasetKey, b.datasetKey))
    .map(({ datasetKey, version, sha256 }) => ({ dataset_key: datasetKey, version, sha256 }));
}

function byPrice(scores: readonly ItemScore[], annualized: ReadonlyMap<string, number>): readonly ItemScore[] {
  const cost = ({ key }: ItemScore): number => annualized.get(key) ?? Number.MAX_VALUE;
  return [...scores].sort((a, b) => cost(a) - cost(b) || byText(a.key, b.key));
}
