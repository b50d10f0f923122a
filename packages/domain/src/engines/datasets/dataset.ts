const MiB = 1024 * 1024;

/** A version of a dataset that serves: the newest complete one of its organization and key. */
export interface DatasetVersion {
  readonly organizationId: string;
  readonly datasetKey: string;
  /** 1 for the first import, one more for every import with other rows. */
  readonly version: number;
  /** SHA-256, hex, of the canonical rows in key order (for the exact bytes see `readDatasetText` of engine-types). */
  readonly sha256: string;
  readonly rows: number;
  /** When the data was true: given by the import, renewed by an import of the same rows. */
  readonly asOf: Date;
}

export const datasetFormats = ["csv", "ndjson"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

export const datasetLimits = {
  /** Versions kept of a key, including the serving one. */
  versionsKept: 3,
  /** One row as written in the file. */
  rowBytes: 2 * MiB,
  /** Canonical rows of one dataset together: a thread that computes holds them parsed, about three times as large. */
  bytes: 128 * MiB,
  /** Code points of a row's key: as many as an evidence reference holds (DATA-12). */
  rowKeyChars: 200,
  /** As in run inputs (DATA-13). */
  rowDepth: 32,
  /** Members and elements of one row, as many as an offering within its bounds has. */
  rowValues: 40_000,
  /** Most problems reported of a file, as of an input (DATA-15). */
  problems: 50,
} as const;

/** A problem in a file. `field` is empty when it concerns the whole row or file. */
export interface FileProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}
