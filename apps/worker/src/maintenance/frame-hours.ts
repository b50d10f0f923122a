import { keepFrameHours } from "@service/domain/turns";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

/** Hours are made ahead, so that a maintenance task that comes late delays nothing. */
const keepMs = { least: 5 * 60_000, most: 10 * 60_000 } as const;

/** Makes and drops the partitions of the log of frames. */
export function startFrameHours({ db, log }: { readonly db: Database; readonly log: Logger }): WakeLoop {
  return startWakeLoop({
    name: "frames of turns",
    log,
    pollMs: keepMs,
    backoffMs: { first: 10_000, last: keepMs.least },
    async look() {
      const { created, dropped } = await keepFrameHours(db);
      if (created + dropped > 0) log.info({ created, dropped }, "hours of frames kept");
    },
  });
}
