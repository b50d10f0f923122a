import { EvidenceCollector, type Warning } from "@service/engine-kit";
import { byText, clipped, type JsonObject, roundHalfAwayFromZero } from "@service/json";
import { templateNarrative } from "@service/models";
import type { AssembledItem, Assembly } from "./stages/assembly.ts";
import { type ComparedRow, utilityAtReference } from "./stages/diff-rows.ts";
import {
  checkFinding,
  type DraftFinding,
  type Finding,
  presentFinding,
  requirementFinding,
  rowFinding,
  settleFindings,
} from "./stages/findings.ts";
import { writeHeadline } from "./stages/headline.ts";
import type { CoverageTerms } from "./stages/load.ts";
import { narrate } from "./stages/narrate.ts";
import {
  presentCells,
  presentItem,
  presentModelAlignment,
  presentRow,
  presentSolution,
  presentUnaligned,
} from "./stages/present.ts";
import type { ItemScore } from "./stages/score-items.ts";
import type { CheckKey } from "./codes.ts";

const differencesMax = 50;
const unalignedMax = 500;
const missingMax = 500;
const checkOfAttribute: ReadonlyMap<string, CheckKey> = new Map([
  ["retro_date", "retro_date"],
  ["trigger", "trigger_change"],
  ["valuation", "valuation_drop"],
  ["coinsurance", "coinsurance_up"],
]);

/** CMP-71: matrix, differences, findings, solutions and narrative, each list in a fixed order. */
export function assemble(assembly: Assembly): {
  readonly output: JsonObject;
  readonly solutions: readonly JsonObject[] | undefined;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
} {
  const { input, settings, items, baseline, rows, ranked, priceReference } = assembly;
  const evidence = new EvidenceCollector();
  const { findings, cut } = settleFindings(draftFindings(assembly), evidence);
  const findingsOf = new Map<string, Finding[]>();
  for (const finding of findings) {
    const list = findingsOf.get(finding.itemKey);
    if (list === undefined) findingsOf.set(finding.itemKey, [finding]);
    else list.push(finding);
  }
  const differing = rows
    .map((row) => ({ row, impact: impactOf(row) }))
    .filter(({ row }) => row.differences.some(({ material }) => material))
    .sort(
      (a, b) =>
        b.impact - a.impact || Number(b.row.critical) - Number(a.row.critical) || byText(a.row.rowKey, b.row.rowKey),
    );
  // Differences first: the most important rows keep their evidence when it runs out.
  const cells = new Map<string, readonly JsonObject[]>();
  for (const { row } of differing) cells.set(row.rowKey, presentCells(row, items, baseline, evidence));
  const cellsOf = (row: ComparedRow): readonly JsonObject[] =>
    cells.get(row.rowKey) ?? presentCells(row, items, baseline, evidence);
  const matrixRows = rows.map((row): JsonObject => ({
    ...presentRow(row, cellsOf(row)),
    direction: row.direction,
    weight: row.weight,
    reference: row.referenceKind,
  }));

  const annualized = new Map(items.map(({ normalized, price }) => [normalized.item.key, price.annualizedCents]));
  const [cheapest] = [...annualized].sort(([a, x], [b, y]) => x - y || byText(a, b));
  const headline = writeHeadline({
    ranked: settings.ranking.enabled ? ranked : byPrice(ranked, annualized),
    isRanked: settings.ranking.enabled,
    items: items.map(({ normalized }) => normalized.item),
    baselineKey: baseline?.item.key,
    annualizedCents: annualized,
    cheapestKey: cheapest?.[0] ?? "",
    rows,
  });
  const presentedItems = items.map((item) =>
    presentItem(item, findingsOf.get(item.normalized.item.key) ?? [], evidence),
  );
  const solutions = settings.ranking.enabled
    ? ranked.map((score, index) => presentSolution(score, index + 1, assembly, findingsOf.get(score.key) ?? []))
    : undefined;
  const sentences = narrate(
    assembly,
    headline,
    differing.map(({ row }) => row),
    cellsOf,
    findings,
    evidence,
  );
  const best = ranked[0];
  const scores = items.map(({ score }) => score);
  const missing = scores.flatMap((score) => score.missing);
  const isTruncated = assembly.isCut || cut > 0 || evidence.isTruncated;
  const output: JsonObject = {
    schema_version: 1,
    engine_type: "comparison",
    as_of: input.asOf,
    subject: {
      kind: input.subject.clientKey === undefined ? "subject" : "client",
      key: input.subject.clientKey ?? input.subject.key,
      label: input.subject.label,
    },
    headline,
    currency: input.currency,
    summary: {
      item_count: items.length,
      row_count: rows.length,
      material_differences: differing.length,
      best_key: settings.ranking.enabled && best?.eligible === true ? best.key : null,
      cheapest_key: cheapest?.[0] ?? null,
      price_reference: priceReference.kind,
      weights: { ...settings.ranking.weights },
    },
    items: presentedItems,
    excluded_items: assembly.excluded.map(({ key, reason }) => ({ key, reason })),
    matrix: { rows: matrixRows },
    differences: differing.slice(0, differencesMax).map(({ row, impact }): JsonObject => ({
      ...presentRow(row, cellsOf(row)),
      impact: roundHalfAwayFromZero(impact, 2),
    })),
    unaligned: assembly.unaligned.slice(0, unalignedMax).map(presentUnaligned),
    model_alignments: assembly.modelAlignments.map(presentModelAlignment),
    findings: findings.map(presentFinding),
    evidence: evidence.list(),
    quality: {
      confidence: assembly.confidence,
      facts_known: scores.reduce((sum, score) => sum + score.factsKnown, 0),
      facts_needed: scores.reduce((sum, score) => sum + score.factsNeeded, 0),
      missing: missing.slice(0, missingMax).map((path) => clipped(path, 200)),
    },
    narrative: templateNarrative(sentences),
    provenance: {
      pack: assembly.pack,
      datasets: presentDatasets(assembly.terms),
      heads: null,
      truncated: isTruncated,
    },
  };
  const warnings: Warning[] = [];
  if (cut > 0 || evidence.isTruncated) {
    warnings.push({
      code: "input_truncated",
      message:
        cut > 0
          ? `${cut} findings of lesser severity were left out`
          : "the output cites as much evidence as it may carry",
      stage: "assemble",
      severity: "warning",
    });
  }
  return { output, solutions, findings, warnings };
}

function draftFindings({ items, baseline, rows }: Assembly): readonly DraftFinding[] {
  const drafts: DraftFinding[] = [];
  for (const [index, { normalized, requirements, hits }] of items.entries()) {
    for (const result of requirements) {
      const draft = requirementFinding(result, normalized);
      if (draft !== undefined) drafts.push(draft);
    }
    for (const hit of hits) drafts.push(checkFinding(hit.check, hit));
    if (normalized === baseline) continue;
    for (const row of rows) {
      const difference = row.differences[index];
      const cell = row.cells[index];
      if (difference === undefined || cell === undefined || isCoveredByCheck(row, hits)) continue;
      const draft = rowFinding(row, difference, normalized, cell, baseline);
      if (draft !== undefined) drafts.push(draft);
    }
  }
  return drafts;
}

/** A check about the same row says more than its difference. */
function isCoveredByCheck(row: ComparedRow, hits: AssembledItem["hits"]): boolean {
  const check = row.coverage === "wind_hail_deductible" ? "wind_hail_percent" : checkOfAttribute.get(row.attribute);
  return check !== undefined && hits.some((hit) => hit.check === check && hit.suffix === row.pair);
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

function presentDatasets({ dataset }: CoverageTerms): readonly JsonObject[] {
  return dataset === undefined
    ? []
    : [{ dataset_key: dataset.datasetKey, version: dataset.version, sha256: dataset.sha256 }];
}

function byPrice(scores: readonly ItemScore[], annualized: ReadonlyMap<string, number>): readonly ItemScore[] {
  return [...scores].sort(
    (a, b) => (annualized.get(a.key) ?? 0) - (annualized.get(b.key) ?? 0) || byText(a.key, b.key),
  );
}
