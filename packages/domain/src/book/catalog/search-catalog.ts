import { statement } from "@service/db";
import { type JsonObject, parseJsonObject } from "@service/json";
import { ensureTitleTerms, termsOfTitle, titleOf } from "../../engines/datasets/index.ts";
import type { Deps } from "../../deps.ts";
import type { CatalogDataset } from "./catalog-dataset.ts";
import { findDataset, listCatalog } from "./find-dataset.ts";
import { wordsOf } from "./list-dataset-rows.ts";
import { bodyOf } from "./read-dataset-row.ts";
import { scoreHits, type WordHit } from "./score-hits.ts";

export interface FoundRow {
  readonly dataset: CatalogDataset;
  readonly key: string;
  readonly title: string;
  /** BM25, rounded to four decimals. */
  readonly score: number;
  readonly fields: JsonObject;
}

/** Entries that one word of a search looks at in one version: a word that more rows have says little. */
const hitsMax = 10_000;

const findTerms = statement(
  "dataset_terms_find",
  `
  select v.id as "versionId", w.at::int as at, t.row_key as key, t.count, t.words, t.term = w.word as "isWhole"
  from dataset_versions v, unnest($3::text[]) with ordinality w (word, at), lateral (
    select * from dataset_terms t where t.version_id = v.id
      and t.term >= w.word collate "C" and t.term < (w.word || U&'\\+10FFFF') collate "C"
    order by t.term limit $4) t
  where v.organization_id = $1 and v.id = any($2::uuid[])`,
);

/**
 * The rows whose titles have words of `q` or words that begin with them, best first by BM25; equal scores by dataset and
 * key (CAT-20).
 * @throws `dataset_not_found` for a dataset that is named and not there; `invalid_request`.
 */
export async function searchCatalog(
  deps: Pick<Deps, "db">,
  organizationId: string,
  { q, datasetKey, limit }: { readonly q: string; readonly datasetKey: string | undefined; readonly limit: number },
): Promise<readonly FoundRow[]> {
  const words = wordsOf(q);
  const datasets =
    datasetKey === undefined
      ? await listCatalog(deps, organizationId)
      : [await findDataset(deps, organizationId, datasetKey)];
  const hits = await storedHits(deps, organizationId, datasets, words);
  for (const dataset of datasets)
    if (dataset.contents.kind === "shipped") hits.set(dataset, shippedHits(dataset, words));
  const scored = [...hits]
    .flatMap(([dataset, found]) => scoreHits(found, dataset.rows).map((one) => ({ dataset, ...one })))
    .toSorted(
      (left, right) =>
        right.score - left.score ||
        compare(left.dataset.datasetKey, right.dataset.datasetKey) ||
        compare(left.key, right.key),
    )
    .slice(0, limit);
  const found = await Promise.all(
    scored.map(async ({ dataset, key, score }) => {
      const body = await bodyOf(deps, organizationId, dataset, key);
      if (body === undefined) return [];
      const fields = parseJsonObject(body);
      return [{ dataset, key, title: titleOf(key, fields), score, fields }];
    }),
  );
  return found.flat();
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

async function storedHits(
  deps: Pick<Deps, "db">,
  organizationId: string,
  datasets: readonly CatalogDataset[],
  words: readonly string[],
): Promise<Map<CatalogDataset, WordHit[]>> {
  const byVersion = new Map<string, CatalogDataset>();
  for (const dataset of datasets) {
    const { contents } = dataset;
    if (contents.kind !== "stored") continue;
    if (!contents.hasTerms) await ensureTitleTerms(deps.db, organizationId, contents.versionId);
    byVersion.set(contents.versionId, dataset);
  }
  const hits = new Map<CatalogDataset, WordHit[]>();
  if (byVersion.size === 0) return hits;
  const { rows } = await deps.db.pool.query(findTerms([organizationId, [...byVersion.keys()], [...words], hitsMax]));
  for (const { versionId, at, key, count, words: length, isWhole } of rows) {
    const dataset = byVersion.get(versionId);
    if (dataset === undefined) continue;
    const found = hits.get(dataset) ?? [];
    hits.set(dataset, found);
    found.push({ word: at, key, count, length, isWhole: isWhole === true });
  }
  return hits;
}

function shippedHits({ contents }: CatalogDataset, words: readonly string[]): WordHit[] {
  if (contents.kind !== "shipped") return [];
  return [...contents.rows].flatMap(([key, body]) => {
    const { words: length, counts } = termsOfTitle(key, parseJsonObject(body));
    return words.flatMap((word, at) =>
      [...counts].flatMap(([term, count]) =>
        term.startsWith(word) ? [{ word: at, key, count, length, isWhole: term === word }] : [],
      ),
    );
  });
}
