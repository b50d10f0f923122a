import { randomUUID } from "node:crypto";
import { fail } from "@service/contract";
import { builtStatement, type Querying, type Session, statement } from "@service/db";
import { isJsonObject, parseJsonObject } from "@service/json";
import { recordKey, rowTableOf } from "@service/record-families";
import type { Actor } from "../../identity/access/index.ts";
import { recordChange } from "../../identity/audit/index.ts";
import type { Deps } from "../../deps.ts";
import { type FileDeps, removeUnusedBlobs } from "../../book/documents/index.ts";
import { refuseUnfinished, withImportLock } from "../../book/imports/index.ts";
import { appendErasure, rebuildLedger } from "../../book/ledger/index.ts";
import { tracesOf } from "./client-traces.ts";
import { removeAnswers } from "./erase-answers.ts";
import { blankConversations, removeConversationsOfClient } from "./erase-conversations.ts";
import { blankReports, removeRows } from "./erase-rows.ts";
import { eraseFromLedger, eraseOpportunities, removeDocuments } from "./erase-work.ts";
import { blankRuns, removeRunsOfClient } from "./erase-runs.ts";
import { tableErasers } from "./erased-tables.ts";
import type { ErasedClient, ErasedCounts } from "./erasure.ts";

export interface ErasureRequest {
  readonly organizationId: string;
  readonly clientKey: string;
  /** Count, and change nothing. */
  readonly isDryRun: boolean;
}

export interface Erasure {
  readonly clientKey: string;
  readonly connectionId: string;
  readonly isDryRun: boolean;
  /** Rows by what became of them, over the attempts of this erasure; of one that had ended nothing counts again. */
  readonly counts: ErasedCounts;
}

/**
 * What is erased, in order: the rows of the book are the last, because they tell what to look for. Each step may be
 * repeated, so an erasure that was interrupted is repeated whole.
 */
const steps: readonly ((session: Session, client: ErasedClient) => Promise<ErasedCounts>)[] = [
  removeRunsOfClient,
  blankRuns,
  removeAnswers,
  eraseFromLedger,
  eraseOpportunities,
  removeConversationsOfClient,
  blankConversations,
  removeDocuments,
  blankReports,
  ...tableErasers,
  removeRows,
];

/**
 * Removes a client from everything that is kept, for good (ERA-1 to ERA-9): afterwards no table has a value of it, and an
 * import of the same files does not bring it back. Run it again at any time; what is left is erased then.
 * @param deps.files the store of documents; without it their files go with the worker's next maintenance.
 * @throws `not_found` for a client that no connection of the organization has or had; `invalid_request` while an import of
 *   its connection is under way or waits to be resumed.
 */
export async function eraseClient(
  deps: Pick<Deps, "db"> & Partial<FileDeps>,
  actor: Actor,
  { organizationId, clientKey, isDryRun }: ErasureRequest,
): Promise<Erasure> {
  const connectionId = await connectionOf(deps.db.pool, organizationId, clientKey);
  return withImportLock(deps.db, connectionId, async (session) => {
    await refuseUnfinished(session, connectionId);
    const traces = await tracesOf(session, { connectionId, clientKey });
    const client: ErasedClient = { organizationId, connectionId, clientKey, traces, isDryRun, mustRebuild: false };
    const begun = isDryRun ? undefined : await begin(session, actor, client);
    let counts: ErasedCounts = begun?.counts ?? {};
    for (const step of steps) {
      counts = sum(counts, await step(session, client));
      const kept = sum(begun?.ended ?? {}, counts);
      if (!isDryRun) await session.query(keepCounts([organizationId, clientKey, JSON.stringify(kept)]));
    }
    if (client.mustRebuild) await rebuildLedger(deps, actor, organizationId);
    if (!isDryRun && deps.files !== undefined) await removeFiles(deps.db, deps.files);
    if (begun !== undefined) await end(session, actor, client, { counts, erasureId: begun.erasureId });
    return { clientKey, connectionId, isDryRun, counts };
  });
}

const filesPerRemoval = 200;

/** Files that nothing uses any more: those of the client's documents are due immediately. */
async function removeFiles(db: Deps["db"], files: NonNullable<FileDeps["files"]>): Promise<void> {
  while ((await removeUnusedBlobs({ db, files }, { blobsMax: filesPerRemoval })) === filesPerRemoval);
}

const findErased = statement(
  "record_erasures_find",
  `select connection_id as "connectionId" from record_erasures where organization_id = $1 and client_key = $2`,
);

/** Of several connections the one that has the client, served or not. */
async function connectionOf(db: Querying, organizationId: string, clientKey: string): Promise<string> {
  const find = builtStatement<readonly [string, string], { readonly connectionId: string }>(
    `select c.id as "connectionId" from record_connections c where c.organization_id = $1
     and exists (select from ${rowTableOf("accounts")} a where a.connection_id = c.id and a.row_key = $2)`,
  );
  const { rows } = await db.query(find([organizationId, clientKey]));
  const found = rows[0] ?? (await db.query(findErased([organizationId, clientKey]))).rows[0];
  if (found === undefined) throw fail("not_found", { message: `No client has the key ${clientKey}.` });
  return found.connectionId;
}

const insertErasure = statement(
  "record_erasures_insert",
  `with before as (
     select finished_at from record_erasures where organization_id = $2 and client_key = $4
   )
   insert into record_erasures (id, organization_id, connection_id, client_key) values ($1, $2, $3, $4)
   on conflict (organization_id, client_key) do update set finished_at = null
   returning id as "erasureId", counts, coalesce((select finished_at is not null from before), false) as "hadEnded"`,
).narrowed<{ readonly hadEnded: boolean }>();
const suppress = statement(
  "record_suppressions_insert",
  `insert into record_suppressions (connection_id, row_key)
   select $1::uuid, $2::text union
   select $1::uuid, p.row_key from book.policies p where p.connection_id = $1::uuid and p.client_key = $2::text
   on conflict do nothing`,
);
const readDocumentSources = statement(
  "record_suppressions_read_documents",
  `select source_id as "sourceId" from record_documents
   where organization_id = $1 and connection_id = $2 and client_key = $3`,
);
const suppressKeys = statement(
  "record_suppressions_insert_keys",
  `insert into record_suppressions (connection_id, row_key) select $1::uuid, key from unnest($2::text[]) key
   on conflict do nothing`,
);
const keepCounts = statement(
  "record_erasures_keep_counts",
  "update record_erasures set counts = $3 where organization_id = $1 and client_key = $2",
);
const finishErasure = statement(
  "record_erasures_finish",
  "update record_erasures set finished_at = now() where organization_id = $1 and client_key = $2",
);

/**
 * From this commit on no import brings the client back.
 * @returns the counts of earlier attempts that were interrupted, and those of erasures that had ended.
 */
async function begin(
  session: Session,
  actor: Actor,
  client: ErasedClient,
): Promise<{ readonly erasureId: string; readonly counts: ErasedCounts; readonly ended: ErasedCounts }> {
  const { organizationId, connectionId, clientKey } = client;
  return session.inTransaction(async (tx) => {
    const { rows } = await tx.query(insertErasure([randomUUID(), organizationId, connectionId, clientKey]));
    await tx.query(suppress([connectionId, clientKey]));
    const sources = (await tx.query(readDocumentSources([organizationId, connectionId, clientKey]))).rows;
    const documents = sources.map(({ sourceId }) => recordKey(connectionId, "documents", sourceId));
    await tx.query(suppressKeys([connectionId, documents]));
    await recordChange(tx, actor, {
      action: "records.erase",
      kind: "record_connection",
      id: connectionId,
      organizationId,
      before: { client_key: clientKey },
      after: { client_key: clientKey, state: "begun" },
    });
    const [erasure] = rows;
    if (erasure === undefined) throw new Error("an upsert returned no row");
    const { erasureId, hadEnded } = erasure;
    const counts = countsIn(erasure.counts);
    return hadEnded ? { erasureId, counts: {}, ended: counts } : { erasureId, counts, ended: {} };
  });
}

async function end(
  session: Session,
  actor: Actor,
  { organizationId, connectionId, clientKey }: ErasedClient,
  { counts, erasureId }: { readonly counts: ErasedCounts; readonly erasureId: string },
): Promise<void> {
  await session.inTransaction(async (tx) => {
    await appendErasure(tx, actor, { organizationId, connectionId, clientKey, erasureId });
    await tx.query(finishErasure([organizationId, clientKey]));
    await recordChange(tx, actor, {
      action: "records.erase",
      kind: "record_connection",
      id: connectionId,
      organizationId,
      before: { client_key: clientKey, state: "begun" },
      after: { client_key: clientKey, state: "erased", counts },
    });
  });
}

function countsIn(text: string): ErasedCounts {
  const stored = parseJsonObject(text);
  return isJsonObject(stored)
    ? Object.fromEntries(
        Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === "number"),
      )
    : {};
}

function sum(counts: ErasedCounts, more: ErasedCounts): ErasedCounts {
  const added: Record<string, number> = { ...counts };
  for (const [name, rows] of Object.entries(more)) added[name] = (added[name] ?? 0) + rows;
  return added;
}
