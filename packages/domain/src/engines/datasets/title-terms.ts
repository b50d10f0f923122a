import { type Database, statement, type Transaction } from "@service/db";
import { cut, isJsonArray, isJsonObject, type JsonObject, parseJsonObject } from "@service/json";
import { searchWords } from "@service/record-families";
import type { ContentRow } from "./check-contents.ts";
import { isLabelled } from "./dataset-kinds.ts";

/** Members of a row that say what it is called, in the order in which a title takes them. */
const titleFields = ["title", "label", "name", "product", "carrier_name", "coverage", "description"] as const;
/** Beyond this a title says nothing new. */
const wordsMax = 60;
const termCharsMax = 64;

/** What a row is called: its first name, else its key. */
export function titleOf(key: string, row: JsonObject): string {
  const [first] = titlesOf(row);
  return first ?? key;
}

function titlesOf(row: JsonObject): string[] {
  const own = titleFields.flatMap((field) => {
    const value = row[field];
    return typeof value === "string" && value.trim() !== "" ? [value] : [];
  });
  const { names } = row;
  const listed = isJsonArray(names)
    ? names.flatMap((each) => (isJsonObject(each) && typeof each["name"] === "string" ? [each["name"]] : []))
    : [];
  return [...own, ...listed];
}

/** The words by which a row is found, each with how often its titles and its key have it (CAT-20). */
export function termsOfTitle(
  key: string,
  row: JsonObject,
): { readonly words: number; readonly counts: ReadonlyMap<string, number> } {
  const words = [...titlesOf(row), key.replaceAll("_", " ")]
    .flatMap((title) => [...searchWords(title)])
    .slice(0, wordsMax)
    .map((word) => cut(word, termCharsMax));
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { words: words.length, counts };
}

const insertTerms = statement(
  "dataset_terms_insert",
  `insert into dataset_terms (version_id, row_key, term, count, words)
   select @version_id, * from unnest(@keys::text[], @terms::text[], @counts::int2[], @words::int2[])
   on conflict do nothing`,
);

const markIndexed = statement(
  "dataset_versions_have_terms",
  "update dataset_versions set has_terms = true where id = $1",
);

/** Terms of one statement. */
const batchTerms = 10_000;

/** Stores the words by which the rows of a version are found. */
export async function storeTitleTerms(tx: Transaction, versionId: string, rows: readonly ContentRow[]): Promise<void> {
  const batch = newBatch();
  const flush = async (): Promise<void> => {
    await tx.query(
      insertTerms({ versionId, keys: batch.keys, terms: batch.terms, counts: batch.counts, words: batch.words }),
    );
    for (const column of Object.values(batch)) column.length = 0;
  };
  for (const { key, body } of rows) {
    const { words, counts } = termsOfTitle(key, parseJsonObject(body));
    for (const [term, count] of counts) {
      batch.keys.push(key);
      batch.terms.push(term);
      batch.counts.push(count);
      batch.words.push(words);
    }
    if (batch.keys.length >= batchTerms) await flush();
  }
  await flush();
  await tx.query(markIndexed([versionId]));
}

function newBatch() {
  const keys: string[] = [];
  const terms: string[] = [];
  const counts: number[] = [];
  const words: number[] = [];
  return { keys, terms, counts, words };
}

/** Whether the rows of a dataset are found by their words. */
export function isSearched(datasetKey: string): boolean {
  return !isLabelled(datasetKey);
}

const lockUnindexed = statement(
  "dataset_versions_lock_unindexed",
  `select v.id from dataset_versions v
   where v.organization_id = $1 and v.id = $2 and not v.has_terms and v.state = 'complete' for update`,
);
const rowsAfter = statement(
  "dataset_rows_after",
  `select r.row_key as key, r.body from dataset_rows r where r.version_id = $1 and r.row_key > $2 order by r.row_key limit $3`,
);
const pageRows = 2_000;

/** Indexes a version that was imported before words were stored; once for each. */
export async function ensureTitleTerms(
  db: Pick<Database, "inTransaction">,
  organizationId: string,
  versionId: string,
): Promise<void> {
  await db.inTransaction(async (tx) => {
    const { rowCount } = await tx.query(lockUnindexed([organizationId, versionId]));
    if (rowCount === 0) return;
    let after = "";
    for (;;) {
      const { rows } = await tx.query(rowsAfter([versionId, after, pageRows]));
      await storeTitleTerms(tx, versionId, rows);
      const last = rows.at(-1);
      if (last === undefined || rows.length < pageRows) return;
      after = last.key;
    }
  });
}
