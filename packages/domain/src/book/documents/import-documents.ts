import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { stat } from "node:fs/promises";
import { fail } from "@service/contract";
import { type Querying, statement, type Transaction } from "@service/db";
import { detectMediaType } from "@service/file-text";
import type { ObjectStore } from "@service/files";
import { recordKey, rowTableOf } from "@service/record-families";
import type { Actor, ScopeOrEvery } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import { readConnection, type RecordConnection } from "../connections/index.ts";
import type { Deps } from "../../deps.ts";
import { documentLimits, type FileDeps, sourceBlobRef } from "./blob.ts";
import { keepBlob } from "./keep-blob.ts";
import {
  type DeclaredDocument,
  filesAsDocuments,
  type ManifestProblem,
  readDocumentManifest,
} from "./read-document-manifest.ts";

export interface DocumentImport {
  readonly connectionId: string;
  readonly folder: string;
  /** A file; its paths are from `folder`. */
  readonly manifest: string | undefined;
  /** Files wait for a scan before their content is handed out. */
  readonly hasScanner: boolean;
  readonly onProgress?: (progress: { readonly done: number; readonly all: number }) => void;
}

export interface ImportedDocuments {
  readonly connectionId: string;
  readonly documents: number;
  readonly created: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Of clients that were erased: they do not come back. */
  readonly suppressed: number;
  /** Files whose bytes were not there before. */
  readonly filesStored: number;
  /** Files that the import has under several documents, or that were stored already. */
  readonly filesExisting: number;
}

interface Owners {
  readonly clientKey: string | undefined;
  readonly policyKey: string | undefined;
}

interface PlacedDocument {
  readonly declared: DeclaredDocument;
  readonly owners: Owners;
  readonly sha256: string;
  readonly mediaType: string;
}

/**
 * Brings the files of a folder in as documents of a connection (DOC-3). The manifest is checked whole before anything is
 * stored; files themselves are never refused for what is in them. The documents appear together, in one transaction.
 * A document is found again by its `source_id`, else by its path: a repeated import changes only what differs.
 * @throws `not_found`, `files_not_configured`; `invalid_request` with up to 50 problems, each a sentence with its line.
 */
export async function importDocuments(
  deps: Pick<Deps, "db"> & FileDeps,
  actor: Actor,
  scope: ScopeOrEvery,
  request: DocumentImport,
): Promise<ImportedDocuments> {
  const { manifest, hasScanner, onProgress = () => undefined } = request;
  const { files } = deps;
  const connection = await readConnection(deps.db.pool, scope, request.connectionId);
  if (files === undefined) throw fail("files_not_configured");
  const folder = resolve(request.folder);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory() !== true)
    throw fail("invalid_request", { message: `There is no folder ${request.folder}.` });
  const declared =
    manifest === undefined ? await filesAsDocuments(folder) : await readDocumentManifest(manifest, folder);
  const owners = await findOwners(deps.db.pool, connection, declared.documents);
  const documents = declared.documents.filter((document) => !owners.isSuppressed(document));
  const problems = [...declared.problems, ...owners.problems].slice(0, documentLimits.problems);
  if (problems.length > 0) throw refused(problems);
  const placed: PlacedDocument[] = [];
  const stored = { new: 0, existing: 0 };
  for (const [index, document] of documents.entries()) {
    const { sha256, mediaType, isNew } = await keepFile(
      { ...deps, files },
      connection.organizationId,
      document,
      hasScanner,
    );
    if (isNew) stored.new += 1;
    else stored.existing += 1;
    placed.push({ declared: document, owners: owners.of(document), sha256, mediaType });
    onProgress({ done: index + 1, all: documents.length });
  }
  return deps.db.inTransaction(async (tx) => {
    const suppressed = declared.documents.length - documents.length;
    const counts = { ...(await writeDocuments(tx, connection, placed, manifest !== undefined)), suppressed };
    const after = { documents: placed.length, ...counts, files_stored: stored.new };
    await recordChange(tx, actor, {
      action: "documents.import",
      kind: "record_connection",
      id: connection.id,
      organizationId: connection.organizationId,
      before: null,
      after,
    });
    return {
      connectionId: connection.id,
      documents: placed.length,
      ...counts,
      filesStored: stored.new,
      filesExisting: stored.existing,
    };
  });
}

function refused(problems: readonly ManifestProblem[]) {
  const isCut = problems.length >= documentLimits.problems;
  return fail("invalid_request", {
    message: isCut
      ? `Nothing was imported. The first ${problems.length} problems:`
      : "Nothing was imported. What is wrong:",
    details: [...problems],
  });
}

async function keepFile(
  deps: Pick<Deps, "db"> & { readonly files: ObjectStore },
  organizationId: string,
  { path, file }: DeclaredDocument,
  hasScanner: boolean,
): Promise<{ readonly sha256: string; readonly mediaType: string; readonly isNew: boolean }> {
  const received = await deps.files.receive(createReadStream(path), { bytesMax: documentLimits.fileBytes });
  try {
    const fileName = file.slice(file.lastIndexOf("/") + 1);
    const mediaType = await detectMediaType(received.path, fileName);
    const { isNew } = await keepBlob(deps, organizationId, received, { mediaType, fileName, hasScanner });
    return { sha256: received.sha256, mediaType, isNew };
  } finally {
    await received.discard();
  }
}

const findClients = statement(
  "record_documents_find_clients",
  `select a.row_key as key from ${rowTableOf("accounts")} a
   where a.connection_id = $1 and a.row_key = any($2::text[]) and a.from_seq <= $3 and (a.to_seq is null or a.to_seq > $3)`,
);
const findPolicies = statement(
  "record_documents_find_policies",
  `select p.row_key as key, p.client_key as "clientKey" from ${rowTableOf("policies")} p
   where p.connection_id = $1 and p.row_key = any($2::text[]) and p.from_seq <= $3 and (p.to_seq is null or p.to_seq > $3)`,
);

const findSuppressed = statement(
  "record_documents_find_suppressed",
  `select row_key as key from record_suppressions where connection_id = $1 and row_key = any($2::text[])`,
);

/** The clients and policies that the documents name, as the connection's book has them now. */
async function findOwners(
  db: Querying,
  { id, servedSeq }: RecordConnection,
  documents: readonly DeclaredDocument[],
): Promise<{
  readonly problems: readonly ManifestProblem[];
  of(document: DeclaredDocument): Owners;
  /** Of a client that was erased, or a document that was (ERA-6). */
  isSuppressed(document: DeclaredDocument): boolean;
}> {
  const clientOf = ({ clientSourceId }: DeclaredDocument): string | undefined =>
    clientSourceId === undefined ? undefined : recordKey(id, "accounts", clientSourceId);
  const policyOf = ({ policySourceId }: DeclaredDocument): string | undefined =>
    policySourceId === undefined ? undefined : recordKey(id, "policies", policySourceId);
  const clientKeys = [...new Set(documents.flatMap((document) => clientOf(document) ?? []))];
  const policyKeys = [...new Set(documents.flatMap((document) => policyOf(document) ?? []))];
  const clients = new Set((await db.query(findClients([id, clientKeys, servedSeq]))).rows.map(({ key }) => key));
  const policies = new Map(
    (await db.query(findPolicies([id, policyKeys, servedSeq]))).rows.map(({ key, clientKey }) => [key, clientKey]),
  );
  const documentOf = ({ sourceId }: DeclaredDocument): string => recordKey(id, "documents", sourceId);
  const erased = new Set(
    (await db.query(findSuppressed([id, [...clientKeys, ...policyKeys, ...documents.map(documentOf)]]))).rows.map(
      ({ key }) => key,
    ),
  );
  const isSuppressed = (document: DeclaredDocument): boolean =>
    [clientOf(document), policyOf(document), documentOf(document)].some((key) => key !== undefined && erased.has(key));
  const problems: ManifestProblem[] = [];
  for (const document of documents) {
    if (isSuppressed(document)) continue;
    const { at, clientSourceId, policySourceId } = document;
    const client = clientOf(document);
    const policy = policyOf(document);
    if (client !== undefined && !clients.has(client))
      problems.push({
        field: `line ${at}, client_source_id`,
        message: `The book of the connection has no client "${clientSourceId}".`,
      });
    if (policy === undefined) continue;
    const owner = policies.get(policy);
    if (owner === undefined)
      problems.push({
        field: `line ${at}, policy_source_id`,
        message: `The book of the connection has no policy "${policySourceId}".`,
      });
    else if (client !== undefined && owner !== client)
      problems.push({
        field: `line ${at}, policy_source_id`,
        message: `The policy "${policySourceId}" belongs to another client than "${clientSourceId}".`,
      });
  }
  return {
    problems,
    isSuppressed,
    of(document) {
      const policyKey = policyOf(document);
      return { clientKey: clientOf(document) ?? (policyKey && policies.get(policyKey)) ?? undefined, policyKey };
    },
  };
}

const upsertDocuments = statement(
  "record_documents_upsert",
  `
  insert into record_documents as d (id, organization_id, connection_id, sha256, source_blob_ref, source_id, title, kind,
    dated_on, client_key, policy_key, carrier_key, line, file_name, media_type)
  select t.id, @organization_id, @connection_id, t.sha256, t.ref, t.source_id, t.title, t.kind, t.dated_on,
    t.client_key, t.policy_key,
    t.carrier_key, t.line, t.file_name, t.media_type
  from unnest(@ids::uuid[], @sha256s::text[], @refs::text[], @source_ids::text[], @titles::text[], @kinds::text[],
    @dates::date[], @client_keys::text[],
    @policy_keys::text[], @carrier_keys::text[], @lines::text[], @file_names::text[], @media_types::text[])
    t (id, sha256, ref, source_id, title, kind, dated_on, client_key, policy_key, carrier_key, line, file_name, media_type)
  on conflict (organization_id, connection_id, source_id) do update set sha256 = excluded.sha256,
    source_blob_ref = excluded.source_blob_ref, file_name = excluded.file_name, media_type = excluded.media_type,
    title = case when @is_described then excluded.title else d.title end,
      kind = case when @is_described then excluded.kind else d.kind end,
    dated_on = case when @is_described then excluded.dated_on else d.dated_on end,
    client_key = case when @is_described then excluded.client_key else d.client_key end,
    policy_key = case when @is_described then excluded.policy_key else d.policy_key end,
    carrier_key = case when @is_described then excluded.carrier_key else d.carrier_key end,
    line = case when @is_described then excluded.line else d.line end
  where (d.sha256, d.file_name) is distinct from (excluded.sha256, excluded.file_name) or @is_described::boolean
    and (d.sha256, d.title, d.kind, d.dated_on, d.client_key, d.policy_key, d.carrier_key, d.line, d.file_name)
    is distinct from (excluded.sha256, excluded.title, excluded.kind, excluded.dated_on, excluded.client_key,
      excluded.policy_key, excluded.carrier_key, excluded.line, excluded.file_name)
  returning xmax = 0 as "isNew"`,
).narrowed<{ readonly isNew: boolean }>();

const batchDocuments = 1_000;

/**
 * @param isDescribed a manifest says what the documents are. Without one, what an earlier manifest said of a document stays:
 *   a client's file must not become everybody's because it was imported again by its name (DOC-6).
 */
async function writeDocuments(
  tx: Transaction,
  { id: connectionId, organizationId }: RecordConnection,
  placed: readonly PlacedDocument[],
  isDescribed: boolean,
): Promise<{ readonly created: number; readonly changed: number; readonly unchanged: number }> {
  let created = 0;
  let changed = 0;
  for (let start = 0; start < placed.length; start += batchDocuments) {
    const batch = placed.slice(start, start + batchDocuments);
    const { rows } = await tx.query(
      upsertDocuments({
        organizationId,
        connectionId,
        ids: batch.map(() => randomUUID()),
        sha256s: batch.map(({ sha256 }) => sha256),
        refs: batch.map(({ sha256 }) => sourceBlobRef(sha256)),
        sourceIds: batch.map(({ declared }) => declared.sourceId),
        titles: batch.map(({ declared }) => declared.title),
        kinds: batch.map(({ declared }) => declared.kind),
        dates: batch.map(({ declared }) => declared.datedOn ?? null),
        clientKeys: batch.map(({ owners }) => owners.clientKey ?? null),
        policyKeys: batch.map(({ owners }) => owners.policyKey ?? null),
        carrierKeys: batch.map(({ declared }) => declared.carrierKey ?? null),
        lines: batch.map(({ declared }) => declared.line ?? null),
        fileNames: batch.map(({ declared }) => declared.file),
        isDescribed,
        mediaTypes: batch.map(({ mediaType }) => mediaType),
      }),
    );
    const isNew = rows.filter((row) => row.isNew).length;
    created += isNew;
    changed += rows.length - isNew;
  }
  return { created, changed, unchanged: placed.length - created - changed };
}
