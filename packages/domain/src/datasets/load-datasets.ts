import { type LoadedDataset, readDatasetText } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import type { Database } from "@service/db";
import type { Deps } from "../deps.ts";
import { currentDatasets, type CurrentDataset } from "./current-datasets.ts";
import { datasetLimits } from "./dataset.ts";
import { SizedCache } from "./sized-cache.ts";
import { readStoredRows } from "./read-stored-rows.ts";

/** Cache of parsed rows in one process, measured by their JSON: any one dataset fits. */
const keptBytesMax = datasetLimits.bytes;
/** Each attempt reads the current version; losing to three imports in a row means that something else is wrong. */
const attemptsMax = 3;

const rowsKept = new WeakMap<Database, SizedCache<readonly JsonObject[]>>();

class VersionGone extends Error {}

/**
 * The serving versions of these datasets with all their rows, by key; a key with nothing imported is left out. What serves
 * is read every time, rows are kept in the process by version. For a process that may hold them parsed: the worker, whose
 * threads parse them, takes `currentDatasets` and `readStoredRows`.
 * @throws Error when stored rows do not have their hash.
 */
export async function loadDatasets(
  deps: Pick<Deps, "db">,
  organizationId: string,
  datasetKeys: readonly string[],
): Promise<Map<string, LoadedDataset>> {
  for (let attempt = 1; ; attempt += 1) {
    const current = await currentDatasets(deps.db, organizationId, datasetKeys);
    try {
      const loaded = await Promise.all(current.map((dataset) => load(deps.db, dataset)));
      return new Map(loaded.map((dataset) => [dataset.datasetKey, dataset]));
    } catch (error) {
      if (!(error instanceof VersionGone) || attempt >= attemptsMax) throw error;
    }
  }
}

async function load(db: Database, current: CurrentDataset): Promise<LoadedDataset> {
  const { datasetKey, version, versionId, sha256, asOf } = current;
  const kept = rowsKept.get(db) ?? new SizedCache<readonly JsonObject[]>(keptBytesMax);
  rowsKept.set(db, kept);
  const rows = await kept.get(versionId, async () => {
    const text = await readStoredRows(db, current);
    if (text === "gone") throw new VersionGone(`version ${version} of ${datasetKey} is gone`);
    if (text === "inconsistent")
      throw new Error(`the stored rows of ${datasetKey}, version ${version}, do not have their hash`);
    return { value: readDatasetText(text), bytes: text.byteLength };
  });
  return { datasetKey, version: String(version), sha256, asOf: asOf.toISOString(), rows };
}
