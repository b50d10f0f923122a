/**
 * Automations: what follows, by an operator's rule, from a platform event or a schedule (section 6.2, domain.md H). An
 * event that concerns an automation makes an execution; so does a tick of a schedule, which is an event itself.
 *
 * Guarantees: an event concerns an automation once, however many processes look and whatever order events commit in;
 * an execution is performed under a lease, and its effect happens once; what does not fire says why; cooldown and
 * hourly cap hold over all processes; chains of effects end. It leaves to others: the log of events (`platform-events`),
 * runs, gates and deliveries themselves (`runs`, `engines`, `events`), and the loop (apps/worker/src/automations).
 */
export { type Automation, presentAutomation } from "./automation.ts";
export { automationBounds, type AutomationFile, effectKinds, readAutomationFile } from "./automation-file.ts";
export { type Claim, claimExecution, releaseExecution, renewLease } from "./claim-execution.ts";
export { createAutomation } from "./create-automation.ts";
export {
  type ClaimedExecution,
  type Execution,
  executionBounds,
  executionStatuses,
  type ExecutionStatus,
} from "./execution.ts";
export { fireSchedules } from "./fire-schedules.ts";
export { listAutomations, type ListedAutomation, showAutomation } from "./list-automations.ts";
export { listExecutions, presentExecution } from "./list-executions.ts";
export { matchEvents, type Matching } from "./match-events.ts";
export { performExecution } from "./perform-execution.ts";
export { executionRetentionDays, removeOldExecutions } from "./remove-old-executions.ts";
export type { Settled } from "./settle-execution.ts";
export { removeAutomation, switchAutomation } from "./switch-automation.ts";
