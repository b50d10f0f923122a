import type { Settlement, SettleOutcome, Settler } from "@service/domain/runs";
import { isDatabaseAway, isRowError, isStatementTimeout } from "@service/db/open";
import { parseTraceparent, sleep, type Tracing } from "@service/runtime";
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

/** First and longest pause between attempts. While the database is away the lease is the limit. */
const retryMs = { first: 200, longest: 5_000 } as const;
/** Most attempts at a statement that timed out or failed for a reason other than its data. */
const attemptsMax = 3;

/**
 * One attempt at a claimed run: perform → settle, with heartbeats meanwhile. Every end is an outcome; nothing is written
 * for a run that the worker no longer holds (RUN-71).
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

/** Settlement of the attempt; undefined when this worker must write nothing. */
async function performRun(tools: ExecutionTools, held: HeldRun): Promise<Settlement | undefined> {
  const { run } = held;
  let wait: number = retryMs.first;
  let timeouts = 0;
  for (;;) {
    try {
      const outcome = await pipelines[run.engineType](tools, held);
      if (outcome.kind === "settle") return outcome.settlement;
      return settlementOfAbandoned(held);
    } catch (error) {
      if (isStatementTimeout(error)) timeouts += 1;
      // The database is away or slow: retry here later, another worker could do no better.
      if (!isDatabaseAway(error) && !(isStatementTimeout(error) && timeouts < attemptsMax)) {
        tools.log.error({ run_id: run.id, engine_type: run.engineType, err: error }, "pipeline failed");
        return failedPipeline(held, error);
      }
      if (held.abandoned) return settlementOfAbandoned(held);
      await pause(wait, held);
      wait = Math.min(retryMs.longest, wait * 2);
    }
  }
}

function failedPipeline({ stage }: HeldRun, error: unknown): Settlement {
  const isSlow = isStatementTimeout(error);
  return {
    status: "failed",
    error: isSlow ? "The run's data could not be read in time. Submit the run again." : "The run failed unexpectedly.",
    details: {
      type: "pipeline_error",
      code: isSlow ? "data_not_read_in_time" : "internal",
      ...(stage === null ? {} : { stage }),
    },
    warnings: null,
  };
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
 * Writes the end of the attempt. While the database is away the result is kept and retried: the slot stays taken, as
 * back-pressure, and a lease lost meanwhile refuses the write. A statement that fails otherwise is repeated alone, a few
 * times; then the run is failed, which is a smaller write. If that fails too, the run's lease expires.
 */
async function settleRun(tools: ExecutionTools, held: HeldRun, settlement: Settlement): Promise<ExecutionOutcome> {
  held.beginSettling();
  const { id, attempt, token } = held.run;
  let wait: number = retryMs.first;
  let isAlone = false;
  let attemptsAlone = 0;
  for (;;) {
    // Only a lost lease or a release outranks a finished result.
    if (held.abandoned === "lost" || held.abandoned === "released") return withoutSettlement(held);
    try {
      const outcome = await tools.settle({ id, attempt, token, settlement }, { isAlone });
      if (outcome === "lost") tools.metrics.refusedStale();
      return outcome;
    } catch (error) {
      if (!isDatabaseAway(error)) {
        if (isAlone) attemptsAlone += 1;
        if (isRowError(error) || attemptsAlone >= attemptsMax) {
          tools.log.error({ run_id: id, err: error }, "result could not be stored");
          return settlement.status === "failed" ? "lost" : settleRun(tools, held, unstored(error));
        }
        isAlone = true;
      }
      await pause(wait, held);
      wait = Math.min(retryMs.longest, wait * 2);
    }
  }
}

function unstored(error: unknown): Settlement {
  const isSlow = isStatementTimeout(error);
  return {
    status: "failed",
    error: isSlow ? "The result could not be stored in time. Submit the run again." : "The result could not be stored.",
    details: {
      type: "pipeline_error",
      code: isSlow ? "result_not_stored_in_time" : "result_not_storable",
      stage: "persist",
    },
    warnings: null,
  };
}

function pause(ms: number, held: HeldRun): Promise<void> {
  const abandoned = new AbortController();
  held.whileAbandonable(() => abandoned.abort());
  return sleep(ms, abandoned.signal);
}
