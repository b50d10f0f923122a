/**
 * Reads of the book of a broker: pages of rows at one snapshot, single rows, searches, and summaries of clients.
 *
 * Guarantees: pages of one cursor chain show one snapshot, no row twice and none missing; no statement looks at more than
 * 10,000 entries of an index; what a viewer may not see is in no answer. Who reads, and how rows come in, is left to
 * `seats` and to the imports.
 */
export { type AccountSummary, summarizeClients, summaryFamilies, summaryOfRows } from "./account-summary.ts";
export { readTimeline, timelineFamilies, timelineKinds, TimelinePlace } from "./account-timeline.ts";
export { maskedAttributes } from "./attribute-classes.ts";
export { type BookDeps, openBookReads } from "./book-reads.ts";
export { readBookStatus } from "./book-status.ts";
export { carrierFields, carrierNameIn, carriersOfPolicies } from "./carriers-of-policies.ts";
export { type ConnectionDeps, freshnessOf, resolveConnection, type ServedBook } from "./connection.ts";
export { hiddenFields, maskedFields } from "./field-standing.ts";
export { placesFound, searchClients } from "./find-clients.ts";
export {
  copiesInTexts,
  familiesOfClients,
  hiddenMembersOf,
  type RecordsOfResult,
  readRecordCopies,
} from "./record-copies.ts";
export { openCursor, sealCursor } from "./list-cursor.ts";
export { listRows, type ListRequest } from "./list-rows.ts";
export type { ListOrder } from "./page-order.ts";
export { presentRow } from "./present-row.ts";
export { readBook, type ReadDeps, todayOf } from "./read-book.ts";
export { type BookRead, countGrantedClients, readPage } from "./read-page.ts";
export { findRow, readRow } from "./read-row.ts";
export { type ClientRow, rowsOfClients } from "./rows-of-clients.ts";
export { isSearchable, readSearchWords } from "./search-words.ts";
export { isWhole, seesWhole } from "./sees-whole.ts";
export { type CountShadow, hiddenByLit } from "./shadow.ts";
export { cheapFirst, inSnapshot, isInPart, SqlText } from "./sql-text.ts";
export { textsThatMayRepeat, withoutHiddenSubjects, withoutHiddenTexts } from "./written-texts.ts";
export { grantedClients, isGranted, isShownBy, isVisible, type ReadAt } from "./visibility.ts";
