import { type Database, statement } from "@service/db";
import { describeList } from "@service/engine-diligence";
import { readDatasetText } from "@service/engine-kit";
import type { JsonObject } from "@service/json";
import { inTurns } from "@service/runtime";
import { readStoredRows } from "../../../engines/datasets/index.ts";
import type { RequestedWork, DeclaredDerivation, DerivedRow } from "../declaration.ts";

/**
 * What can be found in each watch list, of the version that serves (DERIV-13). The index itself is built by each worker that
 * screens, in its memory and once per version (DIL-74).
 */
export const watchlistIndex: DeclaredDerivation = {
  key: "watchlist_index",
  label: "Index of watch lists",
  mode: "full",
  isAfterSync: false,
  work: {
    kind: "own",
    families: [],
    watches: "watchlist:",
    async perform({ db }, work) {
      const rows: DerivedRow[] = [];
      for (const list of await listsOf(db, work)) {
        work.signal.throwIfAborted();
        const { datasetKey, version, sha256, asOf } = list;
        const named = { dataset_key: datasetKey, version, sha256, as_of: asOf.toISOString() };
        const body = { ...named, ...(await described(db, list)) };
        rows.push({ key: datasetKey, clientKey: "", body });
      }
      return { clients: 0, rows };
    },
  },
};

/** The newest complete version of each list. */
const newestLists = statement(
  "dataset_versions_newest_watchlists",
  `select distinct on (v.dataset_key) v.id as "versionId", v.organization_id as "organizationId",
     v.dataset_key as "datasetKey", v.version, v.sha256, v.rows, v.as_of as "asOf"
   from dataset_versions v where v.organization_id = $1 and v.dataset_key like 'watchlist:%' and v.state = 'complete'
   order by v.dataset_key, v.version desc`,
  // The statement that completes a version writes its hash.
).narrowed<{ readonly sha256: string }>();

async function listsOf(db: Database, { organizationId }: RequestedWork) {
  const { rows } = await db.pool.query(newestLists([organizationId]));
  return rows;
}

/** A list whose rows are not those of its hash, or that a newer import has pruned meanwhile, has no index. */
async function described(db: Database, list: Awaited<ReturnType<typeof listsOf>>[number]): Promise<JsonObject> {
  const text = await readStoredRows(db, list);
  if (typeof text === "string") return { state: text };
  const found = await inTurns(describeList(readDatasetText(text)));
  return {
    state: "indexed",
    entries: found.entries,
    names: found.names,
    keys: found.keys,
    names_not_found: found.namesNotFound,
    entries_not_found: found.entriesNotFound,
  };
}
