import type { EngineRequest, LoadedDataset, Warning } from "@service/engine-kit";
import { canonicalHash, daysBetween, type JsonObject, byText } from "@service/json";
import type { ListRow } from "../input.ts";
import { readEntries } from "./list-entry.ts";
import { ListIndex } from "./list-index.ts";
import type { ReadInput } from "./read-input.ts";
import { customListKey, type ListSeverity } from "../codes.ts";
import type { ListSetting, Settings } from "../settings.ts";

/** A list that was searched, with the version of it. */
export type ScreenedList = {
  readonly listKey: string;
  readonly datasetKey: string;
  readonly label: string;
  readonly severity: ListSeverity;
  readonly index: ListIndex;
  readonly version: string;
  readonly sha256: string;
  readonly asOf: string | undefined;
  readonly ageDays: number | undefined;
  readonly isStale: boolean;
  readonly dataset: LoadedDataset | undefined;
};

export type Lists = {
  /** By list key. */
  readonly screened: readonly ScreenedList[];
  readonly unavailable: readonly ListSetting[];
  readonly warnings: readonly Warning[];
  /** A list is missing or stale: the answer is degraded (DIL-69). */
  readonly isReduced: boolean;
};

/** Custom lists cached besides the configured ones: the same agency file comes with many runs. */
const customIndexesMax = 4;

/** Rows of one version are one array for every run of a thread, so an index can be cached by it. */
const indexesOfRows = new WeakMap<readonly JsonObject[], ListIndex>();

/**
 * Indexes by the hash of their content, cached per compiled engine: building one takes a second for a large list, and
 * every run searches the same version until the list is refreshed. The least recently used one is evicted first.
 */
export class IndexCache {
  readonly #indexes = new Map<string, ListIndex>();
  readonly #max: number;

  constructor(lists: number) {
    this.#max = lists + customIndexesMax;
  }

  /** The index of content `sha256`, built from `rows` when it is not cached. */
  of(sha256: string, rows: readonly JsonObject[]): ListIndex {
    const index = this.#indexes.get(sha256) ?? indexesOfRows.get(rows) ?? new ListIndex(readEntries(rows));
    // Reinserting makes the entry the youngest: a Map keeps insertion order.
    this.#indexes.delete(sha256);
    this.#indexes.set(sha256, index);
    indexesOfRows.set(rows, index);
    for (const oldest of this.#indexes.keys()) {
      if (this.#indexes.size <= this.#max) break;
      this.#indexes.delete(oldest);
    }
    return index;
  }
}

/** The lists a run can search: those configured and loaded, and the entries that the input brings (DIL-65). */
export function loadLists(
  settings: Settings,
  input: ReadInput,
  datasets: EngineRequest["datasets"],
  cache: IndexCache,
): Lists {
  const screened: ScreenedList[] = [];
  const unavailable: ListSetting[] = [];
  const warnings: Warning[] = [];
  for (const setting of settings.lists) {
    const dataset = datasets.get(setting.datasetKey);
    // A list without any entry is a failed import: it must not clear anybody.
    if (dataset === undefined || dataset.rows.length === 0) {
      unavailable.push(setting);
      warnings.push(warning("list_unavailable", `The list ${setting.label} is not loaded.`, setting.listKey));
      continue;
    }
    const age = daysBetween(dataset.asOf, input.today);
    const isStale = age === undefined || age > setting.maxAgeDays;
    if (isStale) {
      const found = age === undefined ? "of unknown age" : `${age} days old`;
      const message = `The list ${setting.label} is ${found}; at most ${setting.maxAgeDays} days are allowed.`;
      warnings.push(warning("dataset_stale", message, setting.listKey));
    }
    screened.push({
      listKey: setting.listKey,
      datasetKey: setting.datasetKey,
      label: setting.label,
      severity: setting.severity,
      index: cache.of(dataset.sha256, dataset.rows),
      version: dataset.version,
      sha256: dataset.sha256,
      asOf: dataset.asOf,
      ageDays: age === undefined ? undefined : Math.max(0, age),
      isStale,
      dataset,
    });
  }
  if (input.customList !== undefined && input.customList.length > 0) screened.push(customList(input.customList, cache));
  return {
    screened: screened.sort((a, b) => byText(a.listKey, b.listKey)),
    unavailable: unavailable.sort((a, b) => byText(a.listKey, b.listKey)),
    warnings,
    isReduced: warnings.length > 0,
  };
}

/** Entries sent with the input have the severity of the gravest configured list. */
function customList(rows: readonly ListRow[], cache: IndexCache): ScreenedList {
  const sorted = rows.toSorted((a, b) => byText(a.entry_id, b.entry_id));
  const sha256 = canonicalHash(sorted);
  return {
    listKey: customListKey,
    datasetKey: customListKey,
    label: "the list of this request",
    severity: "block",
    index: cache.of(sha256, sorted),
    version: sha256.slice(0, 12),
    sha256,
    asOf: undefined,
    ageDays: undefined,
    isStale: false,
    dataset: undefined,
  };
}

function warning(code: string, message: string, listKey: string): Warning {
  return { code, message, stage: "load", severity: "warning", path: `lists[${listKey}]` };
}
