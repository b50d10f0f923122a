import { removeUnusedConfigurations } from "@service/domain/engines";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { everyWithJitter, type MaintenanceTask } from "./every-with-jitter.ts";

const hourMs = 3_600_000;

/** Removes configurations that no draft, release or run refers to. */
export function startUnusedConfigurations({
  db,
  log,
}: {
  readonly db: Database;
  readonly log: Logger;
}): MaintenanceTask {
  return everyWithJitter({
    name: "unused configurations",
    leastMs: 6 * hourMs,
    mostMs: 24 * hourMs,
    log,
    async task() {
      const removed = await removeUnusedConfigurations({ db });
      if (removed > 0) log.info({ removed }, "unused configurations removed");
    },
  });
}
