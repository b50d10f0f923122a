/** One file of an export, read as often as it is opened. */
export interface SourceFile {
  /**
   * What a mapping calls it: the name of the file, or of the archive and its member, `export.zip/clients.csv`. A file that
   * is compressed has the name of its content: `clients.csv.gz` is `clients.csv`.
   */
  readonly name: string;
  /** The bytes, decompressed. @throws SourceFileError while they are read. */
  open(): AsyncIterable<Uint8Array>;
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
