import { fail } from "@service/contract";
import { type Querying, statement } from "@service/db";
import { parseJsonObject } from "@service/json";
import type { Deps } from "../../deps.ts";
import type { CatalogDataset } from "./catalog-dataset.ts";
import { findDataset } from "./find-dataset.ts";
import type { CatalogRow } from "./list-dataset-rows.ts";
import { shippedDatasets } from "./shipped-datasets.ts";

const readRow = statement(
  "dataset_rows_read",
  `select r.body from dataset_rows r join dataset_versions v on v.id = r.version_id and v.organization_id = $1
   where r.version_id = $2 and r.row_key = $3`,
);

/** One row by its key. @throws `dataset_not_found`, `not_found` for a version that is not kept, `row_not_found` */
export async function readDatasetRow(
  deps: Pick<Deps, "db">,
  organizationId: string,
  request: { readonly datasetKey: string; readonly rowKey: string; readonly version?: number | undefined },
): Promise<{ readonly dataset: CatalogDataset; readonly row: CatalogRow }> {
  const { datasetKey, rowKey, version } = request;
  const dataset = await findDataset(deps, organizationId, datasetKey, version);
  const body = await bodyOf(deps, organizationId, dataset, rowKey);
  if (body === undefined) throw fail("row_not_found");
  return { dataset, row: { key: rowKey, fields: parseJsonObject(body) } };
}

/** The stored text of a row; undefined when the version has none of this key. */
export async function bodyOf(
  deps: Pick<Deps, "db">,
  organizationId: string,
  { contents }: CatalogDataset,
  rowKey: string,
): Promise<string | undefined> {
  if (contents.kind === "shipped") return contents.rows.get(rowKey);
  const { rows } = await deps.db.pool.query(readRow([organizationId, contents.versionId, rowKey]));
  return rows[0]?.body;
}

const rowsServe = statement(
  "dataset_rows_serve",
  `
  select i.at, exists (select from dataset_rows r where r.version_id = v.id and r.row_key = i.row_key) as "isThere"
  from unnest($2::int[], $3::text[], $4::text[]) as i(at, dataset_key, row_key)
  cross join lateral (
    select v.id from dataset_versions v
    where v.organization_id = $1 and v.dataset_key = i.dataset_key and v.state = 'complete'
    order by v.version desc limit 1) v`,
).narrowed<{ readonly at: number; readonly isThere: boolean }>();

/**
 * Whether each catalog item `dataset_key/row_key` exists in the version that serves, for what refers to them. Everything
 * behind the first `/` is the key of the row.
 */
export async function catalogItemsExist(
  db: Querying,
  organizationId: string,
  items: readonly string[],
): Promise<readonly boolean[]> {
  const wantedRows = items.map((item, at) => {
    const [datasetKey = "", rowKey] = item.split(/\/(.*)/s);
    const isServed = rowKey !== undefined && !datasetKey.startsWith("labelled:") && !datasetKey.startsWith("derived:");
    return { at, datasetKey, rowKey: isServed ? rowKey : undefined };
  });
  const { rows } = await db.query(
    rowsServe([
      organizationId,
      wantedRows.map(({ at }) => at),
      wantedRows.map(({ datasetKey }) => datasetKey),
      wantedRows.map(({ rowKey }) => rowKey ?? null),
    ]),
  );
  const stored = new Map(rows.map(({ at, isThere }) => [at, isThere]));
  return wantedRows.map(
    ({ at, datasetKey, rowKey }) => rowKey !== undefined && (stored.get(at) ?? isShipped(datasetKey, rowKey)),
  );
}

function isShipped(datasetKey: string, rowKey: string): boolean {
  const dataset = shippedDatasets.get(datasetKey);
  return dataset?.contents.kind === "shipped" && dataset.contents.rows.has(rowKey);
}
