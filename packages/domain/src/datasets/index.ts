/**
 * Datasets: rows an operator imports for engines to read, versioned and known by their hash (domain.md F): offerings,
 * watchlists, labelled sets, coverage terms, and free rows with a key.
 *
 * Guarantees: a version serves whole or not at all, and every row of it has passed the check of its kind; the same rows
 * make no second version; whoever asks what serves gets the truth of that moment, and rows are what their hash says. It
 * leaves to others: what an engine does with rows, and who is told of a new version.
 */
export { currentDatasets, type CurrentDataset } from "./current-datasets.ts";
export { datasetFormats, datasetLimits, type DatasetFormat, type DatasetVersion } from "./dataset.ts";
export { importDataset, type DatasetImport, type ImportedDataset, type ImportProgress } from "./import-dataset.ts";
export { KeptBySize, type Sized } from "./kept-by-size.ts";
export { listDatasets, type DatasetLine } from "./list-datasets.ts";
export { loadDatasets } from "./load-datasets.ts";
export { loadSharedDatasets, type SharedDatasets } from "./load-shared-datasets.ts";
export { readStoredRows } from "./read-stored-rows.ts";
