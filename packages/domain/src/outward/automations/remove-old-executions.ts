import { type Database, statement } from "@service/db";

/** AUTO-47. */
export const executionRetentionDays = 90;

const removeOld = statement(
  "automation_executions_remove_old",
  `delete from automation_executions where id in (
   select id from automation_executions where finished_at < now() - make_interval(days => $1)
   order by finished_at limit $2 for update skip locked)`,
);

const removeUnused = statement(
  "automations_remove_unused",
  `delete from automations a where a.removed_at < now() - make_interval(days => $1)
   and not exists (select from automation_executions x where x.automation_id = a.id)`,
);

/**
 * Removes one small batch of executions that finished longer ago than the retention, and removed automations that have
 * no log left. Safe in several processes at once.
 *
 * @returns how many executions were removed; a full batch means that there may be more.
 */
export async function removeOldExecutions(db: Database, options: { readonly executionsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeOld([executionRetentionDays, options.executionsMax]));
  await db.pool.query(removeUnused([executionRetentionDays]));
  return rowCount ?? 0;
}
