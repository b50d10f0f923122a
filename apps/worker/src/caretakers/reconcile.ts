import { reconcileRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import { runsBell, type Queue } from "@service/queue";
import type { Logger } from "@service/runtime";
import type { WorkerMetrics } from "../worker-metrics.ts";
import { everyWithJitter, type Caretaker } from "./every-with-jitter.ts";

/** Every process reconciles, every 2 to 5 seconds (runs.md 5.3); sooner where silence is configured to be short. */
const everyMs = { least: 2_000, most: 5_000 } as const;

/** Restarts runs whose worker fell silent, fails those nobody takes up, settles pending cancels (rows 11 to 14). */
export function startReconciler(options: {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly metrics: WorkerMetrics;
  readonly silenceSeconds: number;
  readonly firstSilenceSeconds: number;
}): Caretaker {
  const { db, queue, log, metrics, silenceSeconds, firstSilenceSeconds } = options;
  const shortestMs = Math.min(silenceSeconds, firstSilenceSeconds) * 1_000;
  const leastMs = Math.max(50, Math.min(everyMs.least, shortestMs / 4));
  return everyWithJitter({
    name: "reconciler",
    leastMs,
    mostMs: leastMs * (everyMs.most / everyMs.least),
    log,
    async task() {
      const runs = await reconcileRuns(db, { restartSeconds: firstSilenceSeconds });
      for (const run of runs) {
        metrics.reconciled(run.action);
        log.warn({ run_id: run.id, engine_type: run.engineType, action: run.action }, "run reconciled");
      }
      const restarted = new Set(runs.filter((run) => run.action === "reclaimed").map((run) => run.engineType));
      await Promise.all([...restarted].map((engineType) => queue.ring(runsBell(engineType))));
      if (runs.some((run) => run.action !== "reclaimed")) await queue.ring("webhooks");
    },
  });
}
