import type { UnreadText } from "@service/engine-kit";
import type { DocumentKind, DocumentSource, OpenCoverage, UnreadReason } from "@service/engine-policy-documents";
import type { Json } from "@service/json";

/** A value with the place of a document that states it. */
export type PlacedValue = {
  readonly value: string | number;
  readonly source: DocumentSource;
  readonly excerpt: string;
};

/** A place that was not read as a value. */
export type UnreadPlace = {
  readonly field: string;
  readonly reason: UnreadReason;
  readonly source: DocumentSource;
  readonly excerpt: string;
};

/** A field for which documents of one item state different values: none of them is used. */
export type FieldConflict = { readonly field: string; readonly values: readonly PlacedValue[] };

/** A value of the caller from which a document differs: the caller's is used. */
export type StatedOtherwise = { readonly field: string; readonly stated: Json; readonly found: PlacedValue };

/** What was read of one document. */
export type ItemDocument = {
  readonly documentKey: string;
  readonly sourceBlobRef: string | undefined;
  readonly kind: DocumentKind;
  readonly pageCount: number;
  readonly isCut: boolean;
  readonly values: readonly (PlacedValue & { readonly field: string })[];
  readonly coverageCount: number;
  readonly unread: readonly UnreadPlace[];
  readonly conflicts: readonly FieldConflict[];
};

/** A document without text, and why. */
export type UnreadDocument = {
  readonly documentKey: string;
  readonly sourceBlobRef: string | undefined;
  readonly reason: UnreadText;
};

/** What an item owes to its documents. */
export type ItemDocuments = {
  readonly read: readonly ItemDocument[];
  readonly unread: readonly UnreadDocument[];
  readonly option: string | undefined;
  /** Where the values of the item stand, by their path: `premium.base`, `effective_on`, `exclusions:<text>`. */
  readonly sources: ReadonlyMap<string, Pick<PlacedValue, "source" | "excerpt">>;
  /** Coverages that a document names and leaves open. */
  readonly open: readonly OpenCoverage[];
  /** Between the documents, or within one. */
  readonly conflicts: readonly FieldConflict[];
  readonly differences: readonly StatedOtherwise[];
};

/** Places that may hide a value. */
export function doubtfulPlaces({ read }: ItemDocuments): readonly UnreadPlace[] {
  return read.flatMap(({ unread }) =>
    unread.filter(({ reason }) => reason !== "withdrawn" && reason !== "instruction"),
  );
}
