import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";
import { showOrganization } from "../../identity/organizations/index.ts";
import type { DatasetVersion } from "./dataset.ts";

export interface DatasetLine extends DatasetVersion {
  readonly importedAt: Date;
}

const listedMax = 1_000;

const listNewest = statement(
  "dataset_versions_list",
  `select distinct on (organization_id, dataset_key) organization_id as "organizationId", dataset_key as "datasetKey",
     version, sha256, rows, as_of as "asOf", completed_at as "importedAt"
   from dataset_versions
   where state = 'complete' and ($1::uuid is null or organization_id = $1)
   order by organization_id, dataset_key, version desc limit $2`,
  // The statement that completes a version writes both.
).narrowed<Pick<DatasetLine, "sha256" | "importedAt">>();

/** The serving version of every dataset, by organization and key; of one organization where it is named. @throws `not_found` */
export async function listDatasets(deps: Pick<Deps, "db">, organizationId?: string): Promise<DatasetLine[]> {
  if (organizationId !== undefined) await showOrganization(deps, organizationId);
  const { rows } = await deps.db.pool.query(listNewest([organizationId ?? null, listedMax]));
  return rows;
}
