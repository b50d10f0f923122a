/**
 * Runs: from submission to a final state (spec: runs.md, sections 2.5, 3.3 and 4.3). The row is the queue; bells only
 * wake workers.
 *
 * Guarantees: a committed row reaches a final state; every write carries the state, attempt and lease it expects, so
 * what lost a race or a lease writes nothing; the event of a final state commits with it, once; ranks are fair per
 * organization and engine type; caps are exact. Statements every run passes are shared by all callers that wait.
 * It leaves to others: what an engine computes, how a process is run, how an event is delivered.
 */
export { cancelRun, type CancelOutcome } from "./cancel-run.ts";
export { claimRuns, type ClaimedRun, type ClaimRequest, type Hold } from "./claim-runs.ts";
export { loadConfigurationForRun, type ConfigurationForRun } from "./configuration-for-run.ts";
export { heartbeatRuns, readHeldRuns, type Beat, type HeldState } from "./heartbeat-runs.ts";
export { findLatestRuns } from "./latest-runs.ts";
export { readPin, resolvePin, type Pin, type ResolvedPin } from "./pins.ts";
export { fieldPolicyNamed, presentCancelledRun, presentRun, presentRunStatus, presentThinRun } from "./present-run.ts";
export { findPreviousRun } from "./previous-run.ts";
export { queueStatus, type QueueStatus } from "./queue-status.ts";
export { findEngineOfRun, loadRunsForEvents, readRun } from "./read-run.ts";
export { reconcileRuns, type ReconcileAction, type ReconciledRun } from "./reconcile-runs.ts";
export { releaseRuns, type ReleasedRun } from "./release-runs.ts";
export { removeOldRuns, runRetentionDays } from "./remove-old-runs.ts";
export { checkRunBounds } from "./request-bounds.ts";
export type { RunErrorDetail, RunReadRow, RunStatusRow } from "./run.ts";
export { announcementOf, isFinal, runTransitions, type RunAction, type RunState } from "./run-states.ts";
export {
  createSettler,
  storeDeterministicPart,
  type Settlement,
  type SettleOutcome,
  type Settler,
} from "./settle-runs.ts";
export { listRunAttempts, showRun, type ShownAttempt, type ShownRun } from "./show-run.ts";
export { submitRun, type Submission, type SubmittedRun } from "./submit-run.ts";
export { isRegistryRelease } from "./test-scenario.ts";
export { endWaits, tellWaiters, waitForRun } from "./wait-for-run.ts";
