import { type Database, statement } from "@service/db";

/** Days after which platform events are removed (EVT-9). */
export const platformEventRetentionDays = 400;

const removeOld = statement(
  "platform_events_remove_old",
  `delete from platform_events where id in (
   select id from platform_events where recorded_at < now() - make_interval(days => $1)
   order by recorded_at limit $2 for update skip locked)`,
);

/**
 * Removes one small batch of events recorded longer ago than the retention. Safe in several processes at once.
 * @returns how many were removed; a full batch means that there may be more.
 */
export async function removeOldPlatformEvents(db: Database, options: { readonly eventsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(removeOld([platformEventRetentionDays, options.eventsMax]));
  return rowCount ?? 0;
}
