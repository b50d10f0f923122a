/**
 * The catalog: datasets that an organization serves to its callers, imported or shipped with the service, read by page, by
 * row and by the words of their titles.
 *
 * Guarantees: a chain of pages shows one version; nothing is loaded whole into the process that was imported; rows about
 * clients and sets with right answers are not here. How rows come in is left to `datasets`.
 */
export { type CatalogDataset, type CatalogFreshness, type CatalogKind, freshnessOfDataset } from "./catalog-dataset.ts";
export { classesOfClientDocument, documentKinds } from "./document-kinds.ts";
export { findDataset, listCatalog, listCatalogVersions, listShipped } from "./find-dataset.ts";
export { catalogLimits, type CatalogRow, listDatasetRows, type ListedRows } from "./list-dataset-rows.ts";
export { catalogItemsExist, readDatasetRow } from "./read-dataset-row.ts";
export { type FoundRow, searchCatalog } from "./search-catalog.ts";
