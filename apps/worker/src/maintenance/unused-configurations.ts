import { removeUnusedInstanceConfigurations } from "@service/domain/conversations";
import { removeUnusedConfigurations } from "@service/domain/engines";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

const hourMs = 3_600_000;

/** Removes configurations of engines and of conversation instances that nothing names. */
export function startUnusedConfigurations({ db, log }: { readonly db: Database; readonly log: Logger }): WakeLoop {
  return startWakeLoop({
    name: "unused configurations",
    log,
    pollMs: { least: 6 * hourMs, most: 24 * hourMs },
    backoffMs: { first: hourMs, last: 24 * hourMs },
    pausesFirst: true,
    async look() {
      const removed = await removeUnusedConfigurations({ db });
      if (removed > 0) log.info({ removed }, "unused configurations removed");
      const ofInstances = await removeUnusedInstanceConfigurations({ db });
      if (ofInstances > 0) log.info({ removed: ofInstances }, "unused configurations of conversations removed");
    },
  });
}
