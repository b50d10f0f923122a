import type {
  DocumentReport,
  FieldConflict,
  OpenCoverage,
  Place,
  PlacedValue,
  UnreadDocument,
  UnreadPlace,
} from "@service/engine-policy-documents";
import type { Json } from "@service/json";
import type { AcceptedLine } from "@service/models";

/** A value of the caller from which a document differs: the caller's is used. */
export type StatedOtherwise = { readonly field: string; readonly stated: Json; readonly found: PlacedValue };

/** What a model found in a document and code accepted, with its place. */
export type ModelLine = AcceptedLine & { readonly at: Place; readonly place: PlacedValue };

/** What an item owes to its documents. */
export type ItemDocuments = {
  readonly read: readonly (DocumentReport & {
    readonly coverageCount: number;
    /** What a model found in it beyond the rules. */
    readonly modelLines?: readonly ModelLine[];
  })[];
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
