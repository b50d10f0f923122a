import type { NumberFormat } from "./number-format.ts";

/** The texts that cells share, by index. */
export interface SharedStrings {
  /** Undefined beyond the last. */
  readonly at: (index: number) => string | undefined;
}

/** A sheet of a workbook, as a source of rows. */
export interface SheetFile {
  /** The name of the workbook's file: `book.xlsx`. */
  readonly workbook: string;
  readonly title: string;
  readonly isHidden: boolean;
  /** Whether the name of the workbook alone means this sheet: it is the only visible one with rows (FILE-51). */
  readonly isOnly: boolean;
  /** Days count from 1904 instead of 1900. */
  readonly isDate1904: boolean;
  /** The format of each style of cells, by its index. */
  readonly formats: readonly NumberFormat[];
  /**
   * The texts that cells of all sheets share.
   * @param last the index of the last that is wanted; all by default
   * @throws SourceFileError
   */
  readonly strings: (last?: number) => Promise<SharedStrings>;
}
