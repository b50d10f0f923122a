import type { DeadLetterReason, RecoveryState, WebhookRecovery as RecoveryResource } from "@service/contract";
import type * as z from "zod";

/** A bulk recovery of an endpoint's dead letters (HOOK-85). */
export interface Recovery {
  readonly id: string;
  readonly endpointId: string;
  /** Deliveries created from `since` (inclusive) to `until` (exclusive). */
  readonly since: Date;
  readonly until: Date;
  /** Null for all reasons. */
  readonly reason: DeadLetterReason | null;
  readonly state: RecoveryState;
  readonly matched: number;
  readonly recovered: number;
  readonly skipped: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** Most dead letters one statement counts. */
export const countedAtOnceMax = 10_000;

/** Columns of a `Recovery` in a statement that has `webhook_recoveries r`. */
export const recoveryColumns = `
  r.id, r.endpoint_id as "endpointId", r.since, r.until, r.reason, r.state, r.matched, r.recovered, r.skipped,
  r.created_at as "createdAt", r.finished_at as "finishedAt"`;

/** A recovery as the contract shows it. */
export function presentRecovery(recovery: Recovery): z.input<typeof RecoveryResource> {
  return {
    id: recovery.id,
    endpoint_id: recovery.endpointId,
    since: recovery.since.toISOString(),
    until: recovery.until.toISOString(),
    reason: recovery.reason,
    state: recovery.state,
    matched: recovery.matched,
    recovered: recovery.recovered,
    skipped: recovery.skipped,
    created_at: recovery.createdAt.toISOString(),
    finished_at: recovery.finishedAt?.toISOString() ?? null,
  };
}
