import type { Settlement, SettleOutcome, Settler } from "@service/domain/runs";
import { isUnavailable } from "@service/db/open";
import { parseTraceparent, type Tracing } from "@service/runtime";
import { pipelines, type PipelineTools } from "./engines/index.ts";
import { timedOut } from "./engines/pipeline.ts";
import type { HeldRun } from "./held-run.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

export type ExecutionTools = PipelineTools & {
  readonly settle: Settler;
  readonly tracing: Tracing;
  readonly metrics: WorkerMetrics;
};

/** How the work on a held run ended; `released` and `lost` wrote nothing. */
export type ExecutionOutcome = SettleOutcome | "released";

/** First wait before a settlement is tried again, and the longest; the lease bounds how long it is worth trying. */
const retryMs = { first: 200, longest: 5_000 } as const;

/**
 * One attempt: perform → settle (it was claimed before, and beats meanwhile). Every way it can end is an outcome; what
 * the worker no longer holds is never written (runs.md 5.2).
 */
export async function executeRun(tools: ExecutionTools, held: HeldRun): Promise<ExecutionOutcome> {
  const { run } = held;
  const outcome = await tools.tracing.inSpan(
    "run",
    {
      parent: parseTraceparent(run.traceParent ?? undefined),
      attributes: { "run.id": run.id, "engine.type": run.engineType },
    },
    async () => {
      const settlement = await performRun(tools, held);
      return settlement === undefined ? withoutSettlement(held) : settleRun(tools, held, settlement);
    },
  );
  tools.metrics.finished(run.engineType, outcome, (performance.now() - held.claimedAtMs) / 1_000);
  return outcome;
}

/** What to write about the attempt; undefined when it is not this worker's to write. */
async function performRun(tools: ExecutionTools, held: HeldRun): Promise<Settlement | undefined> {
  const { run } = held;
  let wait: number = retryMs.first;
  for (;;) {
    try {
      const outcome = await pipelines[run.engineType](tools, held);
      if (outcome.kind === "settle") return outcome.settlement;
      return settlementOfAbandoned(held);
    } catch (error) {
      if (!isUnavailable(error)) {
        tools.log.error({ run_id: run.id, engine_type: run.engineType, err: error }, "pipeline failed");
        return {
          status: "failed",
          error: "The run failed unexpectedly.",
          details: { type: "pipeline_error", code: "internal", ...(held.stage === null ? {} : { stage: held.stage }) },
          warnings: null,
        };
      }
      // The database is away: computing again later gives the same result, and another worker could do no better.
      if (held.abandoned) return settlementOfAbandoned(held);
      await pause(wait, held);
      wait = Math.min(retryMs.longest, wait * 2);
    }
  }
}

function settlementOfAbandoned(held: HeldRun): Settlement | undefined {
  switch (held.abandoned) {
    case "cancelled":
      return { status: "cancelled" };
    case "overdue": {
      const outcome = timedOut(held.stage);
      return outcome.kind === "settle" ? outcome.settlement : undefined;
    }
    case "lost":
    case "released":
    case undefined:
      return undefined;
  }
}

function withoutSettlement(held: HeldRun): ExecutionOutcome {
  return held.abandoned === "released" ? "released" : "lost";
}

/**
 * Writes the end of the attempt. While the database is away the result is kept and tried again: the slot stays taken,
 * which is the back-pressure, and a lease that was lost meanwhile refuses the write.
 */
async function settleRun(tools: ExecutionTools, held: HeldRun, settlement: Settlement): Promise<ExecutionOutcome> {
  held.beginSettling();
  const { id, attempt, token } = held.run;
  let wait: number = retryMs.first;
  for (;;) {
    // Only what the process gives up outranks a finished result.
    if (held.abandoned === "lost" || held.abandoned === "released") return withoutSettlement(held);
    try {
      const outcome = await tools.settle({ id, attempt, token, settlement });
      if (outcome === "lost") tools.metrics.refusedStale();
      return outcome;
    } catch (error) {
      if (!isUnavailable(error)) {
        tools.log.error({ run_id: id, err: error }, "result could not be stored");
        if (settlement.status === "failed") return "lost";
        return settleRun(tools, held, {
          status: "failed",
          error: "The result could not be stored.",
          details: { type: "pipeline_error", code: "result_not_storable", stage: "persist" },
          warnings: null,
        });
      }
      await pause(wait, held);
      wait = Math.min(retryMs.longest, wait * 2);
    }
  }
}

function pause(ms: number, held: HeldRun): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  held.whileAbandonable(() => {
    clearTimeout(timer);
    resolve();
  });
  return promise;
}
