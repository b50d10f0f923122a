import { type Database, statement } from "@service/db";
import { applies, opportunityTransitions } from "./opportunity-states.ts";

/** Days after which an open opportunity whose date has passed unseen expires (OPPS-23). */
const overdueDays = 30;
/** Days for which resolved and expired ones are kept (OPPS-24). */
const keptDays = 400;

const expireOverdue = statement(
  "opportunities_expire",
  `update opportunities o set status = '${opportunityTransitions.expire.to}', closed_at = now(), revision = o.revision + 1
   from (
     select o.organization_id, o.environment_id, o.engine_id, o.opportunity_id from opportunities o
     where ${applies("expire")} and o.due_on < $1::date - ${overdueDays}
       and o.last_seen_at < o.due_on + ${overdueDays}
     order by o.due_on limit $2 for update skip locked) overdue
   where o.organization_id = overdue.organization_id and o.environment_id = overdue.environment_id
     and o.engine_id = overdue.engine_id and o.opportunity_id = overdue.opportunity_id and ${applies("expire")}`,
);

/**
 * Expires open opportunities whose date is 30 days past and that no run has seen since.
 * @returns how many; a full batch means that there are more.
 */
export async function expireOpportunities(
  db: Database,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(expireOverdue([now.toISOString().slice(0, 10), rowsMax]));
  return rowCount ?? 0;
}

const removeClosed = statement(
  "opportunities_remove_closed",
  `delete from opportunities o using (
     select o.organization_id, o.environment_id, o.engine_id, o.opportunity_id from opportunities o
     where o.closed_at < $1::timestamptz - interval '${keptDays} days'
     order by o.closed_at limit $2 for update skip locked) old
   where o.organization_id = old.organization_id and o.environment_id = old.environment_id
     and o.engine_id = old.engine_id and o.opportunity_id = old.opportunity_id`,
);

/**
 * Removes resolved and expired opportunities after 400 days; their annotations go with them.
 * @returns how many; a full batch means that there are more.
 */
export async function removeOldOpportunities(
  db: Database,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(removeClosed([now, rowsMax]));
  return rowCount ?? 0;
}
