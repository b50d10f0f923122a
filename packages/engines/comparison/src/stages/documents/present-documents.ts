import { presentReport, presentUnread } from "@service/engine-policy-documents";
import { byText, clipped } from "@service/json";
import type { ComparisonOutput } from "../../output.ts";
import type { ModelLine } from "./item-documents.ts";
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
          ...presentModelLines(document.modelLines),
        })),
        ...unread.map((document) => ({ item_key: key, ...presentUnread(document) })),
      ].sort((a, b) => byText(a.document_key, b.document_key)),
    ),
  };
}

/** Coverages that a model added, marked as such (CMP-118). */
function presentModelLines(lines: readonly ModelLine[] = []) {
  if (lines.length === 0) return {};
  return {
    model_lines: lines.map(({ line, label, field, value, confidence, source, place }) => ({
      line,
      label: clipped(label, 128),
      field,
      value,
      confidence,
      source,
      page: place.source.page,
      start: place.source.start,
      end: place.source.end,
      excerpt: place.excerpt,
    })),
  };
}
