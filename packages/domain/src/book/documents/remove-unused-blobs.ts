import { type Database, statement } from "@service/db";
import type { ObjectStore } from "@service/files";

/** Unused for a day, or a removal that died; marked so that nobody brings it again while its bytes go. */
const markUnused = statement(
  "blobs_mark_unused",
  `
  update blobs b set removing_at = now()
  from (
    select organization_id, sha256 from blobs
    where touched_at < now() - interval '24 hours' and (removing_at is null or removing_at < now() - interval '5 minutes')
      and not blob_is_used(organization_id, sha256)
    order by touched_at limit $1 for update skip locked) unused
  where b.organization_id = unused.organization_id and b.sha256 = unused.sha256
  returning b.organization_id as "organizationId", b.sha256, b.removing_at as "removingAt"`,
).narrowed<{ readonly removingAt: Date }>();

const removeMarked = statement(
  "blobs_remove",
  `delete from blobs where organization_id = $1 and sha256 = $2 and removing_at = $3
     and not blob_is_used(organization_id, sha256)`,
);

/**
 * Removes blobs that nothing has used for 24 hours, with their bytes and text (STORE-3): first the row is marked, then the
 * object goes, then the row. One that dies between is done again.
 * @returns how many were removed.
 */
export async function removeUnusedBlobs(
  deps: { readonly db: Database; readonly files: ObjectStore },
  { blobsMax }: { readonly blobsMax: number },
): Promise<number> {
  const { rows } = await deps.db.pool.query(markUnused([blobsMax]));
  for (const { organizationId, sha256, removingAt } of rows) {
    await deps.files.delete({ organizationId, sha256 });
    await deps.db.pool.query(removeMarked([organizationId, sha256, removingAt]));
  }
  return rows.length;
}
