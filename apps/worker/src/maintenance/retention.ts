import { setTimeout } from "node:timers/promises";
import { keepAttemptMonths } from "@service/domain/deliveries";
import { removeOldInboundDeliveries } from "@service/domain/inbound";
import { removeOldExecutions } from "@service/domain/automations";
import { removeOldPlatformEvents } from "@service/domain/events";
import { removeOldRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import type { Logger } from "@service/runtime";
import { removeOldJobs, startWakeLoop, type WakeLoop } from "@service/work";
import type { WorkerMetrics } from "../worker-metrics.ts";

const hourMs = 3_600_000;
const everyMs = { least: hourMs / 60, most: hourMs } as const;
/** Small batches with pauses: each is a short transaction, and callers need the disk first. */
const rowsPerBatch = 200;
/** For tables without dependent rows. */
const plainRowsPerBatch = 2_000;
const batchesPerTurnMax = 500;
const pauseMs = 100;

/** Removes runs 90 days after they finished (RUN-90), and other tables' rows after their own retention periods. */
export function startRetention(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: WorkerMetrics;
}): WakeLoop {
  const { db, log, metrics } = options;
  return startWakeLoop({
    name: "retention",
    log,
    pollMs: everyMs,
    backoffMs: { first: everyMs.least, last: everyMs.most },
    pausesFirst: true,
    async look(signal) {
      const runs = await removeAll((runsMax) => removeOldRuns(db, { runsMax }), signal);
      if (runs > 0) {
        metrics.removed(runs);
        log.info({ removed: runs }, "old runs removed");
      }
      const events = await removeAll(
        (eventsMax) => removeOldPlatformEvents(db, { eventsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (events > 0) log.info({ removed: events }, "old platform events removed");
      const inbound = await removeAll(
        (deliveriesMax) => removeOldInboundDeliveries(db, { deliveriesMax }),
        signal,
        plainRowsPerBatch,
      );
      if (inbound > 0) log.info({ removed: inbound }, "old ids of inbound deliveries removed");
      const months = await keepAttemptMonths(db);
      if (months.created + months.dropped > 0) log.info(months, "months of the attempt log created and dropped");
      const executions = await removeAll((executionsMax) => removeOldExecutions(db, { executionsMax }), signal);
      if (executions > 0) log.info({ removed: executions }, "old executions of automations removed");
      const jobs = await removeAll((jobsMax) => removeOldJobs(db.pool, { jobsMax }), signal, plainRowsPerBatch);
      if (jobs > 0) log.info({ removed: jobs }, "old jobs removed");
    },
  });
}

/** @param removeBatch removes at most so many rows and returns how many. */
async function removeAll(
  removeBatch: (rowsMax: number) => Promise<number>,
  signal: AbortSignal,
  rowsMax: number = rowsPerBatch,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch += 1) {
    const rows = await removeBatch(rowsMax);
    removed += rows;
    if (rows < rowsMax) break;
    await setTimeout(pauseMs);
  }
  return removed;
}
