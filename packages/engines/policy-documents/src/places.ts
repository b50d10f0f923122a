import { clipped, placeIn } from "@service/json";
import type { Place } from "./document-reading.ts";

/** A document whose pages were read, as references name it. */
export type PlacedDocument = {
  readonly documentKey: string;
  readonly sourceBlobRef: string | undefined;
  readonly pages: readonly string[];
};

/** A place of a document as a reference to a source (TYPE-27), which counts code points. */
export type DocumentSource = {
  readonly document_key: string;
  readonly source_blob_ref?: string;
  readonly page: number;
  readonly start: number;
  readonly end: number;
};

const excerptChars = 300;
/** Of a row, before and behind a place. */
const aroundChars = 100;

export function sourceOf({ documentKey, sourceBlobRef, pages }: PlacedDocument, at: Place): DocumentSource {
  return {
    document_key: documentKey,
    ...(sourceBlobRef === undefined ? {} : { source_blob_ref: sourceBlobRef }),
    page: at.page,
    ...placeIn(pages[at.page - 1] ?? "", at.start, at.end),
  };
}

/** Blanks, control characters, and marks of direction that would turn the sentence around which quotes the words. */
const unseen = /[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The words of a place with the row that they stand in, on one line, at most 300 characters. */
export function excerptOf({ pages }: PlacedDocument, { page, start, end }: Place): string {
  const text = pages[page - 1] ?? "";
  const first = Math.max(text.lastIndexOf("\n", start - 1) + 1, start - aroundChars);
  const rowEnd = text.indexOf("\n", Math.max(start, end - 1));
  const last = Math.min(rowEnd < 0 ? text.length : rowEnd, end + aroundChars, first + 2 * excerptChars);
  return clipped(text.slice(first, last).replace(unseen, " ").trim().toWellFormed(), excerptChars);
}
