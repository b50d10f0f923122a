import { sealChanges } from "@service/domain/audit";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

/** A mark is set and then sealed 30 seconds later, so that a change waits for at most 90 (CON-98). */
const pollMs = { least: 8_000, most: 14_000 } as const;

/** Seals the audit log; rows decide which process does what. */
export function startSealing({ db, log }: { readonly db: Database; readonly log: Logger }): WakeLoop {
  return startWakeLoop({
    name: "audit seals",
    log,
    pollMs,
    async look() {
      await sealChanges({ db });
    },
  });
}
