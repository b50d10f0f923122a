/** The catalog: datasets that callers read by page, row and words, and documents (`documents/`). */
import type { Route } from "../../http/route.ts";
import { listCatalogDocuments } from "./documents/list-documents.ts";
import { readCatalogDocument } from "./documents/read-document.ts";
import { listDatasets } from "./list-datasets.ts";
import { listRows } from "./list-rows.ts";
import { listVersions } from "./list-versions.ts";
import { readDataset } from "./read-dataset.ts";
import { readRow } from "./read-row.ts";
import { searchDatasets } from "./search-datasets.ts";

export const catalogRoutes: readonly Route[] = [
  listDatasets,
  readDataset,
  listVersions,
  listRows,
  readRow,
  searchDatasets,
  listCatalogDocuments,
  readCatalogDocument,
];
