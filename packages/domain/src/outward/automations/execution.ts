import type { PlatformEvent } from "../../events/events/index.ts";
import type { Automation } from "./automation.ts";

export const executionStatuses = ["pending", "running", "succeeded", "failed", "skipped"] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** One automation and one event it was marked for, as the log shows it. */
export interface Execution {
  readonly id: string;
  readonly automationKey: string;
  readonly status: ExecutionStatus;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempts: number;
  /** Why it failed or was skipped; for a pending one, the error of its last attempt. */
  readonly code: string | null;
  readonly message: string | null;
  readonly runId: string | null;
  readonly emittedEventId: string | null;
  readonly deliveryId: string | null;
  readonly createdAt: Date;
  readonly firedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** An execution this process may perform, until its lease ends. */
export interface ClaimedExecution {
  readonly id: string;
  readonly leaseToken: string;
  /** This one included. */
  readonly attempt: number;
  /** Runs of earlier attempts that were stored as failed because the queue was away. */
  readonly unqueuedRuns: number;
  readonly automation: Automation;
  readonly event: PlatformEvent;
}

/** The outcome of one attempt. */
export type EffectOutcome =
  | {
      readonly kind: "succeeded";
      readonly runId?: string;
      readonly emittedEventId?: string;
      readonly deliveryId?: string;
    }
  /** Permanent: a retry would fail the same way. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  /** Transient: retried a few times. `unqueuedRunId` where a run was stored as failed: null for one of an evaluation. */
  | { readonly kind: "fault"; readonly code: string; readonly message: string; readonly unqueuedRunId?: string | null };

export const executionBounds = {
  attemptsMax: 5,
  /** Waits before the second, third … attempt. */
  waitsSeconds: [5, 30, 120, 600],
  messageCharsMax: 1_000,
} as const;
