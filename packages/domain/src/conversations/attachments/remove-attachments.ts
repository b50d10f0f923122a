import { attachmentLimits } from "@service/contract";
import { type Querying, statement } from "@service/db";
import type { Deps } from "../../deps.ts";

/** Files of removed rows go with the next run of the maintenance task, unless something else uses them. */
const touchLeftOver = `left_over as (
    update blobs b set touched_at = 'epoch' from removed r
    where b.organization_id = r.organization_id and b.sha256 = r.sha256)`;

const removeOld = statement(
  "conversation_attachments_remove_unattached",
  `
  with removed as (
    delete from conversation_attachments a where a.id in (
      select id from conversation_attachments
      where not is_attached and created_at < now() - make_interval(hours => ${attachmentLimits.unattachedHours})
      order by created_at limit $1 for update skip locked)
    returning a.organization_id, a.sha256
  ), ${touchLeftOver}
  select count(*)::int as count from removed`,
);

/** Removes uploads that no turn has named within a day (ATT-22). @returns how many. */
export async function removeUnattached(
  deps: Pick<Deps, "db">,
  { rowsMax }: { readonly rowsMax: number },
): Promise<number> {
  const { rows } = await deps.db.pool.query(removeOld([rowsMax]));
  return rows[0]?.count ?? 0;
}

const removeOfOne = statement(
  "conversation_attachments_remove_of_conversation",
  `
  with removed as (
    delete from conversation_attachments a where a.organization_id = $1 and a.conversation_id = $2
    returning a.organization_id, a.sha256
  ), ${touchLeftOver}
  select count(*)::int as count from removed`,
);

/** Removes the attachments of a conversation that goes, with their files unless something else uses them. @returns how many. */
export async function removeAttachmentsOf(
  tx: Querying,
  { organizationId, conversationId }: { readonly organizationId: string; readonly conversationId: string },
): Promise<number> {
  const { rows } = await tx.query(removeOfOne([organizationId, conversationId]));
  return rows[0]?.count ?? 0;
}
