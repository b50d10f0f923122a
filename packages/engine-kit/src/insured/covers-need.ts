import { autoLimitCoverages, autoLimitOf, combinedEquivalent } from "./auto-limits.ts";
import { familiesOf, familyOf } from "./families.ts";

/** What is to be insured. `limit` in the currency of the rows. */
export type InsuranceNeed = { readonly line: string; readonly coverage?: string; readonly limit?: number };

/** A coverage of a policy or an offer. `included` is true unless stated. */
export type InsuredRow = {
  readonly line: string;
  readonly coverage: string;
  readonly included?: boolean | undefined;
  readonly limit?: number | undefined;
};

export type CoverAnswer<Row extends InsuredRow = InsuredRow> = {
  /** `partial`: a sublimit or a lower limit. `unknown`: the row states no limit while one is asked for. */
  readonly cover: "full" | "partial" | "none" | "unknown";
  /** The row that answers best. */
  readonly row?: Row;
  /** The limit it states; of split auto limits the combined limit that they answer. */
  readonly limit?: number;
  /** The line of that row where it is not the line of the need: `business_owners`. */
  readonly via?: string;
};

const order = ["none", "partial", "unknown", "full"] as const;

/**
 * How far the included rows cover a need (COVER-2, COVER-3, COVER-4). A row of a policy that holds the family as its
 * own covers fully, when it reaches the limit asked for; an endorsement of another policy covers partially unless its
 * limit reaches what was asked. Linear in rows.
 */
export function coversNeed<Row extends InsuredRow>(need: InsuranceNeed, rows: readonly Row[]): CoverAnswer<Row> {
  let best: CoverAnswer<Row> = { cover: "none" };
  for (const row of rows) {
    if (!isInsured(row) || !isOfNeed(need, row)) continue;
    const limit = limitOf(need, row, rows);
    const answer: CoverAnswer<Row> = {
      cover: coverOf(need, row, limit),
      row,
      ...(limit === undefined ? {} : { limit }),
      ...(row.line === need.line ? {} : { via: row.line }),
    };
    if (isBetter(answer, best)) best = answer;
  }
  return best;
}

/** Coverages that state no limit of their own: a 0 in its place says nothing. */
const withoutLimit: ReadonlySet<string> = new Set([
  "statutory_wc",
  "additional_insured",
  "waiver_of_subrogation",
  "primary_noncontributory",
  "notice_of_cancellation",
  "comprehensive",
  "collision",
  "self_insured_retention",
  "wind_hail_deductible",
]);

/** Whether a row insures anything: it is not excluded, and its limit is not 0 (COVER-10). */
export function isInsured({ coverage, included, limit }: Omit<InsuredRow, "line">): boolean {
  return included !== false && (limit !== 0 || withoutLimit.has(coverage));
}

/** Whether a row insures what a need names: of its family, and of its coverage where it names one (COVER-2). */
export function isOfNeed(need: InsuranceNeed, row: InsuredRow): boolean {
  const family = familyOf(need.line, need.coverage);
  if (familyOf(row.line, row.coverage) !== family && !(need.coverage === undefined && row.line === need.line)) {
    return false;
  }
  return need.coverage === undefined || row.coverage === need.coverage || isSplitForCombined(need, row);
}

/** Split limits answer for a combined one, through their first row. */
function isSplitForCombined(need: InsuranceNeed, row: InsuredRow): boolean {
  return need.coverage === "combined_single_limit" && autoLimitCoverages.has(row.coverage);
}

function limitOf(need: InsuranceNeed, row: InsuredRow, rows: readonly InsuredRow[]): number | undefined {
  if (!isSplitForCombined(need, row) || row.coverage === "combined_single_limit") return row.limit;
  const split = autoLimitOf(rows.filter((other) => other.line === row.line && isInsured(other)));
  return split === undefined ? undefined : combinedEquivalent(split);
}

function coverOf(need: InsuranceNeed, row: InsuredRow, limit: number | undefined): CoverAnswer["cover"] {
  const isOwn = row.line === need.line || familiesOf(row.line).includes(familyOf(need.line, need.coverage));
  if (need.limit === undefined) return isOwn ? "full" : "partial";
  if (limit === undefined) return isOwn ? "unknown" : "partial";
  return limit >= need.limit ? "full" : "partial";
}

function isBetter(answer: CoverAnswer, best: CoverAnswer): boolean {
  const gain = order.indexOf(answer.cover) - order.indexOf(best.cover);
  return gain > 0 || (gain === 0 && (answer.limit ?? 0) > (best.limit ?? 0));
}
