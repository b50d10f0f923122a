import type { Database } from "@service/db/open";
import { datasetLimits, KeptBySize, loadSharedDatasets, type SharedDatasets } from "@service/domain/datasets";
import type { ClaimedRun } from "@service/domain/runs";
import { findEngineType, isJsonObject } from "@service/engine-types";
import { readJson } from "./json-text.ts";

/** Texts of versions kept by the process, in memory its threads share. */
const keptBytesMax = 2 * datasetLimits.bytes;

/** What a run reads, or why it cannot be computed. */
export type RunDatasets = SharedDatasets;

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
    load: (run, configuration) => loadSharedDatasets(db, run.organizationId, keysFor(run, configuration), texts),
  };
}

/** The input is not parsed in this thread, so these are the keys that any input could lead to. */
function datasetKeysOf(engineType: ClaimedRun["engineType"], configuration: SharedArrayBuffer): readonly string[] {
  const type = findEngineType(engineType);
  if (!type.datasetKeys) return [];
  const configured = readJson(Buffer.from(configuration).toString("utf8"));
  const effective = isJsonObject(configured) ? configured["effective"] : undefined;
  return isJsonObject(effective) ? [...new Set(type.datasetKeys(effective, undefined))].sort() : [];
}
