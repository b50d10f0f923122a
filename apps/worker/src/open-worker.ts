import { availableParallelism } from "node:os";
import type { ExecutionDeps } from "@service/domain/automations";
import { openBatchers } from "@service/domain/open-deps";
import { openComputingThreads } from "@service/domain/computing";
import { createModelCallMetrics, openModelDesk as openAliasDesk, openUsageTally } from "@service/domain/models";
import type { RunTurnDeps } from "@service/domain/turns";
import { openFileStore } from "@service/files";
import { environmentModelOf } from "@service/model-providers";
import type { OpenedProcess } from "@service/process";
import { openExistingSecretBox, type SecretBox } from "@service/runtime";
import { openComputePool } from "./compute/compute-pool.ts";
import type { WorkerConfig } from "./config.ts";
import { openConfigurations } from "./configurations.ts";
import { openDatasets } from "./datasets.ts";
import { openModelDesk, providerOf } from "./enrichment/model-desk.ts";
import { RunWorker } from "./run-worker.ts";
import { createWorkerMetrics, noWorkerMetrics } from "./worker-metrics.ts";

/** Of answers and evaluations: long passages are ranked and long texts compared beside the event loop. */
const answeringThreads = 2;

/** What the tasks of a worker share. */
export type WorkerDeps = Awaited<ReturnType<typeof openWorker>>;

/** Opens what the tasks of a worker share, once per process. */
export async function openWorker(config: WorkerConfig, opened: OpenedProcess) {
  const { db, clock, queue, log, stop, tracing, metrics } = opened;
  const pool = openComputePool({ threads: config.threads ?? Math.max(2, availableParallelism()), log });
  stop.onStop("compute threads", () => pool.close());
  const uses = openUsageTally({ db, log, clock });
  stop.onStop("usage of models", () => uses.flush());
  const computing = openComputingThreads({ threads: answeringThreads });
  stop.onStop("threads of answers", () => computing.close());

  const shared = openBatchers({ db, log, clock }, { countsShadow: false });
  const openSecrets = opening(() => openExistingSecretBox(config));
  const models = openAliasDesk({
    clock,
    own: environmentModelOf(config),
    calls: metrics && createModelCallMetrics(metrics),
  });
  const files = await openFileStore(config);
  const answering: RunTurnDeps = { ...shared, db, log, clock, files, models, openSecrets, uses, computing };
  /** Runs that automations and derivations submit; only one with a signed stamp needs a secret. */
  const submitting: ExecutionDeps = {
    ...shared,
    db,
    queue,
    log,
    clock,
    get secrets() {
      return openSecrets();
    },
  };
  const provider = providerOf(config);
  const slots = { total: config.concurrency, taken: (): number => worker.slotsTaken };
  const workerMetrics = metrics ? createWorkerMetrics(metrics, slots) : noWorkerMetrics;
  const owner = opened.id;
  const worker = new RunWorker({
    db,
    queue,
    log,
    tracing,
    metrics: workerMetrics,
    tools: {
      configurations: openConfigurations(db),
      datasets: openDatasets({ ...shared, db, log }),
      pool,
      models: provider && openModelDesk(provider),
    },
    owner,
    engineTypes: config.engineTypes,
    slots: config.concurrency,
    silenceSeconds: config.heartbeatSilenceSeconds,
    firstSilenceSeconds: config.firstHeartbeatSilenceSeconds,
    cancelPollSeconds: config.cancelPollSeconds,
  });
  return {
    ...opened,
    config,
    shared,
    files,
    openSecrets,
    answering,
    submitting,
    provider,
    workerMetrics,
    owner,
    worker,
  };
}

/** Opened by the first who needs it: a process may start before the key exists. */
function opening(open: () => SecretBox): () => SecretBox {
  let opened: SecretBox | undefined;
  return () => (opened ??= open());
}
