import { type Database, isDatabaseAway, statement, type Transaction } from "@service/db";

const lockOrganization = statement(
  "organizations_lock_for_creation",
  "select 1 from organizations where id = $1 for no key update",
);

/** The end of the last creation that waits, by organization. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs the transaction of a creation that counts what its organization has: one at a time per organization, so that the count
 * still holds when the row is inserted. Creations of one process wait their turn without a connection: those that waited for
 * the lock with one would keep the others of the pool waiting beyond its time.
 */
export async function createInTurn<Created>(
  db: Database,
  organizationId: string,
  work: (tx: Transaction) => Promise<Created>,
): Promise<Created> {
  const before = last.get(organizationId);
  const creation = (async () => {
    await before?.catch((error: unknown) => {
      // Who waited as long as the one before need not wait for the database once more.
      if (isDatabaseAway(error)) throw error;
    });
    return db.inTransaction(async (tx) => {
      await tx.query(lockOrganization([organizationId]));
      return work(tx);
    });
  })();
  last.set(organizationId, creation);
  try {
    return await creation;
  } finally {
    if (last.get(organizationId) === creation) last.delete(organizationId);
  }
}
