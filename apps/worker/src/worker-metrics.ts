import type { Metrics } from "@service/runtime";

/** Metrics of this process; undefined parts cost nothing while METRICS_PORT is unset. */
export type WorkerMetrics = {
  claimed(batchSize: number, waitedSeconds: readonly number[]): void;
  finished(engineType: string, status: string, seconds: number): void;
  refusedStale(): void;
  lostLease(): void;
  reconciled(action: string): void;
  removed(runs: number): void;
};

const batchBuckets = [1, 2, 4, 8, 16, 32, 64, 128];
const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900];

export const noWorkerMetrics: WorkerMetrics = {
  claimed: () => undefined,
  finished: () => undefined,
  refusedStale: () => undefined,
  lostLease: () => undefined,
  reconciled: () => undefined,
  removed: () => undefined,
};

/** @param slots `taken`: how many are taken now, read at each scrape. */
export function createWorkerMetrics(
  metrics: Metrics,
  slots: { readonly total: number; readonly taken: () => number },
): WorkerMetrics {
  const batch = metrics.histogram({
    name: "service_run_claim_batch_size",
    help: "Runs taken by one claim.",
    buckets: batchBuckets,
  });
  const age = metrics.histogram({
    name: "service_run_queue_age_seconds",
    help: "Time a run waited until a worker claimed it.",
    buckets: secondsBuckets,
  });
  const duration = metrics.histogram({
    name: "service_run_duration_seconds",
    help: "Time from claim to the end of an attempt.",
    labels: ["engine_type", "status"],
    buckets: secondsBuckets,
  });
  const stale = metrics.counter({
    name: "service_run_stale_completions_refused_total",
    help: "Results of attempts that had lost their lease; nothing was written.",
  });
  const lost = metrics.counter({
    name: "service_run_leases_lost_total",
    help: "Held runs whose lease was found lost.",
  });
  const reconciled = metrics.counter({
    name: "service_run_reconciler_actions_total",
    help: "Runs reconciled, by action.",
    labels: ["action"],
  });
  const removed = metrics.counter({ name: "service_runs_removed_total", help: "Runs removed by retention." });
  metrics.gauge({
    name: "service_worker_slots",
    help: "Slots of this process.",
    labels: ["state"],
    collect(gauge) {
      gauge.set({ state: "held" }, slots.taken());
      gauge.set({ state: "free" }, slots.total - slots.taken());
    },
  });
  return {
    claimed(batchSize, waitedSeconds) {
      batch.observe(batchSize);
      for (const seconds of waitedSeconds) age.observe(Math.max(0, seconds));
    },
    finished: (engineType, status, seconds) => duration.observe({ engine_type: engineType, status }, seconds),
    refusedStale: () => stale.inc(),
    lostLease: () => lost.inc(),
    reconciled: (action) => reconciled.inc({ action }),
    removed: (runs) => removed.inc(runs),
  };
}
