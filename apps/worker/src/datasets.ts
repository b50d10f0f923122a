import type { Database } from "@service/db/open";
import { datasetLimits, KeptBySize, loadSharedDatasets, type SharedDatasets } from "@service/domain/datasets";
import { findPreviousRun, type ClaimedRun } from "@service/domain/runs";
import { findEngineType, isJsonObject, sha256Hex, type SharedDataset } from "@service/engine-types";
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
    async load(run, configuration) {
      const loaded = await loadSharedDatasets(db, run.organizationId, keysFor(run, configuration), texts);
      const previous = loaded.kind === "loaded" ? await resultBefore(db, run) : undefined;
      return loaded.kind === "loaded" && previous ? { ...loaded, datasets: [...loaded.datasets, previous] } : loaded;
    },
  };
}

/** What the previous run found, as the dataset that the engine type takes it as. */
async function resultBefore(db: Database, run: ClaimedRun): Promise<SharedDataset | undefined> {
  const { previousRun } = findEngineType(run.engineType);
  const before = previousRun && (await findPreviousRun(db, run.id));
  const output = before && readJson(before.output);
  if (!previousRun || !before || !isJsonObject(output)) return undefined;
  const lines = previousRun
    .rowsOf(output)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
  const bytes = Buffer.from(lines, "utf8");
  const text = new Uint8Array(new SharedArrayBuffer(bytes.length));
  text.set(bytes);
  return {
    versionId: before.id,
    datasetKey: previousRun.datasetKey,
    version: before.id,
    sha256: sha256Hex(lines),
    asOf: before.completedAt.toISOString(),
    text,
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
