import { statement, type Transaction } from "@service/db";
import { eraseScenariosOf } from "../release-gates/index.ts";

/**
 * Deleted conversations with everything that hangs on them: frames of the stream first, which no key binds to their turn, then
 * the rows, which take turns, attempts, attachments and annotations along. Their files are due immediately where nothing else
 * uses them.
 */
const purge = statement(
  "conversations_purge",
  `with gone as materialized (
     select id from conversations where id = any($1::uuid[])
   ), frames as (
     delete from turn_frames f using turns t, gone g
     where t.conversation_id = g.id and f.turn_id = t.id
       and f.turn_hour = date_trunc('hour', t.created_at at time zone 'UTC') at time zone 'UTC'
   ), files as (
     update blobs b set touched_at = 'epoch'
     from conversation_attachments a, gone g
     where a.conversation_id = g.id and b.organization_id = a.organization_id and b.sha256 = a.sha256
   ), removed as (
     delete from conversations c using gone g where c.id = g.id returning c.id
   )
   select count(*) as removed from removed`,
);

const lockDeleted = statement(
  "conversations_lock_deleted",
  `select id, organization_id as "organizationId", erases_derived as "erasesDerived" from conversations
   where deleted_at is not null order by deleted_at limit $1 for update skip locked`,
);

/**
 * Removes the rows of deleted conversations (CONV-28, CONV-80). A worker that still answers one finds no row to write to.
 * Safe to repeat and to run in several processes.
 * @returns how many conversations were removed.
 */
export async function purgeConversations(
  db: InTransactions,
  { rowsMax }: { readonly rowsMax: number },
): Promise<number> {
  return db.inTransaction(async (tx) => {
    const { rows } = await tx.query(lockDeleted([rowsMax]));
    for (const { id: conversationId, organizationId, erasesDerived } of rows)
      if (erasesDerived) await eraseScenariosOf(tx, { organizationId, conversationId });
    if (rows.length > 0) await tx.query(purge([rows.map(({ id }) => id)]));
    return rows.length;
  });
}

/** A database, or a session of one. */
interface InTransactions {
  inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
