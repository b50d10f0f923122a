import type { Json } from "@service/json";
import type { FamilyName } from "@service/record-families";

export const measureOperations = ["count", "count_distinct", "sum", "avg", "min", "max"] as const;
export type MeasureOperation = (typeof measureOperations)[number];

export interface Measure {
  readonly key: string;
  readonly op: MeasureOperation;
  /** A field of the family; a count may do without. */
  readonly path?: string | undefined;
}

export interface AnalysisOrder {
  /** A field of `groupBy` or the key of a measure. */
  readonly key: string;
  readonly direction: "asc" | "desc";
}

/** One question about a family of the book (ANA-1). */
export interface AnalysisQuery {
  readonly family: FamilyName;
  /** A condition on the fields of a row. */
  readonly where?: Json | undefined;
  readonly groupBy: readonly string[];
  readonly measures: readonly Measure[];
  readonly order: readonly AnalysisOrder[];
  readonly limit: number;
}

/** A value of a group or a measure. */
export type Cell = string | number | boolean | null;

/** One group of the answer: its values, how many rows it has, and the measures, each with how many rows have a value. */
export interface Group {
  readonly values: readonly Cell[];
  readonly n: number;
  readonly measures: readonly Cell[];
  readonly counts: readonly number[];
  /** 1 to the number of groups, each once: decides between groups of one size which is left out. */
  readonly place: number;
}

/** Groups of fewer rows are left out (ANA-10). */
export const smallestGroup = 5;
