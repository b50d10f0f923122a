import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { join } from "node:path";
import { openDatabase, outageLog } from "@service/db/open";
import { openDatasetReader } from "@service/domain/datasets";
import { startExtraction } from "@service/domain/documents";
import { startGates } from "@service/domain/engines";
import { openComputingThreads } from "@service/domain/computing";
import { createModelCallMetrics, openModelDesk as openAliasDesk, openUsageTally } from "@service/domain/models";
import { openBookReads } from "@service/domain/records";
import { openSeatReader } from "@service/domain/seats";
import { openFileStore, parseScanner } from "@service/files";
import { environmentModelOf } from "@service/model-providers";
import { openQueue } from "@service/queue";
import {
  createLogger,
  createMetrics,
  createStop,
  openExistingSecretBox,
  serveMetrics,
  startTracing,
  systemClock,
  type Logger,
  type Stop,
} from "@service/runtime";
import { createAutomationMetrics } from "./automations/automation-metrics.ts";
import { startEvalWork } from "./evals/start-eval-work.ts";
import { startAutomations } from "./automations/start-automations.ts";
import { startProjector } from "./maintenance/project-opportunities.ts";
import { startDerivations } from "./derivations/start-derivations.ts";
import { startMeasuringQueue } from "./maintenance/measure-queue.ts";
import { openAnswering } from "./turns/open-answering.ts";
import { createTurnMetrics } from "./turns/turn-metrics.ts";
import { startTurnWork } from "./turns/start-turn-work.ts";
import { startReconciler } from "./maintenance/reconcile.ts";
import { startRetention } from "./maintenance/retention.ts";
import { startUnusedConfigurations } from "./maintenance/unused-configurations.ts";
import { openComputePool } from "./compute/compute-pool.ts";
import type { WorkerConfig } from "./config.ts";
import { openConfigurations } from "./configurations.ts";
import { openDatasets } from "./datasets.ts";
import { openModelDesk, providerOf } from "./enrichment/model-desk.ts";
import { createJobMetrics } from "./job-metrics.ts";
import { RunWorker } from "./run-worker.ts";
import { documentsOfDeliveries } from "./syncs/import-documents.ts";
import { startStaleConnections, startSyncs } from "./syncs/start-syncs.ts";
import { createWorkerMetrics, noWorkerMetrics } from "./worker-metrics.ts";

/** After the grace period: for releasing runs and closing connections and threads. */
const stopMarginMs = 8_000;

/** An effect under way when the process stops gets this long after the runs have stopped; then it is released. */
const automationGraceMs = 4_000;

/** Short, because another worker evaluates the gate from its beginning while the request still waits. */
const gateGraceMs = 3_000;

/** Of answers and evaluations: long passages are ranked and long texts compared beside the event loop. */
const answeringThreads = 2;

/** Trials under way; then they are given back. */
const evalGraceMs = 3_000;

export type RunningWorker = { readonly stop: Stop; readonly worker: RunWorker };

/**
 * Starts a worker process: slots, maintenance tasks, metrics; even with Postgres and the queue absent, as it recovers by
 * itself (OPS-1).
 */
export async function startWorker(config: WorkerConfig, given: { log?: Logger } = {}): Promise<RunningWorker> {
  const log = given.log ?? createLogger({ process: "worker", level: config.logLevel });
  const graceMs = config.shutdownGraceSeconds * 1_000;
  const provider = providerOf(config);
  const stop = createStop({ log, deadlineMs: graceMs + stopMarginMs });
  const tracing = await startTracing({ endpoint: config.otlpEndpoint, process: "worker", log });
  stop.onStop("tracing", () => tracing.stop());
  const db = openDatabase({
    url: config.databaseUrl,
    applicationName: "service-worker",
    ...outageLog(log),
  });
  stop.onStop("database", () => db.close());
  const queue = await openQueue({
    url: config.queueUrl ?? config.databaseUrl,
    prefix: config.queuePrefix,
    clock: systemClock,
    log,
  });
  stop.onStop("queue", () => queue.close());
  const pool = openComputePool({ threads: config.threads ?? Math.max(2, availableParallelism()), log });
  stop.onStop("compute threads", () => pool.close());

  const metrics = config.metricsPort === undefined ? undefined : createMetrics({ process: "worker" });
  const slots = { total: config.concurrency, taken: (): number => worker.slotsTaken };
  const workerMetrics = metrics ? createWorkerMetrics(metrics, slots) : noWorkerMetrics;
  const datasets = openDatasetReader(db);
  const owner = `${hostname().slice(0, 60)}:${process.pid}:${randomUUID().slice(0, 8)}`;
  const worker = new RunWorker({
    db,
    queue,
    log,
    tracing,
    metrics: workerMetrics,
    tools: {
      configurations: openConfigurations(db),
      datasets: openDatasets({ db, log, datasets, book: openBookReads(db), seats: openSeatReader(db) }),
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

  const reconciler = startReconciler({
    db,
    queue,
    log,
    metrics: workerMetrics,
    silenceSeconds: config.heartbeatSilenceSeconds,
    firstSilenceSeconds: config.firstHeartbeatSilenceSeconds,
  });
  stop.onStop("reconciler", () => reconciler.stop());
  if (metrics) {
    const measuring = startMeasuringQueue({ db, log, metrics });
    stop.onStop("queue metrics", () => measuring.stop());
  }
  const files = await openFileStore(config);
  if (files !== undefined && config.documentConcurrency > 0) {
    const scanner = config.scanner === undefined ? undefined : parseScanner(config.scanner);
    const extraction = startExtraction({ db, files, log, scanner }, { slots: config.documentConcurrency });
    // Files under way go back to be read by another worker.
    stop.onStop("document text", () => extraction.stop(0));
  }
  const retention = startRetention({
    db,
    log,
    metrics: workerMetrics,
    files,
    snapshots: { snapshotHours: config.snapshotHours, snapshotsKept: config.snapshotsKept },
  });
  stop.onStop("retention", () => retention.stop());
  const unused = startUnusedConfigurations({ db, log });
  stop.onStop("unused configurations", () => unused.stop());
  const projector = startProjector({ db, log });
  stop.onStop("projector", () => projector.stop());
  const openSecrets = () => openExistingSecretBox({ secretsKey: config.secretsKey, dataDir: config.dataDir });
  const derivations = startDerivations({ db, queue, log, openSecrets });
  stop.onStop("derivations", () => derivations.stop());
  const automations = startAutomations({
    db,
    queue,
    log,
    datasets,
    openSecrets,
    ...(metrics && { metrics: createAutomationMetrics(metrics) }),
  });
  stop.signal.addEventListener("abort", () => automations.stopClaiming(), { once: true });
  stop.onStop("automations", () => automations.stop(automationGraceMs));
  const stale = startStaleConnections({ db, log });
  stop.onStop("stale connections", () => stale.stop());
  if (config.syncConcurrency > 0) {
    const { databaseUrl, secretsKey, dataDir, webhookAllowedCidrs: allowedCidrs, logLevel } = config;
    const spoolFolder = join(dataDir, "spool");
    const syncs = startSyncs({
      db,
      log,
      slots: config.syncConcurrency,
      ...(files !== undefined && {
        importDocuments: documentsOfDeliveries({
          db,
          log,
          files,
          hasScanner: config.scanner !== undefined,
          openSecrets,
        }),
      }),
      job: { databaseUrl, secretsKey, dataDir, spoolFolder, allowedCidrs, logLevel },
    });
    stop.signal.addEventListener("abort", () => syncs.stopClaiming(), { once: true });
    // Without a grace: what is broken off is resumed by another process, and a book may take longer than any grace.
    stop.onStop("syncs", () => syncs.stop(0));
  }
  const gates = startGates(
    { db, queue, log, datasets },
    { slots: config.jobConcurrency, ...(metrics && { metrics: createJobMetrics(metrics) }) },
  );
  // Stop gates at once, not in turn: the stop of the runs before them takes its grace period.
  let gatesEnd: Promise<void> | undefined;
  const endGates = (): Promise<void> => (gatesEnd ??= gates.stop(gateGraceMs));
  stop.signal.addEventListener("abort", () => void endGates().catch(() => undefined), { once: true });
  stop.onStop("gates", endGates);
  if (metrics && config.metricsPort !== undefined) {
    const server = await serveMetrics({
      port: config.metricsPort,
      host: config.metricsHost,
      metrics,
      isReady: () => db.ready(1_000),
      log,
    });
    stop.onStop("metrics", () => server.close());
  }
  const calls = metrics && createModelCallMetrics(metrics);
  const models = openAliasDesk({ clock: systemClock, own: environmentModelOf(config), calls });
  const uses = openUsageTally({ db, log, clock: systemClock });
  stop.onStop("usage of models", () => uses.flush());
  const computing = openComputingThreads({ threads: answeringThreads });
  stop.onStop("threads of answers", () => computing.close());
  const answering = openAnswering({ db, log, clock: systemClock, models, openSecrets, files, uses, computing });
  const turnSlots = { total: config.turnConcurrency, taken: (): number => turns.heldCount };
  const turns: ReturnType<typeof startTurnWork> = startTurnWork(
    { queue, answering },
    {
      owner,
      slots: config.turnConcurrency,
      leaseSeconds: config.turnLeaseSeconds,
      metrics: metrics && createTurnMetrics(metrics, turnSlots),
    },
  );
  // Together with the runs, not after their grace period.
  let turnsEnd: Promise<void> | undefined;
  const endTurns = (): Promise<void> => (turnsEnd ??= turns.stop(graceMs));
  stop.signal.addEventListener("abort", () => void endTurns().catch(() => undefined), { once: true });
  stop.onStop("turns", endTurns);
  const evals = startEvalWork(
    { queue, answering },
    { turnSlots: config.turnConcurrency, leaseSeconds: config.turnLeaseSeconds },
  );
  let evalsEnd: Promise<void> | undefined;
  // A trial is short and begins anew elsewhere: it is not worth the grace period.
  const endEvals = (): Promise<void> => (evalsEnd ??= evals.stop(evalGraceMs));
  stop.signal.addEventListener("abort", () => void endEvals().catch(() => undefined), { once: true });
  stop.onStop("evaluations", endEvals);
  worker.start();
  stop.onStop("runs", () => worker.stop(graceMs));
  log.info(
    { engine_types: config.engineTypes, slots: config.concurrency, model: provider?.key ?? "none" },
    "worker started",
  );
  return { stop, worker };
}
