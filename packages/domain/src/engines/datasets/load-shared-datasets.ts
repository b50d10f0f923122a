import type { Database } from "@service/db";
import type { SharedDataset } from "@service/engine-kit";
import type { Deps } from "../../deps.ts";
import { currentDatasets, type CurrentDataset, type DatasetDeps } from "./current-datasets.ts";
import { datasetLimits } from "./dataset.ts";
import type { SizedCache } from "./sized-cache.ts";
import { readStoredRows } from "./read-stored-rows.ts";

/** Attempts to read: datasets replaced three times meanwhile mean that something else is wrong. */
const attemptsMax = 3;

/** The datasets of a computation, or why it cannot run. */
export type SharedDatasets =
  | { readonly kind: "loaded"; readonly datasets: readonly SharedDataset[] }
  /** Stored rows do not have their hash, or kept changing. */
  | { readonly kind: "inconsistent"; readonly datasetKey: string }
  /** More than fits in a thread. */
  | { readonly kind: "too_large" };

/**
 * The serving versions of these datasets as threads take them, at most `datasetLimits.bytes` together; a key with nothing
 * imported is left out. What serves is read every time.
 * @param kept texts of versions that the process keeps; without it each is read from the database.
 */
export async function loadSharedDatasets(
  deps: Pick<Deps, "db"> & DatasetDeps,
  organizationId: string,
  datasetKeys: readonly string[],
  kept?: SizedCache<Uint8Array>,
): Promise<SharedDatasets> {
  if (datasetKeys.length === 0) return { kind: "loaded", datasets: [] };
  for (let attempt = 1; ; attempt += 1) {
    const current = await currentDatasets(deps, organizationId, datasetKeys);
    try {
      const datasets: SharedDataset[] = [];
      let bytes = 0;
      for (const dataset of current) {
        const read = (): ReturnType<typeof readText> => readText(deps.db, dataset);
        const text = kept ? await kept.get(dataset.versionId, read) : (await read()).value;
        bytes += text.byteLength;
        if (bytes > datasetLimits.bytes) return { kind: "too_large" };
        datasets.push(sharedDataset(dataset, text));
      }
      return { kind: "loaded", datasets };
    } catch (error) {
      if (!(error instanceof UnreadableVersion)) throw error;
      // Pruned by imports meanwhile: look up the version that serves now.
      if (error.reason === "inconsistent" || attempt >= attemptsMax)
        return { kind: "inconsistent", datasetKey: error.datasetKey };
    }
  }
}

class UnreadableVersion extends Error {
  readonly datasetKey: string;
  readonly reason: "gone" | "inconsistent";

  constructor(datasetKey: string, reason: "gone" | "inconsistent") {
    super(`a version of ${datasetKey} is ${reason}`);
    this.datasetKey = datasetKey;
    this.reason = reason;
  }
}

async function readText(db: Database, dataset: CurrentDataset): Promise<{ value: Uint8Array; bytes: number }> {
  const text = await readStoredRows(db, dataset);
  if (typeof text === "string") throw new UnreadableVersion(dataset.datasetKey, text);
  return { value: text, bytes: text.byteLength };
}

function sharedDataset(
  { versionId, datasetKey, version, sha256, asOf }: CurrentDataset,
  text: Uint8Array,
): SharedDataset {
  return { versionId, datasetKey, version: String(version), sha256, asOf: asOf.toISOString(), text };
}
