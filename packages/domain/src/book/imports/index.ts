/**
 * Imports: how a delivery becomes the rows that readers see (docs/spec/imports.md).
 *
 * Guarantees: readers see the whole delivery or nothing of it; a process that dies at any moment leaves an import that is
 * resumed or undone without a trace; equal rows write nothing; a delivery that looks broken is refused and what was served
 * stays. Reading files and mapping rows are left to the packages source-files and record-mapping, reading the rows to
 * `records`.
 */
export { cancelImport } from "./cancel-import.ts";
export type { DeliveredFile, DeliveredRow, Delivery } from "./delivery.ts";
export type { FamilyCounts, ImportCounts } from "./import-counts.ts";
export { importTransitions, type ImportState, importStates } from "./import-states.ts";
export { withImportLock } from "./import-lock.ts";
export { refuseUnfinished } from "./record-import.ts";
export { importModes, type ImportMode, type RecordImport } from "./record-import.ts";
export { type ImportOutcome, type ImportProgress, type ImportRequest, runImport } from "./run-import.ts";
export { dropLeftStaged, removeOldQuarantine, removeOldVersions, type SnapshotRetention } from "./remove-old-book.ts";
export { type SyncOutcome, type SyncRequest, syncConnection } from "./sync-connection.ts";
export { reportStaleConnections } from "./report-stale-connections.ts";
export {
  claimSync,
  type ClaimedSync,
  type EndOfSync,
  releaseSyncs,
  renewSyncs,
  settleSync,
} from "./scheduled-syncs.ts";
export { resumeImport } from "./resume-import.ts";
export { importFiles, resumeFiles } from "./import-files.ts";
export {
  explainRow,
  type ImportReport,
  listImports,
  quarantinedRows,
  type QuarantinedRow,
  reportImport,
  type RowVersion,
  showImport,
  type ShownImport,
} from "./import-reports.ts";
export { reportFailedSync } from "./report-failed-sync.ts";
