import { statement, type Querying } from "@service/db";
import type { BlobScan, TextStatus } from "./blob.ts";

/** A use of a file, with what is known of the file (DOC-2). */
export interface CatalogDocument {
  readonly id: string;
  readonly organizationId: string;
  readonly connectionId: string;
  readonly sha256: string;
  readonly sourceBlobRef: string;
  readonly title: string;
  readonly kind: string;
  readonly datedOn: string | null;
  readonly clientKey: string | null;
  readonly policyKey: string | null;
  readonly carrierKey: string | null;
  readonly line: string | null;
  readonly createdAt: Date;
  readonly bytes: number;
  readonly mediaType: string;
  readonly textStatus: TextStatus;
  readonly textReason: string | null;
  readonly pageCount: number | null;
  readonly isCut: boolean;
  readonly scan: BlobScan;
  /** False under shadow for a document that posture lit would withhold. */
  readonly isSeen: boolean;
}

const documentStands = statement(
  "record_documents_stand",
  `select exists (select from record_documents d where d.organization_id = $1 and d.source_blob_ref = $2) as "isThere"`,
);

/** Whether a document of this reference exists, for what refers to one. */
export async function documentExists(tx: Querying, organizationId: string, ref: string): Promise<boolean> {
  const { rows } = await tx.query(documentStands([organizationId, ref]));
  return rows[0]?.isThere === true;
}

const removeOfClient = statement(
  "record_documents_remove_of_client",
  `
  with removed as (
    delete from record_documents d where d.organization_id = $1 and d.connection_id = $2 and d.client_key = $3
    returning d.organization_id, d.sha256
  ), left_over as (
    update blobs b set touched_at = 'epoch' from removed r
    where b.organization_id = r.organization_id and b.sha256 = r.sha256
  )
  select count(*)::int as count from removed`,
);

/**
 * Removes the documents of a client. Their files go with the next run of the maintenance task, unless somebody else's
 * document uses them.
 */
export async function removeDocumentsOfClient(
  tx: Querying,
  client: { readonly organizationId: string; readonly connectionId: string; readonly clientKey: string },
): Promise<number> {
  const { rows } = await tx.query(removeOfClient([client.organizationId, client.connectionId, client.clientKey]));
  return rows[0]?.count ?? 0;
}
