import { hotStatement, type Database } from "@service/db";
import { createBatcher, type Batcher } from "@service/runtime";
import type { DatasetVersion } from "./dataset.ts";

/** A serving version and the id of its rows. The rows of an id never change; only `asOf` is renewed. */
export interface CurrentDataset extends DatasetVersion {
  readonly versionId: string;
}

interface Wanted {
  readonly organizationId: string;
  readonly datasetKey: string;
}

/**
 * The newest complete version of each wanted (organization, key), by position in the input; no row where nothing is
 * imported. One probe of the unique index each. Safe to repeat.
 */
const readCurrent = hotStatement(
  "datasets_current",
  `select w.position::int as position, v.id as "versionId", v.organization_id as "organizationId",
     v.dataset_key as "datasetKey", v.version, v.sha256, v.rows, v.as_of as "asOf"
   from unnest($1::uuid[], $2::text[]) with ordinality as w (organization_id, dataset_key, position), lateral (
     select * from dataset_versions d
     where d.organization_id = w.organization_id and d.dataset_key = w.dataset_key and d.state = 'complete'
     order by d.version desc limit 1) v`,
  // The statement that completes a version writes its hash.
).narrowed<{ readonly sha256: string }>();

/** Reads what serves, batched over concurrent callers. */
export type DatasetLoader = Batcher<Wanted, CurrentDataset | undefined>;

export interface DatasetDeps {
  readonly datasets: DatasetLoader;
}

/** Opens it once per process and database; no connection is made before the first use. */
export function openDatasetLoader(db: Database): DatasetLoader {
  return createBatcher<Wanted, CurrentDataset | undefined>({
    name: "current datasets",
    maxBatch: 256,
    maxInFlight: 2,
    maxWaiting: 10_000,
    run: async (wishes) => {
      const { rows } = await db.hot.query(
        readCurrent([wishes.map(({ organizationId }) => organizationId), wishes.map(({ datasetKey }) => datasetKey)]),
      );
      const found = new Map(rows.map(({ position, ...current }) => [position, current]));
      return wishes.map((_, index) => found.get(index + 1));
    },
  });
}

/**
 * The versions that serve now under these keys; a key with nothing imported is left out. Never cached: a run submitted
 * after an import must see it. Concurrent callers share one statement.
 */
export async function currentDatasets(
  deps: DatasetDeps,
  organizationId: string,
  datasetKeys: readonly string[],
): Promise<CurrentDataset[]> {
  const found = await Promise.all(
    [...new Set(datasetKeys)].map((datasetKey) => deps.datasets({ organizationId, datasetKey })),
  );
  return found.filter((current) => current !== undefined);
}
