import { endedTurnStatuses, type EndedTurnStatus, type TurnStatus } from "@service/contract";

/**
 * States of a turn: its status, and whether a `queued` one has run before (TURN-10). `unheld`: an attempt ended without an
 * answer and the next one waits for a worker; callers see it as `running`.
 */
export type TurnState = "queued" | "unheld" | "running" | EndedTurnStatus;

type Transition = { readonly from: readonly TurnState[]; readonly to: TurnState; readonly row: string };

/**
 * Every transition of a turn. Each is one conditional statement that repeats `from`, so a change that lost a race matches
 * no row; those of a worker also name attempt and lease token.
 */
export const turnTransitions = {
  refuseQueue: { from: ["queued"], to: "failed", row: "TURN-11" },
  claim: { from: ["queued", "unheld"], to: "running", row: "TURN-12" },
  heartbeat: { from: ["running"], to: "running", row: "TURN-13" },
  cancelWaiting: { from: ["queued", "unheld"], to: "cancelled", row: "TURN-14" },
  requestCancel: { from: ["running"], to: "running", row: "TURN-14" },
  acceptCancel: { from: ["running"], to: "cancelled", row: "TURN-14" },
  complete: { from: ["running"], to: "completed", row: "TURN-15" },
  endIncomplete: { from: ["running"], to: "incomplete", row: "TURN-15" },
  fail: { from: ["running"], to: "failed", row: "TURN-15" },
  interrupt: { from: ["running"], to: "interrupted", row: "TURN-15" },
  release: { from: ["running"], to: "unheld", row: "TURN-16" },
  giveUpReleased: { from: ["running"], to: "interrupted", row: "TURN-16" },
  reclaim: { from: ["running"], to: "unheld", row: "TURN-17" },
  giveUpLost: { from: ["running"], to: "interrupted", row: "TURN-17" },
  settleCancel: { from: ["running"], to: "cancelled", row: "TURN-14" },
  resume: { from: ["interrupted", "failed"], to: "unheld", row: "TURN-18" },
} as const satisfies Record<string, Transition>;

export type TurnAction = keyof typeof turnTransitions;

const ended: ReadonlySet<TurnStatus> = new Set(endedTurnStatuses);

/** Whether the turn has ended; only `resume` moves it again (TURN-10). */
export function isEnded(status: TurnStatus): status is EndedTurnStatus {
  return ended.has(status);
}

/** The status that callers see: a turn that has begun is `running` until it ends, also while its next attempt waits. */
export function shownStatus(row: { readonly status: TurnStatus; readonly attempt: number }): TurnStatus {
  return row.status === "queued" && row.attempt > 0 ? "running" : row.status;
}
