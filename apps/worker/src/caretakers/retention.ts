import { removeOldRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import type { WorkerMetrics } from "../worker-metrics.ts";
import { everyWithJitter, type Caretaker } from "./every-with-jitter.ts";

const hourMs = 3_600_000;
/** Small batches with pauses: each is a short transaction, and the disk is the callers' first. */
const runsPerBatch = 200;
const batchesPerTurnMax = 500;
const pauseMs = 100;

/** Removes runs 90 days after they finished (section 8). */
export function startRetention(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: WorkerMetrics;
}): Caretaker {
  const { db, log, metrics } = options;
  let isStopped = false;
  const caretaker = everyWithJitter({
    name: "retention",
    leastMs: hourMs / 60,
    mostMs: hourMs,
    log,
    async task() {
      let removed = 0;
      for (let batch = 0; batch < batchesPerTurnMax && !isStopped; batch += 1) {
        const runs = await removeOldRuns(db, { runsMax: runsPerBatch });
        removed += runs;
        if (runs < runsPerBatch) break;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
      if (removed > 0) {
        metrics.removed(removed);
        log.info({ removed }, "old runs removed");
      }
    },
  });
  return {
    stop() {
      isStopped = true;
      return caretaker.stop();
    },
  };
}
