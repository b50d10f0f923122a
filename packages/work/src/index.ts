/**
 * Leased work: claim, perform, heartbeat, settle, drain, as one primitive (`startLeasedWork`) over statements of the
 * caller; the loop below it (`startWakeLoop`), for work without leases; and the `jobs` table for work that is not hot
 * (`performJob`, `startJobs`).
 *
 * Guarantees: never more work than slots; a process that lost a lease writes nothing; a lost wake-up costs one poll; a
 * store that is away is queried less and less often; what a process cannot finish before it stops is released. Jobs are
 * fair between organizations. Callers decide what a job does and which wake-up announces it.
 */
export { type JobContext, type JobHandler, jobHandler, type JobKind } from "./job-kind.ts";
export { type Statements, removeOldJobs } from "./job-statements.ts";
export {
  type Claim,
  type EndOfWork,
  type HeldState,
  type LeasedWork,
  type LeasedWorkOptions,
  type Outcome,
  startLeasedWork,
} from "./leased-work.ts";
export { halfOf, organizationsAtShare, roomsWithin } from "./organization-share.ts";
export {
  type FinishedJobLoader,
  type JobClient,
  JobFailedError,
  openFinishedJobLoader,
  performJob,
} from "./perform-job.ts";
export { type JobMetrics, type JobsOptions, startJobs } from "./start-jobs.ts";
export { startWakeLoop, type WakeLoop, type WakeLoopOptions } from "./wake-loop.ts";
