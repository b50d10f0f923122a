import { type Database, statement } from "@service/db";
import type { ObjectStore, ReceivedFile } from "@service/files";
import { sleep } from "@service/runtime";

const touchBlob = statement(
  "blobs_touch",
  `
  insert into blobs (organization_id, sha256, bytes, media_type, file_name, scan)
  values (@organization_id, @sha256, @bytes, @media_type, @file_name, @scan::blob_scan)
  on conflict (organization_id, sha256) do update set touched_at = now(),
    removing_at = case when blobs.removing_at < now() - interval '1 minute' then null else blobs.removing_at end
  returning removing_at is not null as "isRemoving", xmax = 0 as "isNew"`,
).narrowed<{ readonly isRemoving: boolean; readonly isNew: boolean }>();

/** A removal takes as long as the store needs for one object; one that is older has died. */
const waitMs = 250;
const waitMsMax = 90_000;

/**
 * Stores a file that has arrived and makes its row, or finds both: equal bytes are kept once (STORE-1). Nothing refers to it
 * yet: the caller inserts the row that uses it, within a day.
 * @param hasScanner the content is not handed out before a scan.
 */
export async function keepBlob(
  deps: { readonly db: Database; readonly files: ObjectStore },
  organizationId: string,
  file: ReceivedFile,
  described: { readonly mediaType: string; readonly fileName: string; readonly hasScanner: boolean },
): Promise<{ readonly isNew: boolean }> {
  const { sha256, bytes } = file;
  const { mediaType, fileName, hasScanner } = described;
  const giveUpAtMs = performance.now() + waitMsMax;
  for (;;) {
    const { rows } = await deps.db.pool.query(
      touchBlob({
        organizationId,
        sha256,
        bytes,
        mediaType,
        fileName,
        scan: hasScanner ? "pending" : "not_configured",
      }),
    );
    const [row] = rows;
    if (row === undefined) throw new Error("a blob has no row");
    if (!row.isRemoving) {
      // After the row: whoever removes unused bytes looks at it first.
      if ((await deps.files.head({ organizationId, sha256 }))?.bytes !== bytes) await file.store(organizationId);
      return { isNew: row.isNew };
    }
    if (performance.now() > giveUpAtMs) throw new Error("a blob is being removed for too long");
    await sleep(waitMs);
  }
}
