/**
 * Runs over the book: for whom a run reads the broker's records and stored documents, what it reads of them, at which
 * head, and who may see the run afterwards.
 *
 * Guarantees: the person is resolved when the run is submitted and again when it is loaded; one attempt reads one
 * snapshot, and only what the person sees; the head of an attempt is stored under its lease. Who may not see a document, or
 * the classes of its text, does not see a run that read it. Elsewhere: what an input
 * wants (the engine types), runs themselves (`runs`), and rows (`records`).
 */
export { copiesOfRuns, type ResultOfRun } from "./copies-of-runs.ts";
export { headColumns, headJoins, type HeadColumns, headsOf, type RunHeads } from "./heads.ts";
export { sawDocuments } from "./document-visibility.ts";
export { loadRunDocuments, type LoadedDocuments } from "./load-run-documents.ts";
export { loadRunRecords, type LoadedRecords, type RunReach } from "./load-run-records.ts";
export { runsOverBook, type RunsOverBook } from "./runs-over-book.ts";
export { type DocumentRequest, resolveRunDocuments } from "./resolve-run-documents.ts";
export { resolveRunRecords } from "./resolve-run-records.ts";
export type { RunDocument } from "./run-document.ts";
export type { RecordsHead, RunRecords } from "./run-records.ts";
export { lowestRunIdOfAge } from "./run-age.ts";
export { assertRunVisible, isRunVisible, everyRun, runViewValues, sawRecords, seesRun } from "./run-visibility.ts";
export { removeOrphanedDocuments, storeRunDocuments } from "./store-run-documents.ts";
export { removeOrphanedRecords, storeRunRecords } from "./store-run-records.ts";
