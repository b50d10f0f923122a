import type { Database } from "@service/db/open";
import {
  currentDatasets,
  datasetLimits,
  KeptBySize,
  readStoredRows,
  type CurrentDataset,
} from "@service/domain/datasets";
import type { ClaimedRun } from "@service/domain/runs";
import { findEngineType, isJsonObject } from "@service/engine-types";
import type { JobDataset } from "./compute/dataset-rows.ts";
import { readJson } from "./json-text.ts";

/** Texts of versions kept by the process, in memory its threads share. */
const keptBytesMax = 2 * datasetLimits.bytes;
/** A run whose datasets were replaced three times while they were read has met something other than imports. */
const attemptsMax = 3;

/** What a run reads, or why it cannot be computed. */
export type RunDatasets =
  | { readonly kind: "loaded"; readonly datasets: readonly JobDataset[] }
  /** Stored rows do not have their hash, or kept changing. */
  | { readonly kind: "inconsistent"; readonly datasetKey: string }
  /** More than a thread holds. */
  | { readonly kind: "too_large" };

export type Datasets = {
  /** What serves now of the datasets that a run of this configuration may read; what is not imported is left out. */
  load(run: ClaimedRun, configuration: SharedArrayBuffer): Promise<RunDatasets>;
};

/** Datasets as threads take them: read from the database once per version and process, never copied on the way. */
export function openDatasets(db: Database): Datasets {
  const texts = new KeptBySize<Uint8Array>(keptBytesMax);
  const keysOf = new WeakMap<SharedArrayBuffer, readonly string[]>();

  function keysFor(run: ClaimedRun, configuration: SharedArrayBuffer): readonly string[] {
    // Only matching takes offerings, and offerings of the run stand in for the dataset (domain.md A2).
    if (run.offerings !== null) return [];
    const known = keysOf.get(configuration);
    if (known) return known;
    const keys = datasetKeysOf(run.engineType, configuration);
    keysOf.set(configuration, keys);
    return keys;
  }

  return {
    async load(run, configuration) {
      const keys = keysFor(run, configuration);
      if (keys.length === 0) return { kind: "loaded", datasets: [] };
      for (let attempt = 1; ; attempt += 1) {
        const current = await currentDatasets(db, run.organizationId, keys);
        try {
          const datasets: JobDataset[] = [];
          let bytes = 0;
          for (const dataset of current) {
            const text = await texts.get(dataset.versionId, () => readText(db, dataset));
            bytes += text.byteLength;
            if (bytes > datasetLimits.bytes) return { kind: "too_large" };
            datasets.push(jobDataset(dataset, text));
          }
          return { kind: "loaded", datasets };
        } catch (error) {
          if (!(error instanceof UnreadableVersion)) throw error;
          // Pruned by imports since it was found: what serves now is another version.
          if (error.reason === "inconsistent" || attempt >= attemptsMax)
            return { kind: "inconsistent", datasetKey: error.datasetKey };
        }
      }
    },
  };
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

function jobDataset({ versionId, datasetKey, version, sha256, asOf }: CurrentDataset, text: Uint8Array): JobDataset {
  return { versionId, datasetKey, version: String(version), sha256, asOf: asOf.toISOString(), text };
}

/** The input is not parsed in this thread, so these are the keys that any input could lead to. */
function datasetKeysOf(engineType: ClaimedRun["engineType"], configuration: SharedArrayBuffer): readonly string[] {
  const type = findEngineType(engineType);
  if (!type.datasetKeys) return [];
  const configured = readJson(Buffer.from(configuration).toString("utf8"));
  const effective = isJsonObject(configured) ? configured["effective"] : undefined;
  return isJsonObject(effective) ? [...new Set(type.datasetKeys(effective, undefined))].sort() : [];
}
