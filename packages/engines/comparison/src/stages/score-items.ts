import { counted, listInWords, moneyInWords, percentInWords, piecewise, type Severity } from "@service/engine-kit";
import { byText, roundHalfAwayFromZero } from "@service/json";
import { cellOfValue } from "./cells.ts";
import type { RequirementResult } from "./check-requirements.ts";
import type { CheckHit } from "./checks/index.ts";
import { type CellStatus, type Dimension, dimensions } from "../codes.ts";
import { compareCells, type ComparedRow } from "./diff-rows.ts";
import type { Item } from "./item.ts";
import type { NormalizedItem } from "./normalize.ts";
import type { Settings } from "../settings.ts";

export type PriceReference = {
  readonly kind: "baseline" | "median_of_items";
  /** `undefined` where no premium is stated. */
  readonly annualizedCents: number | undefined;
};

type DimensionScore = {
  readonly dimension: Dimension;
  readonly weight: number;
  /** `undefined`: unknown; the dimension is left out of the score. */
  readonly utility: number | undefined;
  readonly because: string;
};

export type ItemScore = {
  readonly key: string;
  readonly eligible: boolean;
  /** 0..100, one decimal. */
  readonly score: number;
  readonly dimensions: readonly DimensionScore[];
  /** Whether the coverage could be judged, and most of the facts and weights of the score are known. */
  readonly hasScore: boolean;
  readonly factsNeeded: number;
  readonly factsPresent: number;
  /** Paths of the facts that scoring this item would have needed. */
  readonly missing: readonly string[];
};

/** What a structural finding costs the terms; the sum is capped at 1 (CMP-65). */
const severityCost: Readonly<Record<Severity, number>> = { info: 0, low: 0.05, medium: 0.1, high: 0.25, critical: 0.5 };

export type ScoredItem = {
  readonly normalized: NormalizedItem;
  /** Position among the items and of the item's cells. */
  readonly index: number;
  readonly annualizedCents: number | undefined;
  readonly requirements: readonly RequirementResult[];
  readonly hits: readonly CheckHit[];
};

/**
 * CMP-62, CMP-66: the score of one item. Every utility compares with a fixed reference (a requirement, else the
 * baseline, else a configured value), never with the other items: adding an item must not reorder the others (rank
 * reversal).
 */
export function scoreItem(
  scored: ScoredItem,
  rows: readonly ComparedRow[],
  baseline: NormalizedItem | undefined,
  priceReference: PriceReference,
  settings: Settings,
): ItemScore {
  const { normalized, annualizedCents, requirements, hits } = scored;
  const coverage = coverageUtility(scored, rows, baseline);
  const { weights, priceUtility, ratingUtility } = settings.ranking;
  const judged: Readonly<Record<Dimension, Pick<DimensionScore, "utility" | "because">>> = {
    coverage,
    price: priceOf(normalized.item, annualizedCents, priceReference, priceUtility),
    terms: termsOf(hits),
    carrier: carrierOf(normalized.item, ratingUtility),
  };
  const parts = dimensions.map((dimension) => ({ dimension, weight: weights[dimension], ...judged[dimension] }));
  const withUtility = parts.filter((part) => part.utility !== undefined);
  const weight = withUtility.reduce((sum, part) => sum + part.weight, 0);
  const reached = withUtility.reduce((sum, part) => sum + part.weight * (part.utility ?? 0), 0);
  return {
    key: normalized.item.key,
    eligible: !requirements.some(({ requirement, truth }) => requirement.mandatory && truth === "false"),
    score: weight === 0 ? 0 : roundHalfAwayFromZero((100 * reached) / weight, 1),
    dimensions: parts,
    hasScore:
      2 * weight > parts.reduce((sum, part) => sum + part.weight, 0) &&
      (weights.coverage === 0 || coverage.utility !== undefined) &&
      2 * coverage.missing.length < Math.max(1, coverage.needed),
    factsNeeded: coverage.needed,
    factsPresent: coverage.needed - coverage.missing.length,
    missing: coverage.missing,
  };
}

/** Eligible first, then by score, then by total cost of risk (unknown last), then by key. */
export function rankScores(
  scores: readonly ItemScore[],
  totalCostCents: ReadonlyMap<string, number | undefined>,
): readonly ItemScore[] {
  const cost = (score: ItemScore): number => totalCostCents.get(score.key) ?? Number.MAX_VALUE;
  return [...scores].sort(
    (a, b) => Number(b.eligible) - Number(a.eligible) || b.score - a.score || cost(a) - cost(b) || byText(a.key, b.key),
  );
}

type CoverageScore = Pick<DimensionScore, "utility" | "because"> & {
  readonly needed: number;
  readonly missing: readonly string[];
};

function coverageUtility(
  { normalized, index, requirements }: ScoredItem,
  rows: readonly ComparedRow[],
  baseline: NormalizedItem | undefined,
): CoverageScore {
  const { key } = normalized.item;
  const missing: string[] = [];
  const counts = new Map<CellStatus, number>();
  let needed = 0;
  let weighed = 0;
  let reached = 0;
  const count = (weight: number, utility: number | undefined, path: string): void => {
    if (weight <= 0) return;
    needed += 1;
    if (utility === undefined) {
      missing.push(path);
      return;
    }
    weighed += weight;
    reached += weight * utility;
  };
  for (const { requirement, utility } of requirements) {
    count(
      requirement.weight,
      utility,
      `items[${key}].${requirement.line}/${requirement.coverage}/${requirement.field}`,
    );
  }
  for (const row of rows) {
    // The requirement is the reference of its row and is already counted with its own weight.
    if (row.requirements.length > 0) continue;
    const reference = isStatedBy(baseline, row) ? undefined : cellOfValue(row.lineItem?.reference, row.attribute);
    if (reference === undefined && !isStatedBy(baseline, row)) continue;
    const cell = row.cells[index];
    const difference =
      reference === undefined || cell === undefined ? row.differences[index] : compareCells(row, reference, cell);
    if (difference === undefined) continue;
    counts.set(difference.status, (counts.get(difference.status) ?? 0) + 1);
    count(row.weight, difference.utility, `items[${key}].${row.rowKey}`);
  }
  const because = [...requirementsInWords(requirements), ...comparedInWords(counts)].join(". ");
  return {
    utility: weighed === 0 ? undefined : reached / weighed,
    because: because === "" ? "There is nothing to compare the coverage with" : because,
    needed,
    missing,
  };
}

function requirementsInWords(requirements: readonly RequirementResult[]): readonly string[] {
  if (requirements.length === 0) return [];
  const met = requirements.filter(({ truth }) => truth === "true").length;
  if (requirements.length === 1) return [met === 1 ? "It meets the requirement" : "It does not meet the requirement"];
  const all = counted(requirements.length, "requirement");
  return [`It meets ${met === 0 ? "none" : met === requirements.length ? "each" : met} of ${all}`];
}

const statusWords: Readonly<Record<CellStatus, string>> = {
  same: "the same",
  better: "better",
  worse: "worse",
  missing: "missing",
  added: "added",
  unknown: "not known",
};

/** "Of the values compared, 12 are the same, 2 are worse and 1 is missing". */
function comparedInWords(counts: ReadonlyMap<CellStatus, number>): readonly string[] {
  const parts = (["same", "better", "worse", "missing", "added", "unknown"] as const).flatMap((status) => {
    const count = counts.get(status);
    return count === undefined ? [] : [`${count} ${count === 1 ? "is" : "are"} ${statusWords[status]}`];
  });
  return parts.length === 0 ? [] : [`Of the values compared, ${listInWords(parts)}`];
}

/** Whether the baseline gives the row a reference. Values that only other items state are shown and not scored. */
function isStatedBy(baseline: NormalizedItem | undefined, row: ComparedRow): boolean {
  const fact = baseline?.find(row.line, row.coverage).fact;
  if (fact === undefined) return false;
  return row.attribute === "included" || row.reference.state === "stated";
}

function priceOf(
  { currency }: Item,
  annualizedCents: number | undefined,
  reference: PriceReference,
  points: Settings["ranking"]["priceUtility"],
): Pick<DimensionScore, "utility" | "because"> {
  const name = reference.kind === "baseline" ? "the premium that it is compared with" : "the median of the offers";
  if (annualizedCents === undefined) return { utility: undefined, because: "Its premium is not stated" };
  if (reference.annualizedCents === undefined || reference.annualizedCents <= 0) {
    return { utility: undefined, because: "There is no premium to compare the price with" };
  }
  const ratio = annualizedCents / reference.annualizedCents;
  const annual = moneyInWords(roundHalfAwayFromZero(annualizedCents, 0) / 100, currency);
  return {
    utility: piecewise(points, ratio),
    because: `Its premium of ${annual} a year is ${priceDifference(annualizedCents, reference.annualizedCents, currency)} ${name}`,
  };
}

/** "$1,010.96 (11.4 %) less than" (WORD-11). */
function priceDifference(cents: number, reference: number, currency: string): string {
  const difference = Math.round(Math.abs(cents - reference));
  if (difference === 0) return "the same as";
  const share = percentInWords(difference / reference);
  return `${moneyInWords(difference / 100, currency)} (${share}) ${cents < reference ? "less" : "more"} than`;
}

function termsOf(hits: readonly CheckHit[]): Pick<DimensionScore, "utility" | "because"> {
  const costing = hits.filter((hit) => !hit.isUnknown && severityCost[hit.severity] > 0);
  // Integer hundredths: 0.05 and 0.1 do not add exactly, and the order of the findings must not matter.
  const cost = costing.reduce((sum, hit) => sum + Math.round(severityCost[hit.severity] * 100), 0);
  const open = hits.filter((hit) => hit.isUnknown).length;
  return {
    utility: 1 - Math.min(100, cost) / 100,
    because:
      costing.length > 0
        ? `The checks of its terms report ${counted(costing.length, "finding")}`
        : open > 0
          ? `The checks of its terms ask for ${counted(open, "missing fact")}`
          : "The checks of its terms have nothing to report",
  };
}

function carrierOf(
  { rating }: Item,
  utilities: Settings["ranking"]["ratingUtility"],
): Pick<DimensionScore, "utility" | "because"> {
  if (rating === undefined) return { utility: undefined, because: "The rating of its carrier is not stated" };
  // A rating below those listed is worth as much as the lowest listed one.
  const utility = utilities.get(rating) ?? Math.min(1, ...utilities.values());
  return {
    utility: utilities.size === 0 ? undefined : utility,
    because: rating === "NR" ? "Its carrier is not rated" : `Its carrier is rated ${rating}`,
  };
}
