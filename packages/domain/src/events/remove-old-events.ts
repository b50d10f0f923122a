import type { Database } from "@service/db";

/** Days after which platform events are removed (EVT-9). */
export const platformEventRetentionDays = 400;

/**
 * Removes one small batch of events recorded longer ago than the retention. Safe in several processes at once.
 * @returns how many were removed; a full batch means that there may be more.
 */
export async function removeOldPlatformEvents(db: Database, options: { readonly eventsMax: number }): Promise<number> {
  const { rowCount } = await db.pool.query(
    `delete from platform_events where id in (
       select id from platform_events where recorded_at < now() - make_interval(days => $1)
       order by recorded_at limit $2 for update skip locked)`,
    [platformEventRetentionDays, options.eventsMax],
  );
  return rowCount ?? 0;
}
