const MiB = 1024 * 1024;

/** A version of a dataset that serves: the newest complete one of its organization and key. */
export interface DatasetVersion {
  readonly organizationId: string;
  readonly datasetKey: string;
  /** 1 for the first import; every import that brings other rows is the next. */
  readonly version: number;
  /** SHA-256, hex, of the canonical rows in key order (`readDatasetText` of engine-types says the exact bytes). */
  readonly sha256: string;
  readonly rows: number;
  /** When the data was true: given by the import, renewed by one that brings the same rows. */
  readonly asOf: Date;
}

export const datasetFormats = ["csv", "ndjson"] as const;
export type DatasetFormat = (typeof datasetFormats)[number];

export const datasetLimits = {
  /** Versions of a key that are kept, the serving one included. */
  versionsKept: 3,
  /** One row as it stands in the file. */
  rowBytes: 2 * MiB,
  /** Canonical rows of one dataset together: a thread that computes holds them parsed, about three times as large. */
  bytes: 128 * MiB,
  /** Code points of a row's key: as many as an evidence reference holds (domain.md 0.4). */
  rowKeyChars: 200,
  /** As in run inputs (domain.md I). */
  rowDepth: 32,
  /** Members and elements of one row, as many as an offering within its bounds has. */
  rowValues: 40_000,
  /** Problems of a file that are told, like those of an input (domain.md 0.9). */
  problems: 50,
} as const;

/** A problem in a file. `field` is empty where the whole row, or the file, is meant. */
export interface FileProblem {
  readonly line: number;
  readonly field: string;
  readonly message: string;
}
