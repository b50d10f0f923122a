import { Timestamp } from "@service/contract";
import type { CatalogDocument, DocumentPage } from "@service/domain/documents";
import * as z from "zod";

const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

export const SourceBlobRef = z.string().meta({ examples: [`sb_${hash.slice(0, 32)}`] });

/** DOC-2. */
export const CatalogDocumentSchema = z
  .object({
    source_blob_ref: SourceBlobRef.meta({ description: "`sb_` and the first 32 characters of `sha256`." }),
    title: z.string().meta({ examples: ["Property appetite guide"] }),
    kind: z.string().meta({ description: "See the dataset `document_kinds`.", examples: ["appetite_guide"] }),
    mime: z.string().meta({ description: "By content, not by name.", examples: ["application/pdf"] }),
    bytes: z.int().meta({ examples: [48_211] }),
    sha256: z.string().meta({ examples: [hash] }),
    page_count: z
      .int()
      .nullable()
      .meta({ description: "Null until the text was read, and where pages cannot be counted.", examples: [4] }),
    dated_on: z
      .string()
      .nullable()
      .meta({ examples: ["2026-09-01"] }),
    carrier_key: z
      .string()
      .optional()
      .meta({ examples: ["harborstone"] }),
    line: z
      .string()
      .optional()
      .meta({ examples: ["commercial_property"] }),
    client_key: z
      .string()
      .optional()
      .meta({ description: "Of a client's document.", examples: ["c_k3v5n2q7x4m6p8r2t4w6"] }),
    policy_key: z
      .string()
      .optional()
      .meta({ examples: ["p_k3v5n2q7x4m6p8r2t4w6"] }),
    text_status: z
      .enum(["pending", "ready", "none", "failed"])
      .meta({ description: "`none`: there is no text, as in a scan. `failed`: the file could not be read." }),
    text_reason: z
      .enum([
        "scanned",
        "encrypted",
        "unreadable",
        "unsupported",
        "too_many_pages",
        "expands_too_much",
        "out_of_time",
        "out_of_memory",
        "malware",
        "scan_unavailable",
        "missing",
      ])
      .optional()
      .meta({ description: "Why there is no text." }),
    text_truncated: z
      .literal(true)
      .optional()
      .meta({ description: "The text is longer than 2,000,000 characters; the rest was cut." }),
    created_at: Timestamp,
  })
  .meta({ id: "CatalogDocument" });

export const DocumentWithText = CatalogDocumentSchema.extend({
  pages: z
    .array(z.object({ page: z.int().meta({ examples: [1] }), text: z.string().meta({ examples: ["Appetite"] }) }))
    .optional()
    .meta({ description: "With `include=text`.", examples: [[]] }),
  text: z
    .null()
    .optional()
    .meta({ description: "Null: the field policy withholds the text.", examples: [null] }),
  masked_fields: z
    .array(z.string().meta({ examples: ["documents.text"] }))
    .optional()
    .meta({ description: "What the field policy withholds." }),
}).meta({ id: "CatalogDocumentWithText" });

const reasons = CatalogDocumentSchema.shape.text_reason.unwrap();

export function presentDocument(document: CatalogDocument): z.input<typeof CatalogDocumentSchema> {
  const { carrierKey, line, clientKey, policyKey, textReason } = document;
  return {
    source_blob_ref: document.sourceBlobRef,
    title: document.title,
    kind: document.kind,
    mime: document.mediaType,
    bytes: document.bytes,
    sha256: document.sha256,
    page_count: document.pageCount,
    dated_on: document.datedOn,
    ...(carrierKey !== null && { carrier_key: carrierKey }),
    ...(line !== null && { line }),
    ...(clientKey !== null && { client_key: clientKey }),
    ...(policyKey !== null && { policy_key: policyKey }),
    text_status: document.textStatus,
    ...(textReason !== null && { text_reason: reasons.parse(textReason) }),
    ...(document.isCut && { text_truncated: true as const }),
    created_at: document.createdAt.toISOString(),
  };
}

/** @param pages undefined: withheld. */
export function presentDocumentText(
  document: CatalogDocument,
  pages: readonly DocumentPage[] | undefined,
): z.input<typeof DocumentWithText> {
  const shown = presentDocument(document);
  return pages === undefined
    ? { ...shown, pages: [], text: null, masked_fields: ["documents.text"] }
    : { ...shown, pages: pages.map(({ page, text }) => ({ page, text })) };
}
