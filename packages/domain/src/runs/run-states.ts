import type { RunStatus } from "@service/contract";
import { finalRunStatuses } from "@service/contract";

/** The three events a run announces by itself; `run.superseded` belongs to a correction, not to a state. */
export type AnnouncedEvent = "run.completed" | "run.failed" | "run.cancelled";

/**
 * Inside `processing` a run is held (a worker owns its lease) or unheld (it waits to be started again). The difference
 * is the lease token, so the state of a row is its status and whether it has one (runs.md 5.2).
 */
export type RunState = "queued" | "unheld" | "held" | "completed" | "degraded" | "failed" | "cancelled";

type Transition = {
  readonly from: readonly RunState[];
  readonly to: RunState;
  /** Event that commits with the change. */
  readonly announces?: AnnouncedEvent;
  /** Row of runs.md 5.2. */
  readonly row: string;
};

/**
 * Every arrow of a run. Each is one batched statement whose condition repeats `from`, so a change that lost a race
 * matches no row; docs/generated/states.md is drawn from this table and a test walks every state and action.
 */
export const runTransitions = {
  refuseQueue: { from: ["queued"], to: "failed", announces: "run.failed", row: "2" },
  claim: { from: ["queued", "unheld"], to: "held", row: "3" },
  heartbeat: { from: ["held"], to: "held", row: "4" },
  cancelWaiting: { from: ["queued", "unheld"], to: "cancelled", announces: "run.cancelled", row: "5a" },
  requestCancel: { from: ["held"], to: "held", row: "5b" },
  acceptCancel: { from: ["held"], to: "cancelled", announces: "run.cancelled", row: "6" },
  complete: { from: ["held"], to: "completed", announces: "run.completed", row: "7" },
  degrade: { from: ["held"], to: "degraded", announces: "run.completed", row: "7" },
  fail: { from: ["held"], to: "failed", announces: "run.failed", row: "8" },
  interrupt: { from: ["held"], to: "unheld", row: "9" },
  giveUpInterrupted: { from: ["held"], to: "failed", announces: "run.failed", row: "10" },
  reclaim: { from: ["held"], to: "unheld", row: "11" },
  giveUpSilent: { from: ["held"], to: "failed", announces: "run.failed", row: "12" },
  giveUpUnheld: { from: ["unheld"], to: "failed", announces: "run.failed", row: "13" },
  settleCancel: { from: ["queued", "unheld", "held"], to: "cancelled", announces: "run.cancelled", row: "14" },
} as const satisfies Record<string, Transition>;

export type RunAction = keyof typeof runTransitions;

const finals: ReadonlySet<RunStatus> = new Set(finalRunStatuses);

/** A final run never changes again (section 3.3). */
export function isFinal(status: RunStatus): boolean {
  return finals.has(status);
}

/** The event of reaching a final status: degraded runs arrive as `run.completed` (section 6.1 rule 9). */
export function announcementOf(status: "completed" | "degraded" | "failed" | "cancelled"): AnnouncedEvent {
  switch (status) {
    case "completed":
    case "degraded":
      return "run.completed";
    case "failed":
      return "run.failed";
    case "cancelled":
      return "run.cancelled";
  }
}
