/** Stored documents that one run reads. */
export const documentsOfRunMax = 200;

/** A stored document that an input refers to (DOC-40). */
export interface DocumentWanted {
  /** A `source_blob_ref` of the catalog, or the id of an attachment. */
  readonly ref: string;
  /** Where the input names it: `items[0].documents[1].source_blob_ref`. */
  readonly field: string;
  /**
   * The submission is refused where its person may not read it. Otherwise the reference stays what it always was for the
   * type, a name.
   */
  readonly isRequired: boolean;
}
