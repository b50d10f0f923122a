/**
 * Automations: an operator's rules that react to platform events and schedules (AUTO-1, EVT-6). An event that matches
 * an automation makes an execution; so does a tick of a schedule, which is an event itself.
 *
 * Guarantees: an event makes at most one execution of an automation, in any number of processes and whatever order
 * events commit in; an execution is performed under a lease, and its effect happens once; an execution that does not
 * fire is logged with the reason; cooldown and hourly cap hold over all processes; chains of effects end. Elsewhere:
 * the log of events (`events`), runs, gates and deliveries themselves (`runs`, `engines`, `deliveries`), and the loop
 * (apps/worker/src/automations).
 */
export { type Automation, presentAutomation } from "./automation.ts";
export { automationBounds, type AutomationFile, effectKinds, readAutomationFile } from "./automation-file.ts";
export { type Claim, claimExecution, releaseExecutions, renewLeases } from "./claim-execution.ts";
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
export { performExecution, type ExecutionDeps } from "./perform-execution.ts";
export { executionRetentionDays, removeOldExecutions } from "./remove-old-executions.ts";
export type { Settled } from "./settle-execution.ts";
export { removeAutomation, switchAutomation } from "./switch-automation.ts";
