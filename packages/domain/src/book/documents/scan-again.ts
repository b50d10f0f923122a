import { statement } from "@service/db";
import type { Deps } from "../../deps.ts";

const resetOne = statement(
  "blobs_scan_again",
  `update blobs set text_status = 'pending', text_reason = null, scan = 'pending', unscanned_since = null, attempts = 0,
     due_at = now()
   where organization_id = $1 and sha256 = $2 and text_status = 'failed' and text_reason = 'scan_unavailable'
     and removing_at is null`,
);

/** Lets workers scan a file again that was given up because no scanner answered. */
export async function scanAgain(deps: Pick<Deps, "db">, organizationId: string, sha256: string): Promise<void> {
  await deps.db.pool.query(resetOne([organizationId, sha256]));
}
