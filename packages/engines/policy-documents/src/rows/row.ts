import type { Place } from "../document-reading.ts";
import type { Term } from "../terms/terms.ts";
import type { Column, Role } from "../words/roles.ts";

/** A value of a row: a term, or words in the place of one. */
export type RowValue = {
  readonly term: Term | { readonly kind: "words"; readonly text: string; readonly start: number; readonly end: number };
  /** By the words beside it. */
  readonly role?: Role | undefined;
  /** By the column it stands in. */
  readonly column?: Column | undefined;
  /** Words of its cell around it: "any one premises". */
  readonly qualifier: string;
  /** The option of its column. */
  readonly option?: string | undefined;
};

/** A label with its values, of a line or of a row of a table. */
export type Row = {
  readonly label: string;
  readonly labelAt: Place;
  /** From the label to the last value. */
  readonly at: Place;
  readonly values: readonly RowValue[];
  readonly indent: number;
  /** A box of the line, for a value that stands below. */
  readonly box: number;
  /** Cells under columns that are no values of coverage: location, carrier, form number. */
  readonly cells: ReadonlyMap<Column, { readonly text: string; readonly start: number; readonly end: number }>;
  /** How far the heading is indented that names the row. */
  readonly ledIndent?: number;
  readonly isTable: boolean;
  /** The column at which the row begins. */
  readonly indentOf: number;
  /** What stands behind the label up to the next one. */
  readonly rest: string;
};
