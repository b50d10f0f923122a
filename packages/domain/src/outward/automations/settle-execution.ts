import { type Transaction, statement } from "@service/db";

import type { Deps } from "../../deps.ts";
import { type ClaimedExecution, type EffectOutcome, executionBounds, type ExecutionStatus } from "./execution.ts";

export type Settled =
  | {
      readonly kind: "settled";
      readonly status: ExecutionStatus;
      readonly code: string | null;
      readonly message: string | null;
      /** An event was emitted: wake its consumers. */
      readonly hasEmitted: boolean;
    }
  | { readonly kind: "lost" };

/** Attempt, unqueued runs, outcome; fenced by the lease. */
const settle = statement(
  "automation_executions_settle",
  `
  update automation_executions set
    status = @status::automation_execution_status,
    due_at = case when @status = 'pending' then now() + make_interval(secs => @wait_seconds) end,
    finished_at = case when @status <> 'pending' then now() end,
    lease_token = null, code = @code, message = @message, run_id = coalesce(@run_id, run_id),
      emitted_event_id = @emitted_event_id, delivery_id = @delivery_id,
    unqueued_runs = unqueued_runs + @unqueued_runs
   where id = @id`,
);

const lockHeld = statement(
  "automation_executions_lock_held",
  `select 1 from automation_executions where id = $1 and lease_token = $2 and status = 'running' for no key update`,
);

/**
 * Writes the end of an attempt under its lease, in one transaction with what `outcome` writes when it is a function. A
 * fault is retried after 5 s, 30 s, 2 min and 10 min; the fifth failed attempt is the last.
 */
export function settleExecution(
  deps: Pick<Deps, "db">,
  execution: ClaimedExecution,
  outcome: EffectOutcome | ((tx: Transaction) => Promise<EffectOutcome>),
): Promise<Settled> {
  return deps.db.inTransaction(async (tx) => {
    const { rows } = await tx.query(lockHeld([execution.id, execution.leaseToken]));
    if (rows.length === 0) return { kind: "lost" };
    return write(tx, execution, typeof outcome === "function" ? await outcome(tx) : outcome);
  });
}

async function write(tx: Transaction, { id, attempt }: ClaimedExecution, outcome: EffectOutcome): Promise<Settled> {
  const done = outcome.kind === "succeeded" ? outcome : undefined;
  const trouble = outcome.kind === "succeeded" ? undefined : outcome;
  const waitSeconds = outcome.kind === "fault" ? executionBounds.waitsSeconds[attempt - 1] : undefined;
  const status = done ? "succeeded" : waitSeconds === undefined ? "failed" : "pending";
  const unqueuedRunId = outcome.kind === "fault" ? outcome.unqueuedRunId : undefined;
  const code = trouble?.code ?? null;
  const message = trouble?.message ?? null;
  await tx.query(
    settle({
      id,
      status,
      waitSeconds: waitSeconds ?? 0,
      code,
      message,
      runId: done?.runId ?? unqueuedRunId ?? null,
      emittedEventId: done?.emittedEventId ?? null,
      deliveryId: done?.deliveryId ?? null,
      unqueuedRuns: unqueuedRunId === undefined ? 0 : 1,
    }),
  );
  return { kind: "settled", status, code, message, hasEmitted: done?.emittedEventId !== undefined };
}
