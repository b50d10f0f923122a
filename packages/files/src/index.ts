/**
 * Files by their content: received as streams, hashed on the way, stored under the organization and the hash, and handed
 * out by URLs that expire.
 *
 * Guarantees: equal bytes of an organization are one object; an object is complete under its key or not there; no name that
 * a sender chose is in a key or a path; a download is an attachment on an origin of its own. Which objects are still needed
 * is left to those who refer to them.
 */
export { createDownloadTokens, type DownloadTokens } from "./download-tokens.ts";
export { FileTooLargeError, type ObjectKey, type ObjectStore, type ReceivedFile } from "./file-store.ts";
export { openFileStore } from "./open-file-store.ts";
export { openFolderStore } from "./folder-store.ts";
export { type Downloads, serveDownloads } from "./serve-downloads.ts";
export { parseScanner, type Scanner, type ScanVerdict, scanFile } from "./scan-file.ts";
export { FileStoreUnavailableError, type WatchedStore } from "./watched-store.ts";
