import type { TextFailure } from "@service/file-text";
import type { ObjectStore } from "@service/files";

/** Where files are; undefined where the operator set up no store. */
export interface FileDeps {
  readonly files: ObjectStore | undefined;
}

export const documentLimits = {
  /** One file. */
  fileBytes: 50 * 1024 * 1024,
  /** How long the content of a document can be fetched under one URL. */
  contentSeconds: 300,
  pageRows: 200,
  pageRowsDefault: 50,
  titleChars: 300,
  sourceIdChars: 500,
  /** Files of one import. */
  files: 100_000,
  /** Problems that an import lists. */
  problems: 50,
} as const;

export type TextStatus = "pending" | "ready" | "none" | "failed";
/** Why a file has no text: what reading it found, or the scan before. */
export type TextReason = TextFailure | "malware" | "scan_unavailable" | "missing";
export type BlobScan = "pending" | "not_configured" | "clean" | "malware" | "unavailable";

/** `sb_` and the first 32 characters of the hash. */
export function sourceBlobRef(sha256: string): string {
  return `sb_${sha256.slice(0, 32)}`;
}
