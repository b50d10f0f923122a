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

const removeUnattached = statement(
  "conversation_attachments_remove_unattached",
  `with due as materialized (
     select id from conversation_attachments where not is_attached and created_at < $2::timestamptz - interval '24 hours'
     order by created_at limit $1 for update skip locked
   ), removed as (
     delete from conversation_attachments a using due where a.id = due.id returning a.organization_id, a.sha256
   ), files as (
     update blobs b set touched_at = 'epoch' from removed r
     where b.organization_id = r.organization_id and b.sha256 = r.sha256
   )
   select count(*) as removed from removed`,
);

/** Removes uploads that no turn names a day later (CONV-81). @returns how many were removed. */
export async function removeUnattachedUploads(
  db: Database,
  { now, rowsMax }: { readonly now: Date; readonly rowsMax: number },
): Promise<number> {
  const { rows } = await db.pool.query(removeUnattached([rowsMax, now]));
  return rows[0]?.removed ?? 0;
}
