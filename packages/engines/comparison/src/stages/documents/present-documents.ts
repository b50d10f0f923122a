import { presentReport, presentUnread } from "@service/engine-policy-documents";
import { byText, clipped } from "@service/json";
import type { ComparisonOutput } from "../../output.ts";
import type { DocumentItem } from "./open-document-items.ts";

/**
 * The section `documents` (CMP-115): what was read of each document, what was not, and where it contradicts itself. None
 * for an input without documents.
 */
export function presentDocuments(
  items: readonly (DocumentItem & { readonly key: string })[],
): Pick<ComparisonOutput, "documents"> {
  if (items.length === 0) return {};
  return {
    documents: items.flatMap(({ key, documents: { read, unread, option } }) =>
      [
        ...read.map((document) => ({
          item_key: key,
          ...presentReport(document),
          ...(option === undefined ? {} : { option: clipped(option, 300) }),
          coverage_count: document.coverageCount,
        })),
        ...unread.map((document) => ({ item_key: key, ...presentUnread(document) })),
      ].sort((a, b) => byText(a.document_key, b.document_key)),
    ),
  };
}
