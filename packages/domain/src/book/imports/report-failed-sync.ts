import type { Database } from "@service/db";
import { appendPlatformEvents } from "../../events/events/index.ts";

/** Reports a sync that ended without an import (IMP-240): imports report their own end. */
export async function reportFailedSync(
  db: Database,
  failed: {
    readonly organizationId: string;
    readonly connectionId: string;
    readonly at: Date;
    /** A sentence, without secrets. */
    readonly reason: string;
    /** Whether the same fetch may succeed later. */
    readonly isTemporary: boolean;
  },
): Promise<void> {
  const { organizationId, connectionId, at, reason, isTemporary } = failed;
  await db.inTransaction((tx) =>
    appendPlatformEvents(tx, [
      {
        organizationId,
        type: "sync.failed",
        dedupeKey: `fetch:${connectionId}:${at.toISOString()}`,
        subject: { kind: "connection", key: connectionId },
        data: { connection_id: connectionId, state: "failed", reason, is_temporary: isTemporary },
      },
    ]),
  );
}
