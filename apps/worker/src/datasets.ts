import type { Deps } from "@service/domain";
import {
  datasetLimits,
  SizedCache,
  loadSharedDatasets,
  type DatasetDeps,
  type SharedDatasets,
} from "@service/domain/datasets";
import { loadOpenTasks, type LoadedTasks } from "@service/domain/ledger";
import { loadOpportunities } from "@service/domain/opportunities";
import type { BookDeps } from "@service/domain/records";
import {
  type LoadedDocuments,
  loadRunDocuments,
  loadRunRecords,
  type LoadedRecords,
  type RecordsHead,
  type RunReach,
} from "@service/domain/run-records";
import type { SeatDeps } from "@service/domain/seats";
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
      /** Of the broker's book, for a run that read it. */
      readonly head: RecordsHead | null;
      /** Null when the engine type does not compare, and for the first run of a subject. */
      readonly previous: PreviousResult | null;
    }
  | Exclude<SharedDatasets | LoadedRecords | LoadedDocuments, { kind: "loaded" }>;

export type Datasets = {
  /**
   * Current versions of the datasets that a run of this configuration may read, without those never imported, and what
   * its input wants of the broker's book (REC-73) and of stored documents (DOC-42).
   * @throws the signal's reason when it aborts.
   */
  load(run: ClaimedRun, configuration: SharedArrayBuffer, signal: AbortSignal): Promise<RunDatasets>;
};

/** Not parsed: an input without this member reads no book; one that has it may. */
const recordsReference = '"records_ref"';
const documentReference = '"source_blob_ref"';
const notFollowed = { kind: "not_followed" } as const;
const noDocuments: LoadedDocuments = { kind: "loaded", datasets: [] };
const noRecords: LoadedRecords = { kind: "loaded", datasets: [], head: null, reach: null };

/** Loads datasets for threads: read from the database once per version and process, then shared without copying. */
export function openDatasets(deps: Pick<Deps, "db" | "log"> & DatasetDeps & BookDeps & SeatDeps): Datasets {
  const texts = new SizedCache<Uint8Array>(keptBytesMax);
  const keysOf = new WeakMap<SharedArrayBuffer, readonly string[]>();

  function keysFor(run: ClaimedRun, configuration: SharedArrayBuffer): readonly string[] {
    // Only matching takes offerings, and a run's offerings replace the dataset (MATCH-6).
    if (run.offerings !== null) return [];
    const cached = keysOf.get(configuration);
    if (cached) return cached;
    const keys = datasetKeysOf(run.engineType, configuration);
    keysOf.set(configuration, keys);
    return keys;
  }

  return {
    async load(run, configuration, signal) {
      const loaded = await loadSharedDatasets(deps, run.organizationId, keysFor(run, configuration), texts);
      if (loaded.kind !== "loaded") return loaded;
      const records = run.input.includes(recordsReference) ? await loadRunRecords(deps, run, signal) : noRecords;
      if (records.kind !== "loaded") return records;
      const tasks = await openTasksOf(deps, run, records.reach, signal);
      if (tasks.kind !== "loaded") return tasks;
      const documents = run.input.includes(documentReference) ? await loadRunDocuments(deps, run, signal) : noDocuments;
      if (documents.kind !== "loaded") return documents;
      const { head } = records;
      const datasets = [...loaded.datasets, ...records.datasets, ...tasks.datasets, ...documents.datasets];
      // A run that feeds the opportunities is compared with them, any other with the run before it (OPPS-30).
      const followed = records === noRecords ? notFollowed : await loadOpportunities(deps, run.id, signal);
      switch (followed.kind) {
        case "loaded":
          return { kind: "loaded", datasets: [...datasets, ...followed.datasets], head, previous: null };
        case "not_followed":
          return { kind: "loaded", datasets, head, previous: await resultBefore(deps, run) };
        case "too_large":
          return followed;
      }
    },
  };
}

/** Of the clients that the run read, for an engine type that takes them. */
async function openTasksOf(
  deps: BookDeps,
  { id: runId, organizationId, engineType }: ClaimedRun,
  reach: RunReach | null,
  signal: AbortSignal,
): Promise<LoadedTasks> {
  const { tasksDataset } = findEngineType(engineType);
  if (reach === null || tasksDataset === undefined) return { kind: "loaded", datasets: [] };
  return loadOpenTasks(deps, tasksDataset, { ...reach, runId, organizationId }, signal);
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
