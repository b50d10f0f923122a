import type { Database } from "@service/db";

/** Section 8: runs are removed after 90 days; their Idempotency-Key goes with the row. */
export const runRetentionDays = 90;

/**
 * Removes one small batch of runs that finished longer ago than the retention; payload, attempts, events and
 * deliveries go with the row. Safe in several processes at once.
 * @returns how many were removed; a full batch means that there are more.
 */
export async function removeOldRuns(
  db: Database,
  options: { readonly runsMax: number; readonly retentionDays?: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(
    `delete from runs where id in (
       select id from runs where completed_at < now() - make_interval(days => $1)
       order by completed_at limit $2 for update skip locked)`,
    [options.retentionDays ?? runRetentionDays, options.runsMax],
  );
  return rowCount ?? 0;
}
