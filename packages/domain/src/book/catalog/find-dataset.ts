import { fail } from "@service/contract";
import { type Database, statement } from "@service/db";
import type { JsonSchema } from "@service/json";
import { LRUCache } from "lru-cache";
import { isLabelled, kindOfDataset } from "../../engines/datasets/index.ts";
import { listEgressManifests } from "../../engines/engines/index.ts";
import { type CatalogDataset, type CatalogKind, schemaOfMembers } from "./catalog-dataset.ts";
import { shippedDataset, shippedDatasets } from "./shipped-datasets.ts";

type ReadDeps = { readonly db: Database };

const versionColumns = `v.id as "versionId", v.dataset_key as "datasetKey", v.version, v.sha256, v.rows, v.as_of as "asOf",
  v.completed_at as "refreshedAt", v.has_terms as "hasTerms"`;

interface StoredVersion {
  readonly versionId: string;
  readonly datasetKey: string;
  readonly version: number;
  readonly sha256: string;
  readonly rows: number;
  readonly asOf: Date;
  readonly refreshedAt: Date;
  readonly hasTerms: boolean;
}

/** The newest complete version of each dataset of an organization. */
const listNewest = statement(
  "dataset_versions_of_catalog",
  `select distinct on (v.dataset_key) ${versionColumns} from dataset_versions v
   where v.organization_id = $1 and v.state = 'complete' order by v.dataset_key, v.version desc limit 1000`,
  // The statement that completes a version writes both.
).narrowed<Pick<StoredVersion, "sha256" | "refreshedAt">>();

/** The kept versions of one dataset, newest first. */
const listKept = statement(
  "dataset_versions_kept",
  `select ${versionColumns} from dataset_versions v
   where v.organization_id = $1 and v.dataset_key = $2 and v.state = 'complete' order by v.version desc limit 10`,
).narrowed<Pick<StoredVersion, "sha256" | "refreshedAt">>();

/** Rows about clients are Records data; sets with right answers measure engines (CAT-2). */
function isListed(datasetKey: string): boolean {
  return !isLabelled(datasetKey) && !datasetKey.startsWith("derived:");
}

/** The datasets that every organization has without importing any; an import of the same key replaces one (CAT-5). */
export async function listShipped(deps: ReadDeps): Promise<readonly CatalogDataset[]> {
  return [...shippedDatasets.values(), await egressManifests(deps)];
}

/** Every dataset that the organization can read, by key. */
export async function listCatalog(deps: ReadDeps, organizationId: string): Promise<CatalogDataset[]> {
  const { rows } = await deps.db.pool.query(listNewest([organizationId]));
  const stored = await Promise.all(
    rows.filter(({ datasetKey }) => isListed(datasetKey)).map((v) => storedDataset(deps, v)),
  );
  const byKey = new Map((await listShipped(deps)).map((dataset) => [dataset.datasetKey, dataset]));
  for (const dataset of stored) byKey.set(dataset.datasetKey, dataset);
  return [...byKey.values()].toSorted((left, right) => (left.datasetKey < right.datasetKey ? -1 : 1));
}

/** The kept versions of a dataset, newest first. @throws `dataset_not_found` */
export async function listCatalogVersions(
  deps: ReadDeps,
  organizationId: string,
  datasetKey: string,
): Promise<readonly [CatalogDataset, ...CatalogDataset[]]> {
  if (!isListed(datasetKey)) throw fail("dataset_not_found");
  const { rows } = await deps.db.pool.query(listKept([organizationId, datasetKey]));
  const [newest, ...older] = await Promise.all(rows.map((version) => storedDataset(deps, version)));
  if (newest !== undefined) return [newest, ...older];
  const own = datasetKey === "egress_manifests" ? await egressManifests(deps) : shippedDatasets.get(datasetKey);
  if (own === undefined) throw fail("dataset_not_found");
  return [own];
}

/** @throws `dataset_not_found`; `not_found` for a version that is not, or no longer, kept (CAT-11). */
export async function findDataset(
  deps: ReadDeps,
  organizationId: string,
  datasetKey: string,
  version?: number,
): Promise<CatalogDataset> {
  const kept = await listCatalogVersions(deps, organizationId, datasetKey);
  const found = version === undefined ? kept[0] : kept.find((each) => each.version === version);
  if (found === undefined)
    throw fail("not_found", { message: `Version ${version} of ${datasetKey} is not kept: see its versions.` });
  return found;
}

/** Hash and name only: what a manifest lets through is the operator's. */
async function egressManifests(deps: ReadDeps): Promise<CatalogDataset> {
  const manifests = await listEgressManifests(deps);
  return shippedDataset({
    datasetKey: "egress_manifests",
    title: "Egress manifests",
    description: "Names and hashes of the manifests that say what may leave for a model.",
    version: 1,
    rows: manifests.map(({ name, sha256 }) => ({ key: name, name, sha256 })),
  });
}

const titles: Readonly<Record<string, { readonly title: string; readonly description: string }>> = {
  offerings: { title: "Offerings", description: "Carrier programs, by offering_key." },
  watchlist: { title: "Watchlist", description: "Listed parties that clients are screened against." },
  carriers: { title: "Carriers", description: "Carriers that the organization works with." },
  coverage_terms: {
    title: "Coverage terms",
    description: "Coverage codes of the organization, beside the shipped ones.",
  },
};

async function storedDataset(deps: ReadDeps, stored: StoredVersion): Promise<CatalogDataset> {
  const { versionId, hasTerms, datasetKey, ...version } = stored;
  const [family = datasetKey, name] = datasetKey.split(/:(.*)/s);
  const description = titles[family] ?? shippedDatasets.get(family);
  const kind: CatalogKind =
    family === "watchlist" ? "watchlist" : shippedDatasets.has(datasetKey) ? "reference" : "served";
  const { keyFields, schema } = kindOfDataset(datasetKey);
  return {
    ...version,
    datasetKey,
    title:
      description === undefined ? datasetKey : name === undefined ? description.title : `${description.title} ${name}`,
    description: description?.description ?? "Rows imported by the organization.",
    kind,
    schema: schema ?? (await schemaOfVersion(deps, versionId)),
    keyField: keyFields[0] ?? "key",
    source: { name: "import", licence: null },
    contents: { kind: "stored", versionId, hasTerms },
  };
}

const readMembers = statement(
  "dataset_rows_members",
  `select m.name, array_agg(distinct m.type) as types from (
     select e.key as name, json_typeof(e.value) as type
     from (select r.body from dataset_rows r where r.version_id = $1) r, json_each(r.body::json) e) m
   group by m.name order by m.name limit 1000`,
).narrowed<{ readonly name: string; readonly types: readonly string[] }>();

/** The rows of a version never change. */
const schemas = new LRUCache<string, JsonSchema>({ max: 500 });

async function schemaOfVersion(deps: ReadDeps, versionId: string): Promise<JsonSchema> {
  const cached = schemas.get(versionId);
  if (cached !== undefined) return cached;
  const { rows } = await deps.db.pool.query(readMembers([versionId]));
  const schema = schemaOfMembers(rows);
  schemas.set(versionId, schema);
  return schema;
}
