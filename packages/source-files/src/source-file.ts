import type { SheetFile } from "./workbook/sheet-file.ts";

/** One file of an export, or one sheet of a workbook, read as often as it is opened. */
export interface SourceFile {
  /**
   * What a mapping calls it: the name of the file, or of the archive and its member, `export.zip/clients.csv`. A file that
   * is compressed has the name of its content: `clients.csv.gz` is `clients.csv`. A sheet is `book.xlsx#Policies`.
   */
  readonly name: string;
  /** The bytes, decompressed; of a sheet its XML. @throws SourceFileError while they are read. */
  open(): AsyncIterable<Uint8Array>;
  /** For a sheet of a workbook. */
  readonly sheet?: SheetFile;
}

/** A file that cannot be opened or decompressed. The message begins with its name and is for the operator. */
export class SourceFileError extends Error {
  override readonly name = "SourceFileError";
  readonly file: string;

  constructor(file: string, sentence: string, options?: ErrorOptions) {
    super(`${file}: ${sentence}`, options);
    this.file = file;
  }
}
