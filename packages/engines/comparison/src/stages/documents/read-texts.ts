import { type EngineRequest, textOfDocument, unreadTextInWords, type Warning } from "@service/engine-kit";
import { type ReadDocument, readPolicyDocument, type UnreadDocument } from "@service/engine-policy-documents";
import type { WrittenItem } from "../../input.ts";
import { quoted } from "../in-words.ts";

/** The texts of an item's documents, read; those without text with the reason. */
export function readTexts(
  { key, documents = [] }: WrittenItem,
  datasets: EngineRequest["datasets"],
  currency: string,
): {
  readonly read: readonly ReadDocument[];
  readonly unread: readonly UnreadDocument[];
  readonly warnings: readonly Warning[];
} {
  const read: ReadDocument[] = [];
  const unread: UnreadDocument[] = [];
  const warnings: Warning[] = [];
  for (const written of documents) {
    const { document_key: documentKey, source_blob_ref: sourceBlobRef, kind, title = documentKey } = written;
    const stored = textOfDocument(written, datasets);
    const path = `documents[${documentKey}]`;
    if (stored?.kind !== "text") {
      const reason = stored?.reason ?? "no_text";
      unread.push({ documentKey, sourceBlobRef, reason });
      const message = `The document ${quoted(title)} of the item "${key}" was not read: ${unreadTextInWords[reason]}.`;
      warnings.push({
        code: "document_unreadable",
        message,
        stage: "load",
        severity: "warning",
        path: `items[${key}].${path}`,
      });
      continue;
    }
    const { pages, isCut } = stored;
    const document = { documentKey, sourceBlobRef, pages };
    read.push({ document, reading: readPolicyDocument({ documentKey, kind, currency, pages }), isCut });
    if (isCut)
      warnings.push(
        cutWarning(key, path, `The document ${quoted(title)} of the item "${key}" is longer than what is read of one.`),
      );
  }
  return { read, unread, warnings };
}

/** The warning that a part of an item was left out. */
export function cutWarning(key: string, path: string, message: string): Warning {
  return { code: "input_truncated", message, stage: "load", severity: "warning", path: `items[${key}].${path}` };
}
