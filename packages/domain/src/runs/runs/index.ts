/**
 * Runs: from submission to a final state (RUN-1, RUN-40, RUN-80). The row is the queue; wake-ups only save workers a
 * poll.
 *
 * Guarantees: a committed row reaches a final state; every write is conditional on the state, attempt and lease it
 * expects, so the loser of a race or lease writes nothing; the event of a final state commits with it, once; ranks are
 * fair per organization and engine type; caps are exact. Statements on every run's path are batched over concurrent
 * callers. Not here: what an engine computes, how a process is run, how an event is delivered.
 */
export { cancelRun, type CancelOutcome } from "./cancel-run.ts";
export { claimRuns, type ClaimedRun, type ClaimRequest, type Hold } from "./claim-runs.ts";
export { loadConfigurationForRun, type ConfigurationForRun } from "./configuration-for-run.ts";
export { heartbeatRuns, readHeldRuns, type Beat, type HeldState } from "./heartbeat-runs.ts";
export { findLatestRuns, readLatestRuns, type LatestRun } from "./latest-runs.ts";
export { readPin, resolvePin, type Pin, type ResolvedPin } from "./pins.ts";
export {
  presentCancelledRun,
  presentFinishedRun,
  presentLatestRun,
  presentRun,
  presentRunStatus,
  presentThinRun,
} from "./present-run.ts";
export { findPreviousRun } from "./previous-run.ts";
export { measureRuns, queueStatus, type QueueStatus } from "./queue-status.ts";
export { findEngineOfRun, loadRunsForEvents, readRun, readRunsTogether } from "./read-run.ts";
export type { Submission } from "./read-submission.ts";
export { reconcileRuns, type ReconcileAction, type ReconciledRun } from "./reconcile-runs.ts";
export { releaseRuns, type ReleasedRun } from "./release-runs.ts";
export { removeOldRuns, runRetentionDays } from "./remove-old-runs.ts";
export { checkRunBounds, refusalOfUnparsed } from "./request-bounds.ts";
export type { RunErrorDetail, RunReadRow, RunStatusRow } from "./run.ts";
export {
  openRunBatchers,
  openSubmissionBatchers,
  type RunBatchers,
  type RunDeps,
  type SubmissionBatchers,
  type SubmissionDeps,
} from "./run-batchers.ts";
export { announcementOf, isFinal, runTransitions, type RunAction, type RunState } from "./run-states.ts";
export {
  createSettler,
  storeDeterministicPart,
  type Settlement,
  type SettleOutcome,
  type Settler,
} from "./settle-runs.ts";
export { listRunAttempts, showRun, type ShownAttempt, type ShownRun } from "./show-run.ts";
export { submitRun, type SubmitDeps, type SubmittedRun } from "./submit-run.ts";
export { isRegistryRelease } from "./test-scenario.ts";
export { findNamedRuns, findNewestOfSubject, type FoundRun } from "./runs-of-subject.ts";
export { type ViewOfRun, viewOfRun, viewsOfRuns } from "./view-of-run.ts";
export { endWaits, wakeWaiters, waitForRun } from "./wait-for-run.ts";
