import { readDatasetText } from "./dataset-text.ts";
import type { LoadedDataset } from "./engine-type.ts";
import type { JsonObject } from "./json.ts";

/** A dataset as it comes to a thread: its text lies in memory that all threads share, so a message carries none of it. */
export type SharedDataset = {
  /** What it names never changes, so rows are kept by it. */
  readonly versionId: string;
  readonly datasetKey: string;
  readonly version: string;
  readonly sha256: string;
  readonly asOf: string;
  readonly text: Uint8Array;
};

type Parsed = { readonly rows: readonly JsonObject[]; readonly bytes: number };

/** Parsed rows take about three times their text; a thread has 1 GiB. */
const keptBytesMax = 128 * 1024 * 1024;
const kept = new Map<string, Parsed>();
let keptBytes = 0;

/**
 * Datasets that came to this thread, parsed once per version. Runs share the rows: an engine type never changes what it is
 * given.
 */
export function loadedDatasets(datasets: readonly SharedDataset[]): ReadonlyMap<string, LoadedDataset> {
  const loaded = new Map<string, LoadedDataset>();
  for (const { datasetKey, version, versionId, sha256, asOf, text } of datasets) {
    loaded.set(datasetKey, { datasetKey, version, sha256, asOf, rows: rowsOf(versionId, text) });
  }
  return loaded;
}

function rowsOf(versionId: string, text: Uint8Array): readonly JsonObject[] {
  const known = kept.get(versionId);
  // Inserted again, an entry is the youngest: a Map keeps the order of insertion.
  if (known) kept.delete(versionId);
  else shrinkTo(keptBytesMax - text.byteLength);
  const parsed = known ?? { rows: readDatasetText(text), bytes: text.byteLength };
  kept.set(versionId, parsed);
  if (!known) keptBytes += parsed.bytes;
  return parsed.rows;
}

/** Before the next is parsed, so that the old and the new never stand in memory together beyond the bound. */
function shrinkTo(bytes: number): void {
  for (const [versionId, parsed] of kept) {
    if (keptBytes <= bytes) return;
    kept.delete(versionId);
    keptBytes -= parsed.bytes;
  }
}
