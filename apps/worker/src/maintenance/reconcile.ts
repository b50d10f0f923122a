import { reconcileRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import { runsChannel, type Queue } from "@service/queue";
import type { Logger } from "@service/runtime";
import { startWakeLoop, type WakeLoop } from "@service/work";
import type { WorkerMetrics } from "../worker-metrics.ts";

/** Every process reconciles every 2 to 5 seconds (RUN-74); sooner when the allowed silence is configured short. */
const everyMs = { least: 2_000, most: 5_000 } as const;

/** Restarts runs of silent workers, fails those never claimed, settles pending cancels (RUN-53, RUN-54, RUN-55, RUN-56). */
export function startReconciler(options: {
  readonly db: Database;
  readonly queue: Queue;
  readonly log: Logger;
  readonly metrics: WorkerMetrics;
  readonly silenceSeconds: number;
  readonly firstSilenceSeconds: number;
}): WakeLoop {
  const { db, queue, log, metrics, silenceSeconds, firstSilenceSeconds } = options;
  const shortestMs = Math.min(silenceSeconds, firstSilenceSeconds) * 1_000;
  const leastMs = Math.max(50, Math.min(everyMs.least, shortestMs / 4));
  const mostMs = leastMs * (everyMs.most / everyMs.least);
  return startWakeLoop({
    name: "reconciler",
    log,
    pollMs: { least: leastMs, most: mostMs },
    backoffMs: { first: leastMs, last: mostMs },
    pausesFirst: true,
    async look() {
      const runs = await reconcileRuns(db, { restartSeconds: firstSilenceSeconds });
      for (const run of runs) {
        metrics.reconciled(run.action);
        log.warn({ run_id: run.id, engine_type: run.engineType, action: run.action }, "run reconciled");
      }
      const restarted = new Set(runs.filter((run) => run.action === "reclaimed").map((run) => run.engineType));
      await Promise.all([...restarted].map((engineType) => queue.wake(runsChannel(engineType))));
      if (runs.some((run) => run.action !== "reclaimed")) await queue.wake("webhooks");
    },
  });
}
