import { type AutoLimit, combinedEquivalent, compareAutoLimits } from "@service/engine-kit";
import type { CellStatus, ReferenceKind } from "../codes.ts";
import { byText, type Json } from "@service/json";
import { type AlignedRow, unconfiguredMateriality } from "./align-rows.ts";
import { cellOfValue, type CellValue, partsLost } from "./cells.ts";
import { isBurden } from "./item.ts";

export type CellDifference = {
  readonly status: CellStatus;
  /** In the unit of the row: cents, hours, days, ratio. */
  readonly deltaAbs: number | undefined;
  readonly deltaRel: number | undefined;
  readonly material: boolean;
  /** 0..1 against the reference of this row; `undefined` when unknown. */
  readonly utility: number | undefined;
};

export type ComparedRow = AlignedRow & {
  readonly reference: CellValue;
  readonly referenceKind: ReferenceKind;
  readonly differences: readonly CellDifference[];
};

/** What an endorsement without a stated limit is worth of the coverage that it stands for. */
const partialShare = 0.5;

/** Utility of the reference's own value: leaves room above for better values. */
export const utilityAtReference = 0.7;

/**
 * CMP-31: compares every cell with the baseline, else the requirement, else the most frequent value of the row.
 * `baselineIndex` is the position of the baseline among the items.
 */
export function diffRow(row: AlignedRow, baselineIndex: number | undefined): ComparedRow {
  const baseline = baselineIndex === undefined ? undefined : row.cells[baselineIndex];
  const required = baseline === undefined ? requiredCell(row) : undefined;
  const reference = baseline ?? required ?? mostFrequent(row.cells);
  return {
    ...row,
    reference,
    referenceKind: baseline !== undefined ? "baseline" : required !== undefined ? "requirement" : "most_frequent",
    differences: row.cells.map((cell) => compareCells(row, reference, cell)),
  };
}

/** One cell against a reference, by the direction and the thresholds of its row. */
export function compareCells(row: AlignedRow, reference: CellValue, cell: CellValue): CellDifference {
  const status = statusOf(row, reference, cell);
  const deltas = deltasOf(reference, cell);
  // The rows of a split limit tell one difference from a combined one once, in the row of each accident.
  const isRepeated = autoLimits(reference, cell) !== undefined && repeatedParts.has(row.coverage);
  const material = !isRepeated && isMaterial(row, status, reference, cell, deltas);
  return { status, ...deltas, material, utility: utilityOf(row, status, reference, cell) };
}

const repeatedParts: ReadonlySet<string> = new Set(["bi_per_person", "property_damage"]);

function statusOf(row: AlignedRow, reference: CellValue, cell: CellValue): CellStatus {
  if (reference.state === "uncertain" || cell.state === "uncertain") return "unknown";
  if (cell.state === "absent") {
    if (reference.state === "absent") return "same";
    return cell.isRelief === true ? "better" : "missing";
  }
  if (reference.state === "absent") return reference.isRelief === true ? "worse" : "added";
  if (reference.state !== "stated" || cell.state !== "stated" || reference.unit !== cell.unit) return "unknown";
  const auto = autoLimits(reference, cell);
  if (auto !== undefined) return compareAutoLimits(auto.offered, auto.required);
  // A sublimit that is not stated insures part of what is compared.
  if (cell.isPartial === true && reference.isPartial !== true) return "worse";
  if (partsLost(reference, cell).length > 0) return "worse";
  if (partsLost(cell, reference).length > 0) return "better";
  if (reference.measure === cell.measure) return "same";
  switch (row.direction) {
    case "higher_better":
    case "presence":
      return cell.measure > reference.measure ? "better" : "worse";
    case "lower_better":
      return cell.measure < reference.measure ? "better" : "worse";
    case "match_baseline":
      return "worse";
  }
}

/** Limits of two forms, combined and split, compare as a whole (CMP-86). */
function autoLimits(
  reference: CellValue,
  cell: CellValue,
): { readonly required: AutoLimit; readonly offered: AutoLimit } | undefined {
  if (reference.state !== "stated" || cell.state !== "stated") return undefined;
  const { auto: required } = reference;
  const { auto: offered } = cell;
  if (required === undefined || offered === undefined) return undefined;
  return "combined" in required === "combined" in offered ? undefined : { required, offered };
}

/** The two amounts that a comparison is about, in the unit of the row. */
function measuresOf(reference: CellValue, cell: CellValue): readonly [reference: number, cell: number] | undefined {
  if (reference.state !== "stated" || cell.state !== "stated" || reference.unit !== cell.unit) return undefined;
  const auto = autoLimits(reference, cell);
  if (auto === undefined) return [reference.measure, cell.measure];
  const { required, offered } = auto;
  const least = "combined" in required ? required.combined : Math.max(required.perAccident, required.propertyDamage);
  return [least, combinedEquivalent(offered)];
}

type Deltas = Pick<CellDifference, "deltaAbs" | "deltaRel">;
const noDeltas: Deltas = { deltaAbs: undefined, deltaRel: undefined };

function deltasOf(reference: CellValue, cell: CellValue): Deltas {
  const measures = measuresOf(reference, cell);
  if (measures === undefined || cell.state !== "stated") return noDeltas;
  if (cell.unit === "rank" || cell.unit === "flag") return noDeltas;
  const [before, now] = measures;
  const deltaAbs = now - before;
  if (!Number.isFinite(deltaAbs)) return noDeltas;
  // A ratio of calendar days is meaningless.
  const deltaRel = cell.unit === "day" || before === 0 ? undefined : deltaAbs / before;
  return { deltaAbs, deltaRel };
}

/**
 * A missing or added coverage is one difference, in its `included` row; its limit and deductible rows follow from it
 * and are not counted again.
 */
function isMaterial(
  row: AlignedRow,
  status: CellStatus,
  reference: CellValue,
  cell: CellValue,
  deltas: Deltas,
): boolean {
  switch (status) {
    case "same":
    case "unknown":
      return false;
    case "missing":
    case "added":
      // A deductible goes and comes with its line.
      return row.attribute === "included" && !isBurden(row.coverage);
    case "better":
    case "worse":
      break;
  }
  if (cell.state === "absent" || reference.state === "absent") return row.attribute === "included";
  const { abs, rel } = row.lineItem?.materiality ?? unconfiguredMateriality;
  const { deltaAbs, deltaRel } = deltas;
  if ((abs === undefined && rel === undefined) || deltaAbs === undefined || cell.state !== "stated") return true;
  // Thresholds of a deductible are money; waiting hours and percentages without a known limit never reach them.
  if (row.attribute === "deductible" && cell.unit !== "cents") return true;
  if (abs !== undefined && Math.abs(deltaAbs) >= (cell.unit === "cents" ? abs * 100 : abs)) return true;
  // From 0 to something there is no ratio, but the change exceeds any threshold.
  return rel !== undefined && (deltaRel === undefined ? abs === undefined : Math.abs(deltaRel) >= rel);
}

function utilityOf(row: AlignedRow, status: CellStatus, reference: CellValue, cell: CellValue): number | undefined {
  switch (status) {
    case "unknown":
      return undefined;
    case "same":
      return utilityAtReference;
    case "missing":
      return 0;
    case "added":
      return 1;
    case "better":
      return utilityAtReference + (1 - utilityAtReference) * Math.min(1, surplus(row, reference, cell));
    case "worse":
      return utilityAtReference * share(row, reference, cell);
  }
}

/** How far beyond the reference a better value lies, 1 = twice as good. */
function surplus(row: AlignedRow, reference: CellValue, cell: CellValue): number {
  const ratio = favour(row, reference, cell);
  return ratio === undefined ? 1 : ratio - 1;
}

/** Which part of the reference a worse value keeps. */
function share(row: AlignedRow, reference: CellValue, cell: CellValue): number {
  const ratio = row.direction === "match_baseline" ? undefined : favour(row, reference, cell);
  return ratio ?? 0;
}

/** Ratio to the reference, above 1 when better. Ranks, dates and flags have none: they are wholly better or worse. */
function favour(row: AlignedRow, reference: CellValue, cell: CellValue): number | undefined {
  const measures = measuresOf(reference, cell);
  if (measures === undefined || cell.state !== "stated") return undefined;
  if (cell.unit === "rank" || cell.unit === "day") return undefined;
  if (cell.unit === "flag")
    return cell.isPartial === true || partsLost(reference, cell).length > 0 ? partialShare : undefined;
  const [before, now] = measures;
  const [over, under] = row.direction === "lower_better" ? [before, now] : [now, before];
  // A zero deductible against a positive one has no ratio; half is between the two ends.
  if (under === 0 || over === 0) return over > under ? 2 : 0.5;
  const ratio = over / under;
  return Number.isNaN(ratio) ? undefined : ratio;
}

/** The first requirement of the row that names a value to reach. */
function requiredCell(row: AlignedRow): CellValue | undefined {
  for (const { op, value } of row.requirements) {
    if (op !== "eq" && op !== "gte" && op !== "lte" && op !== "gt" && op !== "lt") continue;
    const cell = cellOfValue(value, row.attribute);
    if (cell !== undefined) return cell;
  }
  return cellOfValue(row.lineItem?.reference, row.attribute);
}

/** Ties go to the last value in text order: never to absence, and independent of the order of the items. */
function mostFrequent(cells: readonly CellValue[]): CellValue {
  const counts = new Map<string, { cell: CellValue; count: number }>();
  for (const cell of cells) {
    if (cell.state === "uncertain" || cell.state === "unstated") continue;
    // A cover of which something is taken away stands before the whole one, which wins a tie.
    const isReduced = cell.state === "stated" && cell.taken !== undefined;
    const key = cell.state === "stated" ? `${cell.unit}:${isReduced ? " " : ""}${textOf(cell.value)}` : "";
    const entry = counts.get(key);
    if (entry === undefined) counts.set(key, { cell, count: 1 });
    else entry.count += 1;
  }
  const [first] = [...counts].sort(([a, x], [b, y]) => y.count - x.count || byText(b, a));
  return first?.[1].cell ?? { state: "unstated", value: null };
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
