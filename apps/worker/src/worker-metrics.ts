import { counter, gauge, histogram, type Metrics } from "@service/runtime";

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
  const { batch, age, duration, stale, lost, reconciled, removed } = metrics.register({
    batch: histogram("service_run_claim_batch_size", "Runs taken by one claim.", batchBuckets),
    age: histogram("service_run_queue_age_seconds", "Time a run waited until a worker claimed it.", secondsBuckets),
    duration: histogram("service_run_duration_seconds", "Time from claim to the end of an attempt.", secondsBuckets, [
      "engine_type",
      "status",
    ]),
    stale: counter(
      "service_run_stale_completions_refused_total",
      "Results of attempts that had lost their lease; nothing was written.",
    ),
    lost: counter("service_run_leases_lost_total", "Held runs whose lease was found lost."),
    reconciled: counter("service_run_reconciler_actions_total", "Runs reconciled, by action.", ["action"]),
    removed: counter("service_runs_removed_total", "Runs removed by retention."),
    slots: gauge("service_worker_slots", "Slots of this process.", ["state"], () => ({
      held: slots.taken(),
      free: slots.total - slots.taken(),
    })),
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
