import { type Database, statement } from "@service/db";

/** Days after the last turn, where neither the instance nor the organization says otherwise. */
export const conversationRetentionDays = 365;

const expire = statement(
  "conversations_expire",
  `with due as materialized (
     select c.id from conversation_instances i join organizations o on o.id = i.organization_id
       cross join lateral (
         select c.id from conversations c
         where c.instance_id = i.id and c.deleted_at is null
           and coalesce(c.last_turn_at, c.created_at)
             < $2::timestamptz - make_interval(days => coalesce(i.retention_days, o.conversation_retention_days, $3::int))
           and not exists (select from turns t where t.conversation_id = c.id and t.status in ('queued', 'running'))
         order by coalesce(c.last_turn_at, c.created_at) limit $1 for update skip locked) c
     limit $1
   )
   update conversations c set deleted_at = now(), idem_hash = null from due where c.id = due.id`,
);

/**
 * Ends conversations whose last turn is older than the retention of their instance, else of their organization, else 365 days
 * (CONV-80): as if they were deleted, so that the same purge removes them. Scenarios that were promoted from them stay.
 * @returns how many were ended.
 */
export async function expireConversations(
  db: Database,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  const { rowCount } = await db.pool.query(expire([rowsMax, now, conversationRetentionDays]));
  return rowCount ?? 0;
}
