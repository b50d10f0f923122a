import type { Conflict, ReadCoverage, Stated } from "../document-reading.ts";
import { lineBefore } from "../words/line-words.ts";
import type { CoverageFact, Draft } from "./facts.ts";

const fields = [
  "limit",
  "aggregate",
  "split",
  "limitRatio",
  "deductible",
  "valuation",
  "coinsurance",
  "trigger",
  "retroDate",
  "premium",
] as const;

/**
 * One coverage for what a document states several times; a value that differs from one place to another is left out and
 * a conflict (READ-16). Labels of one line, location and option are one when their words are.
 */
export function mergeCoverages(facts: readonly CoverageFact[], conflicts: Conflict[]): readonly CoverageFact[] {
  const byKey = new Map<string, CoverageFact>();
  const merged: CoverageFact[] = [];
  for (const fact of facts) {
    const key = keyOf(fact);
    const first = byKey.get(key);
    if (first === undefined || isOtherRow(first, fact)) {
      byKey.set(first === undefined ? key : `${key}|${merged.length}`, fact);
      merged.push(fact);
    } else merge(first.coverage, fact.coverage, conflicts);
  }
  return merged;
}

function keyOf({ line, location, option, coverage }: CoverageFact): string {
  const before = lineBefore(coverage.label);
  const label = before?.code === line ? (before?.rest ?? "") : coverage.label;
  const words = label.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
  return [line, location, option, words].join("|");
}

/** "Bodily Injury by Disease" has a limit a policy and one an employee: rows that follow one another are two coverages. */
function isOtherRow(
  { coverage: a, labelStart }: CoverageFact,
  { coverage: b, labelStart: other }: CoverageFact,
): boolean {
  if (labelStart !== undefined && labelStart === other && a.at.page === b.at.page) return false;
  const isClose = a.at.page === b.at.page && Math.abs(b.at.start - a.at.end) < 120;
  return (
    isClose &&
    (a.limit === undefined) !== (b.limit === undefined) &&
    (a.aggregate === undefined) !== (b.aggregate === undefined)
  );
}

function merge(own: Draft<ReadCoverage>, other: ReadCoverage, conflicts: Conflict[]): void {
  if (own.status !== other.status && own.status !== "not_stated") {
    if (other.status !== "not_stated" && isDenied(own) !== isDenied(other)) {
      conflicts.push({
        field: `status of ${own.label}`,
        values: [
          { value: own.status, at: own.at },
          { value: other.status, at: other.at },
        ],
      });
      for (const field of fields) delete own[field];
      own.status = "not_stated";
      return;
    }
  } else if (own.status === "not_stated") own.status = other.status;
  for (const field of fields) {
    const [one, two]: readonly (Stated<unknown> | undefined)[] = [own[field], other[field]];
    if (two === undefined) continue;
    if (one === undefined) Object.assign(own, { [field]: two });
    else if (JSON.stringify(one.value) !== JSON.stringify(two.value)) {
      conflicts.push({
        field: `${field} of ${own.label}`,
        values: [one, two].map(({ value, at }) => ({ value: shown(value), at })),
      });
      delete own[field];
      // The aggregate of a limit in doubt is in doubt with it.
      if (field === "limit" && (own.aggregate?.value === one.value || own.aggregate?.value === two.value))
        delete own.aggregate;
      if (field === "limit" && (other.aggregate?.value === one.value || other.aggregate?.value === two.value)) return;
    }
  }
}

function isDenied({ status }: ReadCoverage): boolean {
  return status === "excluded";
}

function shown(value: unknown): string | number {
  return typeof value === "number" || typeof value === "string" ? value : JSON.stringify(value);
}
