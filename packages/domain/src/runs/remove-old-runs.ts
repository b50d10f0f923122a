import { type Database, statement } from "@service/db";

/** RUN-90: runs are removed after 90 days; their Idempotency-Key goes with the row. */
export const runRetentionDays = 90;

/**
 * The lowest id that a run submitted `$1` days ago can have. Ids begin with the milliseconds of their submission
 * (`newRunId`), so the primary key finds the oldest runs without an index on their end.
 */
const lowestIdOfAge = `(lpad(to_hex(floor(extract(epoch from now() - make_interval(days => $1)) * 1000)::bigint), 12, '0')
  || repeat('0', 20))::uuid`;

const removeOld = statement(
  "runs_remove_old",
  `delete from runs where id in (
   select id from runs where id < ${lowestIdOfAge} and completed_at < now() - make_interval(days => $1)
   order by id limit $2 for update skip locked)`,
);

/**
 * Removes one small batch of runs that finished longer ago than the retention; payload, attempts, events and
 * deliveries cascade. Safe in several processes at once.
 * @returns how many were removed; a full batch means that there are more.
 */
export async function removeOldRuns(
  db: Database,
  options: { readonly runsMax: number; readonly retentionDays?: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(removeOld([options.retentionDays ?? runRetentionDays, options.runsMax]));
  return rowCount ?? 0;
}
