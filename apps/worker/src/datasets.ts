import type { Deps } from "@service/domain";
import {
  datasetLimits,
  SizedCache,
  loadSharedDatasets,
  type DatasetDeps,
  type SharedDatasets,
} from "@service/domain/datasets";
import { findPreviousRun, type ClaimedRun } from "@service/domain/runs";
import type { SharedDataset } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { isJsonObject, parseJson } from "@service/json";
import type { PreviousResult } from "./compute/previous-result.ts";

/** Most bytes of dataset versions cached by the process, in memory shared with its threads. */
const keptBytesMax = 2 * datasetLimits.bytes;

/** Datasets of a run, or why it cannot be computed. */
export type RunDatasets =
  | {
      readonly kind: "loaded";
      readonly datasets: readonly SharedDataset[];
      /** Null when the engine type does not compare, and for the first run of a subject. */
      readonly previous: PreviousResult | null;
    }
  | Exclude<SharedDatasets, { kind: "loaded" }>;

export type Datasets = {
  /** Current versions of the datasets that a run of this configuration may read, without those never imported. */
  load(run: ClaimedRun, configuration: SharedArrayBuffer): Promise<RunDatasets>;
};

/** Loads datasets for threads: read from the database once per version and process, then shared without copying. */
export function openDatasets(deps: Pick<Deps, "db"> & DatasetDeps): Datasets {
  const texts = new SizedCache<Uint8Array>(keptBytesMax);
  const keysOf = new WeakMap<SharedArrayBuffer, readonly string[]>();

  function keysFor(run: ClaimedRun, configuration: SharedArrayBuffer): readonly string[] {
    // Only matching takes offerings, and a run's offerings replace the dataset (MATCH-6).
    if (run.offerings !== null) return [];
    const known = keysOf.get(configuration);
    if (known) return known;
    const keys = datasetKeysOf(run.engineType, configuration);
    keysOf.set(configuration, keys);
    return keys;
  }

  return {
    async load(run, configuration) {
      const loaded = await loadSharedDatasets(deps, run.organizationId, keysFor(run, configuration), texts);
      return loaded.kind === "loaded" ? { ...loaded, previous: await resultBefore(deps, run) } : loaded;
    },
  };
}

/** The previous run's result, unparsed: the thread turns it into a dataset. */
async function resultBefore({ db }: Pick<Deps, "db">, run: ClaimedRun): Promise<PreviousResult | null> {
  const { previousRun } = findEngineType(run.engineType);
  const before = previousRun && (await findPreviousRun(db, run.id));
  if (!before) return null;
  return { runId: before.id, completedAt: before.completedAt.toISOString(), output: sharedText(before.output) };
}

/** Encodes to UTF-8 directly into memory shared with threads. */
function sharedText(text: string): Uint8Array {
  const shared = new Uint8Array(new SharedArrayBuffer(Buffer.byteLength(text, "utf8")));
  Buffer.from(shared.buffer).write(text, "utf8");
  return shared;
}

/** Keys that any input could lead to: the input itself must not be parsed in this thread. */
function datasetKeysOf(engineType: ClaimedRun["engineType"], configuration: SharedArrayBuffer): readonly string[] {
  const type = findEngineType(engineType);
  if (!type.datasetKeys) return [];
  const configured = parseJson(Buffer.from(configuration).toString("utf8"));
  const effective = isJsonObject(configured) ? configured["effective"] : undefined;
  return isJsonObject(effective) ? [...new Set(type.datasetKeys(effective, undefined))].sort() : [];
}
