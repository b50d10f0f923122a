import { projectRuns } from "@service/domain/opportunities";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

/** What a run found is visible within two seconds of its end (OPPS-10). Random, so that processes do not synchronize. */
const pollMs = { least: 400, most: 800 } as const;

/** Brings finished runs into the opportunities; rows decide which process does what. */
export function startProjector({ db, log }: { readonly db: Database; readonly log: Logger }): WakeLoop {
  return startWakeLoop({
    name: "opportunities",
    log,
    pollMs,
    async look(signal) {
      await projectRuns({ db, log }, signal);
    },
  });
}
