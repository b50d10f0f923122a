import { isUnavailable } from "@service/db";
import { gateDatasetKeys } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import { type JobContext, jobHandler, type JobMetrics, type LeasedWork, startJobs } from "@service/work";
import { parseJsonObject } from "@service/json";
import { loadSharedDatasets, type DatasetDeps } from "../datasets/index.ts";
import type { Deps } from "../../deps.ts";
import { type GateJob, gateJob } from "./gate-job.ts";
import { unevaluatedReport } from "./gate-report.ts";
import { type GateThreads, openGateThreads } from "./gate-threads.ts";

type GateDeps = Pick<Deps, "db" | "queue" | "log"> & DatasetDeps;

/**
 * Starts evaluating the gates that publishes and validations wait for (`gateJob`), each in a thread. Call once per
 * worker process.
 * @param options.slots concurrent gates; at most half of them for one organization.
 */
export function startGates(
  deps: GateDeps,
  options: {
    readonly slots: number;
    readonly metrics?: JobMetrics;
    /** For tests. */
    readonly leaseSeconds?: number;
  },
): Pick<LeasedWork, "stop" | "heldCount"> {
  const threads = openGateThreads();
  const jobs = startJobs({
    ...options,
    sql: deps.db.pool,
    log: deps.log,
    handlers: [
      jobHandler(gateJob, {
        perform: (job, context) => evaluateGateJob(deps, threads, job, context),
        mayRetry: isUnavailable,
      }),
    ],
  });
  const listener = deps.queue.listen("jobs", async () => jobs.wake());
  return {
    get heldCount() {
      return jobs.heldCount;
    },
    async stop(graceMs) {
      // Close in parallel: the listener of a frozen queue may take seconds, and the grace period is for the jobs.
      const closing = listener.close();
      await jobs.stop(graceMs);
      await threads.close();
      await closing;
    },
  };
}

/** Evaluates with the active datasets, as a run that starts now would. */
async function evaluateGateJob(
  deps: Pick<Deps, "db" | "log"> & DatasetDeps,
  threads: GateThreads,
  job: GateJob,
  { organizationId, signal }: JobContext,
): Promise<{ report: string }> {
  const { engineId, ...task } = job;
  const judged = {
    ...parseJsonObject(job.effective),
    ...(job.evaluation === null ? {} : { evaluation: parseJsonObject(job.evaluation) }),
  };
  const keys = gateDatasetKeys(findEngineType(job.engineType), judged);
  const read = await loadSharedDatasets(deps, organizationId, keys);
  signal.throwIfAborted();
  switch (read.kind) {
    case "loaded":
      return { report: JSON.stringify(await threads.evaluate({ ...task, datasets: [...read.datasets] }, signal)) };
    case "too_large":
      return { report: JSON.stringify(unevaluatedReport("datasets_too_large")) };
    case "inconsistent":
      deps.log.error({ datasetKey: read.datasetKey, engineId }, "a dataset failed its integrity check");
      return { report: JSON.stringify(unevaluatedReport("dataset_inconsistent")) };
  }
}
