import { type Database, statement } from "@service/db";

/** Repository hosts redeliver for three days; others try for longer (IN-28). */
export const inboundDeliveryRetentionDays = 90;

const removeOld = statement(
  "inbound_deliveries_remove_old",
  `delete from inbound_deliveries where (source_id, delivery_id) in (
   select source_id, delivery_id from inbound_deliveries where received_at < now() - make_interval(days => $1)
   order by received_at limit $2 for update skip locked)`,
);

/**
 * Removes one small batch of delivery ids past retention; their events stay in the log. Safe in several processes at once.
 * @returns how many were removed; a full batch means that there may be more.
 */
export async function removeOldInboundDeliveries(
  db: Database,
  options: { readonly deliveriesMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(removeOld([inboundDeliveryRetentionDays, options.deliveriesMax]));
  return rowCount ?? 0;
}
