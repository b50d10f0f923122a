import { byText, clipped } from "@service/json";
import type { ComparisonOutput, OutputDocument } from "../../output.ts";
import type { DocumentItem } from "./open-document-items.ts";
import type { FieldConflict, ItemDocument, PlacedValue, UnreadDocument } from "./item-documents.ts";

const unreadMax = 200;
const conflictsMax = 100;
const conflictValuesMax = 20;

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
        ...read.map((document) => presentRead(key, document, option)),
        ...unread.map((document) => presentUnread(key, document)),
      ].sort((a, b) => byText(a.document_key, b.document_key)),
    ),
  };
}

function presentRead(
  itemKey: string,
  { documentKey, sourceBlobRef, ...document }: ItemDocument,
  option: string | undefined,
): OutputDocument {
  return {
    item_key: itemKey,
    document_key: documentKey,
    ...(sourceBlobRef === undefined ? {} : { source_blob_ref: sourceBlobRef }),
    status: "read",
    kind: document.kind,
    ...(option === undefined ? {} : { option: clipped(option, 300) }),
    page_count: document.pageCount,
    coverage_count: document.coverageCount,
    ...(document.isCut ? { truncated: true } : {}),
    values: document.values.map((each) => ({ field: each.field, ...presentPlaced(each) })),
    unread: document.unread.slice(0, unreadMax).map(({ field, reason, source, excerpt }) => ({
      field: clipped(field, 300),
      reason,
      ...placeOf({ source, excerpt }),
    })),
    conflicts: document.conflicts.slice(0, conflictsMax).map(presentConflict),
  };
}

function presentUnread(itemKey: string, { documentKey, sourceBlobRef, reason }: UnreadDocument): OutputDocument {
  return {
    item_key: itemKey,
    document_key: documentKey,
    ...(sourceBlobRef === undefined ? {} : { source_blob_ref: sourceBlobRef }),
    status: "unread",
    reason,
    values: [],
    unread: [],
    conflicts: [],
  };
}

function presentConflict({ field, values }: FieldConflict) {
  return { field: clipped(field, 300), values: values.slice(0, conflictValuesMax).map(presentPlaced) };
}

function presentPlaced({ value, source, excerpt }: PlacedValue) {
  return { value: typeof value === "string" ? clipped(value, 500) : value, ...placeOf({ source, excerpt }) };
}

function placeOf({ source: { page, start, end }, excerpt }: Pick<PlacedValue, "source" | "excerpt">) {
  return { page, start, end, excerpt };
}
