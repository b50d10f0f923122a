import type { FamilyName } from "@service/record-families";
import type { Fit } from "./column-fit.ts";
import type { Confidence } from "./column-groups.ts";
import type { Inspection } from "./inspect-rows.ts";
import type { Mapping, MappingSource } from "./mapping-schema.ts";

/** A file, as it was read, and what is in it. */
export interface Sample {
  readonly file: string;
  readonly reading: Pick<MappingSource, "format" | "encoding" | "delimiter" | "skip_lines" | "header_rows" | "items">;
  readonly inspection: Inspection;
}

/** One line of a suggested mapping. */
export interface SuggestedLine {
  readonly file: string;
  readonly family: FamilyName;
  /** `source_id`, `client`, `policy` or a field. */
  readonly target: string;
  readonly from: readonly string[];
  /** Columns that are the value together, where `from` has none (IMP-305). */
  readonly join?: readonly string[];
  readonly transforms: readonly string[];
  readonly confidence: Confidence;
  /** The end of a sentence that begins with the line. */
  readonly why: string;
  /** Entries of the lookup that a transform names, as far as they could be drafted. */
  readonly lookup?: Fit["lookup"];
  /** Its header says so, and its values do not look so: whoever knows the file decides. */
  readonly isDoubted?: true;
  /** Values that no entry translates. */
  readonly open?: Fit["open"];
}

/** A line of a mapping that a person has to write, as JSON, with a place in capitals where only they know what belongs there. */
export interface LineToWrite {
  readonly file: string;
  readonly family: FamilyName;
  readonly line: string;
  /** The end of a sentence that begins with the line. */
  readonly why: string;
}

export interface Suggestion {
  /** Of the sure and likely lines; undefined when no family has all that it requires. */
  readonly mapping: Mapping | undefined;
  /** Unsure lines are not in the mapping: whoever confirms one adds it. */
  readonly lines: readonly SuggestedLine[];
  /** Families of which there are sure or likely lines, and that are not in the mapping because something is missing. */
  readonly left_out: readonly { readonly file: string; readonly family: FamilyName; readonly needs: string }[];
  /** What a person has to write, because no column or word says it (IMP-306). */
  readonly to_write: readonly LineToWrite[];
  /** Columns that no line names. */
  readonly unused: readonly { readonly file: string; readonly column: string }[];
}
