/**
 * Documents: files of clients, carriers and for reference, known by their content, with their text page by page. Blobs
 * (a file of an organization by its hash) are for every module that keeps files: a further table of uses has a foreign key
 * to `blobs` and a branch in the SQL function `blob_is_used`.
 *
 * Guarantees: equal bytes are stored once; a file is read in a thread with bounds, and one that is hostile or broken has a
 * status that says so; nothing is handed out before a scan that is set up; what the seat or the field policy withholds is
 * in no answer. The bytes are left to `@service/files`, reading them to `@service/file-text`.
 */
export { type BlobScan, documentLimits, type FileDeps, sourceBlobRef, type TextStatus } from "./blob.ts";
export { type CatalogDocument, documentExists, removeDocumentsOfClient } from "./document.ts";
export { type DocumentViewer, isTextShown } from "./document-viewer.ts";
export { type ExtractionDeps, startExtraction } from "./extract-blobs.ts";
export { type DocumentImport, importDocuments, type ImportedDocuments } from "./import-documents.ts";
export { importDeliveredDocuments } from "./import-delivered-documents.ts";
export { keepBlob } from "./keep-blob.ts";
export { type DocumentFilters, isSeen, listDocuments } from "./list-documents.ts";
export { type BlobPage, readBestPages } from "./read-blob-pages.ts";
export { contentUrl, type DocumentPage, findDocuments, readDocument, readDocumentPages } from "./read-document.ts";
export { openSentFiles, type SentFiles } from "./read-sent-file.ts";
export { scanAgain } from "./scan-again.ts";
export { type FoundPage, type PageSearch, searchDocumentPages } from "./search-pages.ts";
export { removeUnusedBlobs } from "./remove-unused-blobs.ts";
