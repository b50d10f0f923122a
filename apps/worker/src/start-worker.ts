import { openProcess, startTasks } from "@service/process";
import type { Logger, Stop } from "@service/runtime";
import type { WorkerConfig } from "./config.ts";
import { openWorker } from "./open-worker.ts";
import type { RunWorker } from "./run-worker.ts";
import { workerTasks } from "./tasks.ts";

/** After the grace period: for releasing runs and closing connections and threads. */
const stopMarginMs = 8_000;

export type RunningWorker = { readonly stop: Stop; readonly worker: RunWorker };

/** Starts a worker process, even with Postgres and the queue absent, as it recovers by itself (OPS-1). */
export async function startWorker(config: WorkerConfig, given: { log?: Logger } = {}): Promise<RunningWorker> {
  const takes = { engineTypes: config.engineTypes, slots: config.concurrency };
  const opened = await openProcess(config, { name: "worker", marginMs: stopMarginMs, takes, ...given });
  const deps = await openWorker(config, opened);
  startTasks(opened.stop, deps, workerTasks);
  opened.log.info(
    { engine_types: config.engineTypes, slots: config.concurrency, model: deps.provider?.key ?? "none" },
    "worker started",
  );
  return { stop: opened.stop, worker: deps.worker };
}
