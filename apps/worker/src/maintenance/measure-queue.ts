import { engineTypeNames } from "@service/contract";
import { measureRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import type { Logger, Metrics } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";

/** A statement reads all unfinished runs, so it is asked a few times a minute; alarms look at minutes. */
const everyMs = { least: 10_000, most: 20_000 } as const;

/** Keeps the gauges of the queue: what waits, how long, and whether any process reconciles (OPS-42). */
export function startMeasuringQueue(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly metrics: Metrics;
}): WakeLoop {
  const { db, log, metrics } = options;
  const oldest = metrics.gauge({
    name: "service_oldest_queued_run_seconds",
    help: "Age of the oldest run that waits for a worker; 0 when none waits.",
    labels: ["engine_type"],
  });
  const unfinished = metrics.gauge({
    name: "service_runs_unfinished",
    help: "Runs that have not finished.",
    labels: ["engine_type", "status"],
  });
  const tickAge = metrics.gauge({
    name: "service_maintenance_tick_age_seconds",
    help: "Time since any worker last reclaimed silent runs and settled cancels.",
  });
  return startWakeLoop({
    name: "queue metrics",
    log,
    pollMs: everyMs,
    async look() {
      const { types, reconciledSecondsAgo } = await measureRuns({ db });
      const byType = new Map(types.map((type) => [type.engineType, type]));
      for (const engineType of engineTypeNames) {
        const { queued = 0, unheld = 0, held = 0, oldestWaitSeconds = null } = byType.get(engineType) ?? {};
        oldest.set({ engine_type: engineType }, Math.max(0, oldestWaitSeconds ?? 0));
        unfinished.set({ engine_type: engineType, status: "queued" }, queued + unheld);
        unfinished.set({ engine_type: engineType, status: "processing" }, held);
      }
      if (reconciledSecondsAgo !== null) tickAge.set(Math.max(0, reconciledSecondsAgo));
    },
  });
}
