import { fromCents, type UnreadText, unreadTexts } from "@service/engine-kit";
import {
  booleanSchema,
  clipped,
  closed,
  countSchema,
  integerSchema,
  keySchema,
  listOf,
  openEnumSchema,
  scalarSchema,
  textSchema,
} from "@service/json";
import type { DocumentKind, UnreadReason } from "./document-reading.ts";
import type { DocumentSource } from "./places.ts";
import {
  type DocumentField,
  documentFields,
  fieldOfConflict,
  placed,
  type PlacedValue,
  type ReadDocument,
  statedField,
} from "./stated-fields.ts";

/** A place that was not read as a value. */
export type UnreadPlace = {
  readonly field: string;
  readonly reason: UnreadReason;
  readonly source: DocumentSource;
  readonly excerpt: string;
};

/** A field that is stated with different values: none of them is used. */
export type FieldConflict = { readonly field: string; readonly values: readonly PlacedValue[] };

/** What was read of one document, and what was not (CMP-115). */
export type DocumentReport = {
  readonly documentKey: string;
  readonly sourceBlobRef: string | undefined;
  readonly kind: DocumentKind;
  readonly pageCount: number;
  readonly isCut: boolean;
  readonly values: readonly (PlacedValue & { readonly field: DocumentField })[];
  readonly unread: readonly UnreadPlace[];
  readonly conflicts: readonly FieldConflict[];
};

/** A document without text, and why. */
export type UnreadDocument = {
  readonly documentKey: string;
  readonly sourceBlobRef: string | undefined;
  readonly reason: UnreadText;
};

/** @param option the one that counts, of a document that offers several. */
export function reportOf(read: ReadDocument, option: string | undefined): DocumentReport {
  const { document, reading, isCut } = read;
  return {
    documentKey: document.documentKey,
    sourceBlobRef: document.sourceBlobRef,
    kind: reading.kind,
    pageCount: document.pages.length,
    isCut,
    values: documentFields.flatMap((field) => {
      const value = statedField(read, field, option);
      return value === undefined ? [] : [{ field, ...value }];
    }),
    unread: reading.unread.map(({ field, reason, at }) => {
      const { source, excerpt } = placed(document, "", at);
      return { field, reason, source, excerpt };
    }),
    conflicts: reading.conflicts.map(({ field, values }) => ({
      field: fieldOfConflict(field, option),
      // Money is in cents, a ratio from 0 to 1.
      values: values.map(({ value, at }) =>
        placed(document, typeof value === "number" && value > 1 ? fromCents(value) : value, at),
      ),
    })),
  };
}

const kinds = [
  "quote",
  "proposal",
  "binder",
  "declarations",
  "schedule",
  "endorsement",
  "other",
] as const satisfies readonly DocumentKind[];
const reasons = [
  "ambiguous",
  "not_understood",
  "open",
  "elsewhere",
  "withdrawn",
  "instruction",
] as const satisfies readonly UnreadReason[];

const unreadMax = 200;
const conflictsMax = 100;
const conflictValuesMax = 20;

/** Members of a report in an output. `start` and `end` count code points. */
export function documentReportMembers() {
  const place = { page: integerSchema(1, 100_000), start: countSchema(), end: countSchema(), excerpt: textSchema(300) };
  const placeRequired = ["page", "start", "end", "excerpt"] as const;
  const value = scalarSchema(500);
  return {
    document_key: keySchema(),
    source_blob_ref: textSchema(256),
    status: openEnumSchema(["read", "unread"]),
    reason: openEnumSchema(unreadTexts),
    kind: openEnumSchema(kinds),
    page_count: countSchema(),
    truncated: booleanSchema(),
    values: listOf(closed({ field: textSchema(128), value, ...place }, ["field", "value", ...placeRequired]), 50),
    unread: listOf(
      closed({ field: textSchema(300), reason: openEnumSchema(reasons), ...place }, [
        "field",
        "reason",
        ...placeRequired,
      ]),
      unreadMax,
    ),
    conflicts: listOf(
      closed(
        {
          field: textSchema(300),
          values: listOf(closed({ value, ...place }, ["value", ...placeRequired]), conflictValuesMax),
        },
        ["field", "values"],
      ),
      conflictsMax,
    ),
  };
}

/** Members of a report that are always there. */
export const documentReportRequired = ["document_key", "status", "values", "unread", "conflicts"] as const;

/** A report as an output carries it. */
export function presentReport({ documentKey, sourceBlobRef, ...report }: DocumentReport) {
  return {
    ...nameOf({ documentKey, sourceBlobRef }),
    status: "read",
    kind: report.kind,
    page_count: report.pageCount,
    ...(report.isCut ? { truncated: true } : {}),
    values: report.values.map((each) => ({ field: each.field, ...presentPlaced(each) })),
    unread: report.unread.slice(0, unreadMax).map(({ field, reason, source, excerpt }) => ({
      field: clipped(field, 300),
      reason,
      ...placeOf({ source, excerpt }),
    })),
    conflicts: report.conflicts.slice(0, conflictsMax).map(({ field, values }) => ({
      field: clipped(field, 300),
      values: values.slice(0, conflictValuesMax).map(presentPlaced),
    })),
  } as const;
}

/** A document that was not read, as an output carries it. */
export function presentUnread({ reason, ...document }: UnreadDocument) {
  return { ...nameOf(document), status: "unread", reason, values: [], unread: [], conflicts: [] } as const;
}

function nameOf({ documentKey, sourceBlobRef }: Pick<UnreadDocument, "documentKey" | "sourceBlobRef">) {
  return {
    document_key: documentKey,
    ...(sourceBlobRef === undefined ? {} : { source_blob_ref: sourceBlobRef }),
  };
}

function presentPlaced({ value, source, excerpt }: PlacedValue) {
  return { value: typeof value === "string" ? clipped(value, 500) : value, ...placeOf({ source, excerpt }) };
}

function placeOf({ source: { page, start, end }, excerpt }: Pick<PlacedValue, "source" | "excerpt">) {
  return { page, start, end, excerpt };
}
