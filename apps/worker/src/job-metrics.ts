import { histogram, type Metrics } from "@service/runtime";
import type { JobMetrics } from "@service/work";

const secondsBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30];

/** Metrics of the jobs of this process. */
export function createJobMetrics(metrics: Metrics): JobMetrics {
  const { waited, performed } = metrics.register({
    waited: histogram("service_job_wait_seconds", "Time between the creation of a job and its claim.", secondsBuckets, [
      "kind",
    ]),
    performed: histogram("service_job_duration_seconds", "Time from claim to the end of an attempt.", secondsBuckets, [
      "kind",
      "end",
    ]),
  });
  return {
    claimed: (kind, waitedSeconds) => waited.observe({ kind }, Math.max(0, waitedSeconds)),
    ended: (kind, end, seconds) => performed.observe({ kind, end }, seconds),
  };
}
