export const sourceFormats = ["csv", "ndjson", "json", "xlsx"] as const;
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
  /** Lines above the header of CSV or a sheet, which are not read. */
  readonly skip_lines?: number | undefined;
  /** Names of columns by which the header is found: whatever stands above is not read. */
  readonly header?: readonly string[] | undefined;
  /** Rows that make up the header, one by default. */
  readonly header_rows?: number | undefined;
  /** JSON Pointer (RFC 6901) to the array of rows in a JSON document; by default the document is the array. */
  readonly items?: string | undefined;
}

/** How a file is read, with nothing left to detect. */
export interface DetectedSource {
  readonly format: SourceFormat;
  /** Of a text file. */
  readonly encoding?: SourceEncoding;
  /** Of CSV. */
  readonly delimiter?: SourceDelimiter;
  /** The names in the header of CSV or a sheet. */
  readonly columns?: readonly string[];
  /** Lines above what is probably the header, where there are any and nothing was declared. */
  readonly probableSkipLines?: number;
  /** How many rows are probably the header, where they are several and nothing was declared. */
  readonly probableHeaderRows?: number;
}
