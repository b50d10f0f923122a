import type { Database } from "./open.ts";
import type { StatementCall } from "./statement.ts";

/** Making and dropping a partition locks the table: give up early rather than block everybody who reads or writes it. */
const lockTimeoutMs = 2_000;

/** What was made and dropped. */
export interface KeptPartitions {
  readonly created: number;
  readonly dropped: number;
}

/**
 * Makes the partitions of the times to come, then drops those that are old: in two transactions, since the locks of the one,
 * held while it waits for those of the other, would be half of a deadlock with any reader.
 * @param keep the function of the table, which drops when it finds nothing to make.
 * @throws the driver's error when the table is too busy; the next call tries again.
 */
export async function keepPartitions(db: Database, keep: StatementCall<KeptPartitions>): Promise<KeptPartitions> {
  const made = await keepOnce(db, keep);
  if (made.created === 0) return made;
  const { dropped } = await keepOnce(db, keep);
  return { created: made.created, dropped };
}

function keepOnce(db: Database, keep: StatementCall<KeptPartitions>): Promise<KeptPartitions> {
  return db.inTransaction(async (tx) => {
    await tx.query(`set local lock_timeout = ${lockTimeoutMs}`);
    const { rows } = await tx.query(keep);
    const [kept] = rows;
    if (!kept) throw new Error("a function returned no row");
    return kept;
  });
}
