import { readDatasetText } from "./dataset-text.ts";
import type { LoadedDataset } from "./engine-type.ts";
import type { JsonObject } from "@service/json";

/** A dataset as a thread receives it: its text is in memory that all threads share, so a message copies none of it. */
export type SharedDataset = {
  /** Identifies unchanging content: rows are cached by it. */
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

/** Datasets parsed in this thread, once per version. Runs share the rows: engine types must not change them. */
export function loadedDatasets(datasets: readonly SharedDataset[]): ReadonlyMap<string, LoadedDataset> {
  const loaded = new Map<string, LoadedDataset>();
  for (const { datasetKey, version, versionId, sha256, asOf, text } of datasets) {
    loaded.set(datasetKey, { datasetKey, version, sha256, asOf, rows: rowsOf(versionId, text) });
  }
  return loaded;
}

function rowsOf(versionId: string, text: Uint8Array): readonly JsonObject[] {
  const cached = kept.get(versionId);
  // Reinserting makes the entry the youngest: a Map keeps insertion order.
  if (cached) kept.delete(versionId);
  else shrinkTo(keptBytesMax - text.byteLength);
  const parsed = cached ?? { rows: readDatasetText(text), bytes: text.byteLength };
  kept.set(versionId, parsed);
  if (!cached) keptBytes += parsed.bytes;
  return parsed.rows;
}

/** Evicts before parsing the next, so that old and new together stay within the bound. */
function shrinkTo(bytes: number): void {
  for (const [versionId, parsed] of kept) {
    if (keptBytes <= bytes) return;
    kept.delete(versionId);
    keptBytes -= parsed.bytes;
  }
}
