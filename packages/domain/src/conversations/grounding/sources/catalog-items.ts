import { cut, type JsonObject } from "@service/json";
import { ServiceError } from "@service/contract";
import { type CatalogDataset, catalogLimits, readDatasetRow, searchCatalog } from "../../../book/catalog/index.ts";
import { titleOf } from "../../../engines/datasets/index.ts";
import { noEvidence } from "../evidence.ts";
import { fieldsAsText } from "../fields-as-text.ts";
import { passageCharsMax } from "../divide-page.ts";
import { selectedAll } from "../selected.ts";
import { type FromSource, type GroundingDeps, opens, type SourceOf, type SourceQuestion } from "./source-question.ts";

/** Found rows among which those that a selector names without their dataset are looked for. */
const foundMax = 100;

interface CatalogItem {
  readonly dataset: Pick<CatalogDataset, "datasetKey" | "title">;
  readonly key: string;
  readonly title: string;
  readonly fields: JsonObject;
}

/**
 * Rows of the catalog's datasets: those that the selector names, else those whose titles have words of the question, as
 * `GET /catalog/search` finds them (CAT-20).
 * @returns undefined without the right.
 */
export async function fromCatalogItems(
  deps: GroundingDeps,
  question: SourceQuestion,
  { selector, top_k }: SourceOf<"catalog_items">,
): Promise<FromSource | undefined> {
  const { viewer, variables } = question;
  if (!opens(viewer, "catalog:read")) return undefined;
  const datasetKeys = selectedAll(selector?.dataset_keys, variables);
  const rowKeys = selectedAll(selector?.row_keys, variables);
  const items =
    rowKeys === undefined || datasetKeys === undefined
      ? await foundItems(deps, question, { datasetKeys, limit: rowKeys === undefined ? top_k : foundMax })
      : await namedItems(deps, viewer.organizationId, { datasetKeys, rowKeys });
  const chosen = rowKeys === undefined ? items : items.filter(({ key }) => rowKeys.includes(key));
  return {
    passages: chosen.slice(0, top_k).map(({ dataset, key, title, fields }) => ({
      kind: "catalog_items",
      ref: { dataset_key: dataset.datasetKey, row_key: key },
      title: `${dataset.title}: ${title}`,
      locator: null,
      text: cut(fieldsAsText(fields), passageCharsMax),
    })),
    needs: { ...noEvidence(viewer.organizationId), capabilities: ["catalog:read"] },
  };
}

async function foundItems(
  deps: GroundingDeps,
  { viewer, query }: SourceQuestion,
  { datasetKeys, limit }: { readonly datasetKeys: readonly string[] | undefined; readonly limit: number },
): Promise<readonly CatalogItem[]> {
  // The search finds words that begin so: a stem finds singular and plural.
  const q = [...query.stems].slice(0, catalogLimits.words).join(" ");
  if (q === "" || datasetKeys?.length === 0) return [];
  const { organizationId } = viewer;
  if (datasetKeys === undefined) return searchCatalog(deps, organizationId, { q, datasetKey: undefined, limit });
  const found = await Promise.all(
    [...new Set(datasetKeys)].map((datasetKey) =>
      absentAsNone(async () => searchCatalog(deps, organizationId, { q, datasetKey, limit })),
    ),
  );
  return found.flat().toSorted((left, right) => right.score - left.score);
}

async function namedItems(
  deps: GroundingDeps,
  organizationId: string,
  { datasetKeys, rowKeys }: { readonly datasetKeys: readonly string[]; readonly rowKeys: readonly string[] },
): Promise<readonly CatalogItem[]> {
  const found = await Promise.all(
    datasetKeys.flatMap((datasetKey) =>
      rowKeys.map((rowKey) =>
        absentAsNone(async () => {
          const { dataset, row } = await readDatasetRow(deps, organizationId, { datasetKey, rowKey });
          return [{ dataset, key: row.key, title: titleOf(row.key, row.fields), fields: row.fields }];
        }),
      ),
    ),
  );
  return found.flat();
}

/** A dataset or row that a configuration names and that is gone gives nothing; the others still count. */
async function absentAsNone<Item>(read: () => Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ServiceError && (error.code === "dataset_not_found" || error.code === "row_not_found"))
      return [];
    throw error;
  }
}
