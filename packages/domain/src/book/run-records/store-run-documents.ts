import { type Database, statement } from "@service/db";
import { lowestRunIdOfAge } from "./run-age.ts";
import type { RunDocument } from "./run-document.ts";

const insertDocuments = statement(
  "run_documents_insert",
  `insert into run_documents (run_id, ref, organization_id, document_id, connection_id, client_key, policy_key,
     attachment_id, owner_principal, reader)
   select @run_id, d.ref, @organization_id, d.document_id, d.connection_id, d.client_key, d.policy_key, d.attachment_id,
     d.owner_principal, @reader
   from unnest(@refs::text[], @document_ids::uuid[], @connection_ids::uuid[], @client_keys::text[], @policy_keys::text[],
     @attachment_ids::uuid[], @owner_principals::text[])
     as d(ref, document_id, connection_id, client_key, policy_key, attachment_id, owner_principal)`,
);

/**
 * Stores what a run reads, before the run itself, so that no worker finds the run without it (DOC-41). A submission that
 * makes no run after all leaves the rows to `removeOrphanedDocuments`.
 */
export async function storeRunDocuments(db: Database, runId: string, documents: readonly RunDocument[]): Promise<void> {
  const [first] = documents;
  if (first === undefined) return;
  await db.pool.query(
    insertDocuments({
      runId,
      organizationId: first.organizationId,
      reader: JSON.stringify(first.reader),
      refs: documents.map(({ ref }) => ref),
      documentIds: documents.map(({ documentId }) => documentId),
      connectionIds: documents.map(({ connectionId }) => connectionId),
      clientKeys: documents.map(({ clientKey }) => clientKey),
      policyKeys: documents.map(({ policyKey }) => policyKey),
      attachmentIds: documents.map(({ attachmentId }) => attachmentId),
      ownerPrincipals: documents.map(({ ownerPrincipal }) => ownerPrincipal),
    }),
  );
}

/** A submission takes seconds, not a day. */
const removeOrphans = statement(
  "run_documents_remove_orphans",
  `delete from run_documents where (run_id, ref) in (
     select rd.run_id, rd.ref from run_documents rd
     where rd.run_id < ${lowestRunIdOfAge("interval '1 day'")}
       and not exists (select from runs r where r.id = rd.run_id)
     order by rd.run_id, rd.ref limit $1 for update skip locked)`,
);

/**
 * Removes what submissions without a run and removed runs (RUN-90) leave, a day later.
 * @returns how many were removed; a full batch means that there are more.
 */
export async function removeOrphanedDocuments(db: Database, options: { readonly rowsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeOrphans([options.rowsMax]));
  return rowCount ?? 0;
}
