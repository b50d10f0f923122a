import { canonicalJson, type JsonObject, number, oneOf, text } from "@service/json";
import type { LoadedDataset } from "../engine-type.ts";
import { type UnreadText, unreadTexts } from "./unread-text.ts";

/** The text of a document for a run: its pages from the first, or why there is none. */
export type StoredText =
  | {
      readonly kind: "text";
      readonly pages: readonly string[];
      /** The document has more text than is read. */
      readonly isCut: boolean;
    }
  | { readonly kind: "unread"; readonly reason: UnreadText };

/** The dataset in which a run finds a stored document (DOC-42). */
export function documentDatasetKey(ref: string): string {
  return `documents:${ref}`;
}

/** A document as the lines of its dataset: what it is, then a line for each page. */
export function documentLines(stored: StoredText): readonly string[] {
  if (stored.kind === "unread") return [canonicalJson({ unread: stored.reason })];
  const { pages, isCut } = stored;
  return [canonicalJson({ is_cut: isCut }), ...pages.map((page, at) => canonicalJson({ page: at + 1, text: page }))];
}

/** What a document is read from. */
interface Sent {
  readonly text?: string;
  readonly pages?: readonly string[];
  readonly source_blob_ref?: string;
}

/**
 * The text of a document of an input (TYPE-28): its pages, else its text, else what was loaded of the stored one. Undefined
 * for a document that names no text at all.
 */
export function textOfDocument(
  { pages, text: body, source_blob_ref: ref }: Sent,
  datasets: ReadonlyMap<string, LoadedDataset>,
): StoredText | undefined {
  if (pages !== undefined) return written(pages);
  if (body !== undefined) return written([body]);
  if (ref === undefined) return undefined;
  const [head, ...rows] = datasets.get(documentDatasetKey(ref))?.rows ?? [];
  if (head === undefined) return { kind: "unread", reason: "not_available" };
  const reason = oneOf(unreadTexts, text(head, "unread"));
  if (reason !== undefined) return { kind: "unread", reason };
  return written(pagesOf(rows), head["is_cut"] === true);
}

/** Pages without a letter or digit hold no text, whoever sent them. */
function written(pages: readonly string[], isCut = false): StoredText {
  const isBlank = !pages.some((page) => /[\p{L}\p{N}]/u.test(page));
  return isBlank ? { kind: "unread", reason: "no_text" } : { kind: "text", pages, isCut };
}

/** A page without text has no row. */
function pagesOf(rows: readonly JsonObject[]): readonly string[] {
  const pages: string[] = [];
  for (const row of rows) {
    const page = number(row, "page") ?? pages.length + 1;
    while (pages.length < page - 1) pages.push("");
    pages.push(text(row, "text") ?? "");
  }
  return pages;
}
