import { fail, ServiceError } from "@service/contract";
import { statement } from "@service/db";
import { canonicalJson, type Json, type JsonObject, parseJsonObject } from "@service/json";
import { searchWords } from "@service/record-families";
import { ensureTitleTerms, termsOfTitle } from "../../engines/datasets/index.ts";
import type { Deps } from "../../deps.ts";
import { type CursorList, openPlace, type Page, pageOf, sealPlace } from "../../paging.ts";
import { type CatalogDataset, fieldsOfSchema, isScalarField } from "./catalog-dataset.ts";
import { findDataset } from "./find-dataset.ts";
import * as z from "zod";

export const catalogLimits = {
  /** Filters of one list (CAT-12). */
  filters: 5,
  /** Words of `q`. */
  words: 10,
  pageRows: 500,
  pageRowsDefault: 100,
} as const;

export interface RowsRequest {
  readonly organizationId: string;
  readonly datasetKey: string;
  readonly filters: ReadonlyMap<string, string>;
  readonly q: string | undefined;
  readonly fields: readonly string[] | undefined;
  readonly version: number | undefined;
  readonly limit: number;
  readonly cursor: string | undefined;
}

export interface CatalogRow {
  readonly key: string;
  readonly fields: JsonObject;
}

export interface ListedRows extends Page<CatalogRow> {
  readonly dataset: CatalogDataset;
}

/** The version of a chain of pages, and the key of the last row. */
const Place = z.tuple([z.int(), z.string()]);

function listOf({ organizationId, datasetKey, filters, q, fields }: RowsRequest): CursorList {
  const sorted = [...filters].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return { list: "catalog_rows", organizationId, datasetKey, filters: sorted, q, fields };
}

/**
 * A page of the rows of one version, in the order of their keys (CAT-10, CAT-12).
 * @throws `dataset_not_found`, `not_found` for a version that is not kept, `invalid_cursor` (expired when its version is no
 *   longer kept), `invalid_request` for a filter or a field that the schema does not have.
 */
export async function listDatasetRows(deps: Pick<Deps, "db" | "secrets">, request: RowsRequest): Promise<ListedRows> {
  const { organizationId, limit } = request;
  const dataset = await datasetOf(deps, request);
  const fields = new Set(fieldsOfSchema(dataset.schema));
  for (const field of request.fields ?? [])
    if (!fields.has(field) && field !== "key" && field !== "row_key")
      throw refused("fields", `names ${field}, which rows of this dataset do not have`);
  for (const field of request.filters.keys())
    if (!isScalarField(dataset.schema, field))
      throw refused(`filter.${field}`, "is not a field with a single value in the schema of this dataset");
  const words = wordsOf(request.q);
  const list = listOf(request);
  const [, after] = request.cursor === undefined ? [0, ""] : openPlace(deps.secrets, list, request.cursor, Place);
  const pageRequest = { filters: request.filters, words, after, limit: limit + 1 };
  const { contents } = dataset;
  const found =
    contents.kind === "shipped"
      ? shippedRows(contents.rows, pageRequest)
      : await storedRows(deps, { organizationId, ...contents }, pageRequest);
  const { rows, nextCursor } = pageOf(found, limit, ({ key }) => sealPlace(deps.secrets, list, [dataset.version, key]));
  return {
    dataset,
    rows: rows.map(({ key, body }) => ({ key, fields: chosen(parseJsonObject(body), request.fields) })),
    nextCursor,
  };
}

/** The version that is asked for: that of the chain, the one that is named, else the newest. */
async function datasetOf(deps: Pick<Deps, "db" | "secrets">, request: RowsRequest): Promise<CatalogDataset> {
  const { organizationId, datasetKey, version, cursor } = request;
  if (cursor === undefined) return findDataset(deps, organizationId, datasetKey, version);
  const [pinned] = openPlace(deps.secrets, listOf(request), cursor, Place);
  if (version !== undefined && version !== pinned) throw fail("invalid_cursor");
  try {
    return await findDataset(deps, organizationId, datasetKey, pinned);
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found")
      throw fail("invalid_cursor", { details: { reason: "expired" } });
    throw error;
  }
}

function refused(field: string, message: string) {
  return fail("invalid_request", { message: `${field} ${message}.`, details: [{ field, message }] });
}

/** @throws `invalid_request` when `q` has no letter or digit, or too many words. */
export function wordsOf(q: string | undefined): readonly string[] {
  if (q === undefined) return [];
  const words = [...new Set(searchWords(q))];
  if (words.length === 0) throw refused("q", "must have letters or digits");
  if (words.length > catalogLimits.words) throw refused("q", `must have at most ${catalogLimits.words} words`);
  return words;
}

function chosen(row: JsonObject, fields: readonly string[] | undefined): JsonObject {
  if (fields === undefined) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name)));
}

interface PageRequest {
  readonly filters: ReadonlyMap<string, string>;
  readonly words: readonly string[];
  readonly after: string;
  readonly limit: number;
}

interface StoredRow {
  readonly key: string;
  readonly body: string;
}

function shippedRows(rows: ReadonlyMap<string, string>, { filters, words, after, limit }: PageRequest): StoredRow[] {
  const found: StoredRow[] = [];
  for (const [key, body] of rows) {
    if (found.length === limit) break;
    if (key <= after) continue;
    const row = parseJsonObject(body);
    if (![...filters].every(([field, value]) => textOf(row[field]) === value)) continue;
    const terms = words.length === 0 ? [] : [...termsOfTitle(key, row).counts.keys()];
    if (words.every((word) => terms.some((term) => term.startsWith(word)))) found.push({ key, body });
  }
  return found;
}

/** A value as a parameter names it. */
function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : value === undefined || value === null ? undefined : canonicalJson(value);
}

/**
 * `quoted` and `bare`: the member with its value as canonical JSON holds it, as a string and bare; `values`: as text. A
 * row whose text does not hold the member at all is not parsed.
 */
const listRows = statement(
  "dataset_rows_list",
  `
  select r.row_key as key, r.body from dataset_rows r
    join dataset_versions v on v.id = r.version_id and v.organization_id = @organization_id
  where r.version_id = @version_id and r.row_key > @after
    and not exists (
      select from unnest(@fields::text[], @quoted::text[], @bare::text[], @values::text[])
        f (field, quoted, bare, value)
      where case when strpos(r.body, f.quoted) > 0 or strpos(r.body, f.bare) > 0
        then (r.body::json ->> f.field) is distinct from f.value else true end)
    and not exists (
      select from unnest(@words::text[]) w (word)
      where not exists (
        select from dataset_terms t where t.version_id = r.version_id and t.row_key = r.row_key
          and t.term >= w.word collate "C" and t.term < (w.word || U&'\\+10FFFF') collate "C"))
  order by r.row_key limit @limit`,
);

async function storedRows(
  deps: Pick<Deps, "db">,
  stored: { readonly organizationId: string; readonly versionId: string; readonly hasTerms: boolean },
  { filters, words, after, limit }: PageRequest,
): Promise<StoredRow[]> {
  const { organizationId, versionId, hasTerms } = stored;
  if (words.length > 0 && !hasTerms) await ensureTitleTerms(deps.db, organizationId, versionId);
  const fields = [...filters.keys()];
  const values = [...filters.values()];
  const names = fields.map((field) => canonicalJson(field));
  const { rows } = await deps.db.pool.query(
    listRows({
      organizationId,
      versionId,
      after,
      fields,
      quoted: names.map((name, index) => `${name}:${canonicalJson(values[index] ?? "")}`),
      bare: names.map((name, index) => `${name}:${values[index] ?? ""}`),
      values,
      words: [...words],
      limit,
    }),
  );
  return rows;
}
