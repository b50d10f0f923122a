export const sourceFormats = ["csv", "ndjson", "json"] as const;
export type SourceFormat = (typeof sourceFormats)[number];

export const sourceEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const;
export type SourceEncoding = (typeof sourceEncodings)[number];

/** In the order of preference where a header and its records can be read by two of them alike: commas are in prose. */
export const sourceDelimiters = ["\t", ";", "|", ","] as const;
export type SourceDelimiter = (typeof sourceDelimiters)[number];

/** How a file is to be read; what is absent is detected. */
export interface SourceReading {
  readonly format?: SourceFormat | undefined;
  readonly encoding?: SourceEncoding | undefined;
  readonly delimiter?: SourceDelimiter | undefined;
  /** Lines above the header of CSV, which are not read. */
  readonly skip_lines?: number | undefined;
  /** Names of columns by which the header of CSV is found: whatever stands above is not read. */
  readonly header?: readonly string[] | undefined;
  /** JSON Pointer (RFC 6901) to the array of rows in a JSON document; by default the document is the array. */
  readonly items?: string | undefined;
}

/** How a file is read, with nothing left to detect. */
export interface DetectedSource {
  readonly format: SourceFormat;
  readonly encoding: SourceEncoding;
  /** Of CSV. */
  readonly delimiter?: SourceDelimiter;
  /** The names in the header of CSV. */
  readonly columns?: readonly string[];
  /** Lines above what is probably the header of CSV, where there are any and nothing was declared. */
  readonly probableSkipLines?: number;
}
