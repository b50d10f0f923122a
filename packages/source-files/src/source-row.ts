import { clipped, type JsonObject } from "@service/json";

/** A row of a file, or why a part of the file is not one. Lines and columns count from 1. */
export type SourceRow =
  | {
      readonly kind: "row";
      /** The line that the row begins on. */
      readonly line: number;
      readonly value: JsonObject;
      /** Columns whose cell has no value although it is not empty, with the reason: `holds the error #N/A` (FILE-56). */
      readonly faults?: Readonly<Record<string, string>>;
      /**
       * Columns whose value stands once for several rows, in a merged cell above, with where: `stands once for rows 5 to 9`
       * (FILE-61).
       */
      readonly shared?: Readonly<Record<string, string>>;
    }
  | MalformedRow
  | {
      /** A line that is no row of the book: totals, the header again (FILE-36), or a title over merged cells (FILE-62). */
      readonly kind: "aside";
      readonly line: number;
      readonly what: "totals" | "header" | "title";
    }
  | {
      /** Something about the file that a person would not see, such as hidden rows. */
      readonly kind: "note";
      readonly line: number;
      readonly message: string;
    };

export interface MalformedRow {
  readonly kind: "malformed";
  readonly line: number;
  /** The character of the line, where it is known; what stands before a row of a JSON document is counted in bytes. */
  readonly column?: number;
  /** What is wrong with it, for the operator: `has 2 cells, the header has 3`. */
  readonly message: string;
  /** The row as it came, at most `rawCharsMax` characters of it. */
  readonly raw: string;
  /**
   * Nothing behind this place was read, so what the file no longer holds is unknown. Rows that are missing must then not
   * be taken for removed ones.
   */
  readonly endsFile?: true;
}

export const sourceLimits = {
  /** One row as UTF-8, with its line breaks. */
  rowBytes: 256 * 1024,
  columns: 500,
  /** Arrays and objects inside one another, as in run inputs. */
  rowDepth: 32,
  /** Characters shown of a malformed row. */
  rawChars: 1_000,
} as const;

export const notValid = "holds bytes that are not valid in the encoding of the file";
export const tooLong = `is longer than ${sourceLimits.rowBytes / 1024} KiB`;

export function malformed(
  { line, column }: { readonly line: number; readonly column?: number | undefined },
  message: string,
  raw: string,
): MalformedRow {
  return { kind: "malformed", line, ...(column === undefined ? {} : { column }), message, raw: cutRow(raw) };
}

/** A malformed row as it came, cut to what is shown. */
export function cutRow(text: string): string {
  // The slice bounds the work for a row of 256 KiB: clipped() counts code points.
  return clipped(text.slice(0, 2 * sourceLimits.rawChars + 1).toWellFormed(), sourceLimits.rawChars);
}
