/**
 * Datasets: rows an operator imports for engines to read, versioned and known by their hash (DATA-1): offerings,
 * watchlists, labelled sets, coverage terms, and free rows with a key.
 *
 * Guarantees: a version serves completely or not at all, and each of its rows has passed the check of its kind; the
 * same rows make no second version; the serving version is never read from a cache, and rows are checked against their
 * hash. Elsewhere: how engines use rows, and who is notified of a new version.
 */
export {
  currentDatasets,
  openDatasetLoader,
  type CurrentDataset,
  type DatasetDeps,
  type DatasetLoader,
} from "./current-datasets.ts";
export { datasetFormats, datasetLimits, type DatasetFormat, type DatasetVersion } from "./dataset.ts";
export { datasetOfLines } from "./dataset-of-lines.ts";
export { importDataset, type DatasetImport, type ImportedDataset, type ImportProgress } from "./import-dataset.ts";
export { SizedCache, type Sized } from "./sized-cache.ts";
export { listDatasets, type DatasetLine } from "./list-datasets.ts";
export { loadSharedDatasets, type SharedDatasets } from "./load-shared-datasets.ts";
export { isLabelled, kindOfDataset } from "./dataset-kinds.ts";
export { ensureTitleTerms, termsOfTitle, titleOf } from "./title-terms.ts";
export { readStoredRows } from "./read-stored-rows.ts";
