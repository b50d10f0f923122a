import type { RunStatus } from "@service/contract";
import { finalRunStatuses } from "@service/contract";

/** The three events a run announces by itself; `run.superseded` belongs to a correction, not to a state. */
export type AnnouncedEvent = "run.completed" | "run.failed" | "run.cancelled";

/**
 * In `processing` a run is held (a worker owns its lease) or unheld (it waits to be started again), distinguished by
 * the lease token: status and token make the state (RUN-40).
 */
export type RunState = "queued" | "unheld" | "held" | "completed" | "degraded" | "failed" | "cancelled";

type Transition = {
  readonly from: readonly RunState[];
  readonly to: RunState;
  /** Event that commits with the change. */
  readonly announces?: AnnouncedEvent;
  /** The rule of docs/spec/runs.md. */
  readonly row: string;
};

/**
 * Every transition of a run. Each is one batched statement whose condition repeats `from`, so a change that lost a race
 * matches no row. docs/generated/states.md is generated from this table; a test tries every action in every state.
 */
export const runTransitions = {
  refuseQueue: { from: ["queued"], to: "failed", announces: "run.failed", row: "RUN-42" },
  claim: { from: ["queued", "unheld"], to: "held", row: "RUN-43" },
  heartbeat: { from: ["held"], to: "held", row: "RUN-44" },
  cancelWaiting: { from: ["queued", "unheld"], to: "cancelled", announces: "run.cancelled", row: "RUN-45" },
  requestCancel: { from: ["held"], to: "held", row: "RUN-46" },
  acceptCancel: { from: ["held"], to: "cancelled", announces: "run.cancelled", row: "RUN-48" },
  complete: { from: ["held"], to: "completed", announces: "run.completed", row: "RUN-49" },
  degrade: { from: ["held"], to: "degraded", announces: "run.completed", row: "RUN-49" },
  fail: { from: ["held"], to: "failed", announces: "run.failed", row: "RUN-50" },
  interrupt: { from: ["held"], to: "unheld", row: "RUN-51" },
  giveUpInterrupted: { from: ["held"], to: "failed", announces: "run.failed", row: "RUN-52" },
  reclaim: { from: ["held"], to: "unheld", row: "RUN-53" },
  giveUpSilent: { from: ["held"], to: "failed", announces: "run.failed", row: "RUN-54" },
  giveUpUnheld: { from: ["unheld"], to: "failed", announces: "run.failed", row: "RUN-55" },
  settleCancel: { from: ["queued", "unheld", "held"], to: "cancelled", announces: "run.cancelled", row: "RUN-56" },
} as const satisfies Record<string, Transition>;

export type RunAction = keyof typeof runTransitions;

const finals: ReadonlySet<RunStatus> = new Set(finalRunStatuses);

/** A final run never changes again (RUN-40). */
export function isFinal(status: RunStatus): boolean {
  return finals.has(status);
}

/** The event of reaching a final status: degraded runs arrive as `run.completed` (HOOK-15). */
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
