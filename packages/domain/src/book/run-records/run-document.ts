import * as z from "zod";

/** The person for whom a run reads documents, resolved again when it is loaded (DOC-42). */
export const DocumentReader = z.object({
  /** The person's own seat; null under posture off. */
  actor: z.string().nullable(),
  /** The seat that is looked through. */
  target: z.object({ seatKey: z.string(), lens: z.string() }).nullable(),
  /** Of the acting header. */
  principal: z.string().nullable(),
  isAsserted: z.boolean(),
  /** Whose conversations are read (CONV-20); null: those of the environment. */
  person: z.string().nullable(),
});
export type DocumentReader = z.output<typeof DocumentReader>;

/** A stored document of a run, as it was found at the submission. */
export interface RunDocument {
  readonly organizationId: string;
  readonly ref: string;
  /** A use in the catalog. */
  readonly documentId: string | null;
  readonly connectionId: string | null;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  readonly attachmentId: string | null;
  readonly ownerPrincipal: string | null;
  readonly reader: DocumentReader;
}
