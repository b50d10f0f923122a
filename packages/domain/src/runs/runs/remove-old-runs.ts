import { type Database, statement } from "@service/db";
import { lowestRunIdOfAge } from "../../book/run-records/index.ts";

/** RUN-90: runs are removed after 90 days; their Idempotency-Key goes with the row. */
export const runRetentionDays = 90;

const removeOld = statement(
  "runs_remove_old",
  `delete from runs where id in (
   select id from runs where id < ${lowestRunIdOfAge("make_interval(days => $1)")} and completed_at < now() - make_interval(days => $1)
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
