import type { Settlement } from "@service/domain/runs";
import { storeDeterministicPart } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import type { StageName } from "@service/engine-kit";
import { findEngineType } from "@service/engine-types";
import type { Logger } from "@service/runtime";
import { computeAlone } from "../compute/compute-alone.ts";
import type { ComputeOutcome, ComputePool } from "../compute/compute-pool.ts";
import type { ComputedResult, ComputeJob } from "../compute/compute-run.ts";
import { withStageTimes } from "../compute/decision-trace.ts";
import { StageTimes } from "../compute/stage-times.ts";
import type { Configurations } from "../configurations.ts";
import type { Datasets, RunDatasets } from "../datasets.ts";
import { enrichRun } from "../enrichment/enrich-run.ts";
import type { ModelDesk } from "../enrichment/model-desk.ts";
import type { HeldRun } from "../held-run.ts";
import { playScenario } from "./play-scenario.ts";

/** Dependencies of a pipeline. */
export type PipelineTools = {
  readonly db: Database;
  readonly configurations: Configurations;
  readonly datasets: Datasets;
  readonly pool: ComputePool;
  readonly log: Logger;
  /** Undefined while MODEL_PROVIDER is unset: no model is called. */
  readonly models: ModelDesk | undefined;
};

/** `abandoned`: the work stopped early; the held run's reason decides what is written, if anything. */
export type PipelineOutcome =
  { readonly kind: "settle"; readonly settlement: Settlement } | { readonly kind: "abandoned" };

/** Turns a held run into its settlement. Returns expected ends; throws only when the database is away. */
export type Pipeline = (tools: PipelineTools, held: HeldRun) => Promise<PipelineOutcome>;

/**
 * The pipeline of all types: compute off the event loop, store the deterministic part, enrich with a model where the
 * configuration asks for it (MODEL-25), settle.
 */
export async function computeThenEnrich(tools: PipelineTools, held: HeldRun): Promise<PipelineOutcome> {
  const { run } = held;
  const played = playScenario(run);
  if (played) return { kind: "settle", settlement: played };
  if (run.configHash === null) return failed("engine_config_missing", "The run names no configuration.");
  const configuration = await tools.configurations.load(run.configHash);
  if (configuration === "missing") return failed("engine_config_missing", "The run's configuration is not stored.");
  if (configuration === "inconsistent") {
    return failed("engine_config_hash_inconsistent", "The run's configuration failed its integrity check.");
  }
  const times = new StageTimes();
  times.enter("load");
  const loaded = await load(tools, held, configuration);
  times.enter();
  if (loaded.kind === "abandoned") return loaded;
  if (loaded.kind !== "loaded") return unreadable(loaded);
  const job: ComputeJob = {
    runId: run.id,
    engineId: run.engineId,
    createdAt: run.createdAt.toISOString(),
    engineType: run.engineType,
    configHash: run.configHash,
    input: run.input,
    offerings: run.offerings,
    providerKey: tools.models?.provider.key ?? null,
    accepted: null,
    datasets: loaded.datasets,
    previous: loaded.previous,
    head: loaded.head,
  };
  const computed = await compute(tools, held, job, configuration);
  if (computed.kind === "failure" && computed.defect !== undefined)
    tools.log.error({ run_id: run.id, engine_type: run.engineType, defect: computed.defect }, "an engine failed");
  if (computed.kind !== "result") return endOf(computed, held);
  if (!computed.enrichment || !tools.models) return settled(computed, times);
  const isOurs = await storeDeterministicPart(tools.db, run, computed);
  if (!isOurs) {
    held.abandon("lost");
    return { kind: "abandoned" };
  }
  held.stage = "enrich";
  times.enter("enrich");
  const enriched = await enrichRun({
    log: tools.log,
    models: tools.models,
    held,
    computed,
    enrichment: computed.enrichment,
    recompute: (accepted) => compute(tools, held, { ...job, accepted }, configuration),
    narrate: (output, answer) => tools.pool.narrate(output, answer),
  });
  times.enter();
  return enriched.kind === "abandoned" ? enriched : settled(enriched.result, times);
}

/** Loads what the run may read; a read under way ends with the work on the run. */
async function load(
  { datasets }: PipelineTools,
  held: HeldRun,
  configuration: SharedArrayBuffer,
): Promise<RunDatasets | { readonly kind: "abandoned" }> {
  const reading = new AbortController();
  held.whileAbandonable(() => reading.abort(new Error("the run was abandoned")));
  try {
    return await datasets.load(held.run, configuration, reading.signal);
  } catch (error) {
    if (reading.signal.aborted) return { kind: "abandoned" };
    throw error;
  } finally {
    held.whileAbandonable(undefined);
  }
}

/** Computes in a thread; after a reclaim in a child process, because the run may have killed its worker. */
async function compute(
  tools: PipelineTools,
  held: HeldRun,
  job: ComputeJob,
  configuration: SharedArrayBuffer,
): Promise<ComputeOutcome> {
  const options = {
    configuration,
    budgetMs: findEngineType(job.engineType).deterministicBudgetMs,
    onStage: (stage: StageName) => {
      held.stage = stage;
    },
    log: tools.log,
  };
  const work = held.run.reclaims > 0 ? computeAlone(job, options) : tools.pool.compute(job, options);
  held.whileAbandonable(work.abandon);
  const outcome = await work.outcome;
  held.whileAbandonable(undefined);
  return outcome;
}

function endOf(outcome: Exclude<ComputeOutcome, ComputedResult>, held: HeldRun): PipelineOutcome {
  switch (outcome.kind) {
    case "abandoned":
      return { kind: "abandoned" };
    case "timeout":
      return timedOut(outcome.stage ?? held.stage);
    case "crashed":
      return failed("engine_crashed", "The engine ended unexpectedly.", outcome.stage ?? held.stage);
    case "failure":
      return failed(outcome.code, outcome.error, outcome.stage, outcome.warnings);
  }
}

function unreadable(outcome: Exclude<RunDatasets, { kind: "loaded" }>): PipelineOutcome {
  switch (outcome.kind) {
    case "identity_unmapped":
      return failed("identity_unmapped", "The acting person has no seat any more.", "load");
    case "inconsistent":
      return failed("dataset_inconsistent", `The dataset ${outcome.datasetKey} failed its integrity check.`, "load");
    case "too_large":
      return failed(
        "datasets_too_large",
        "The datasets or records of this run are together larger than one run can read.",
        "load",
      );
  }
}

/** @param times of the worker itself: what it read before the computation, and the calls of a model after it. */
function settled(result: ComputedResult, times: StageTimes): PipelineOutcome {
  const { status, outputPhase, output, solutions, warnings, workItems } = result;
  for (const [stage, ms] of result.stageTimes) times.add(stage, ms);
  const trace = withStageTimes(result.trace, times.list());
  return { kind: "settle", settlement: { status, outputPhase, output, solutions, warnings, workItems, trace } };
}

function failed(
  code: string,
  error: string,
  stage: string | null = null,
  warnings: string | null = null,
): PipelineOutcome {
  return {
    kind: "settle",
    settlement: {
      status: "failed",
      error,
      details: { type: "pipeline_error", code, ...(stage === null ? {} : { stage }) },
      warnings,
    },
  };
}

/** Settlement of a run over its deterministic or total budget (RUN-59), for every type. */
export function timedOut(stage: string | null): PipelineOutcome {
  return {
    kind: "settle",
    settlement: {
      status: "failed",
      error: "The run exceeded its time budget.",
      details: { type: "pipeline_timeout", code: "budget_exceeded", ...(stage === null ? {} : { stage }) },
      warnings: null,
    },
  };
}
