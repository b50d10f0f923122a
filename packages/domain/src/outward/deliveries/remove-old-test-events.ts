import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** As long as runs are kept (RUN-90): events of tests and automations have no run to be removed with. */
const keptDays = 90;
const eventsPerCallMax = 500;

const removeOld = statement(
  "webhook_events_remove_old_tests",
  `delete from webhook_events where id in (
   select id from webhook_events
    where run_id is null and created_at < now() - interval '${keptDays} days'
    order by created_at limit ${eventsPerCallMax} for update skip locked)`,
);

/**
 * Removes events without a run past retention (tests, platform events that an automation delivered), with their bodies,
 * deliveries and attempts.
 * @returns how many.
 */
export async function removeOldTestEvents(deps: Pick<Deps, "db">): Promise<number> {
  const { rowCount } = await deps.db.pool.query(removeOld([]));
  return rowCount ?? 0;
}
