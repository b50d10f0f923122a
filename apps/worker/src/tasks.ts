import { join } from "node:path";
import { startExtraction } from "@service/domain/documents";
import { startGates } from "@service/domain/engines";
import { answerByTurns, judgeByModels, startEvals } from "@service/domain/evals";
import { startTurns } from "@service/domain/turns";
import { parseScanner } from "@service/files";
import type { Task, TaskRow } from "@service/process";
import { createAutomationMetrics } from "./automations/automation-metrics.ts";
import { startAutomations } from "./automations/start-automations.ts";
import { startDerivations } from "./derivations/start-derivations.ts";
import { createJobMetrics } from "./job-metrics.ts";
import { startFrameHours } from "./maintenance/frame-hours.ts";
import { startMeasuringQueue } from "./maintenance/measure-queue.ts";
import { startProjector } from "./maintenance/project-opportunities.ts";
import { startReconciler } from "./maintenance/reconcile.ts";
import { startRetention } from "./maintenance/retention.ts";
import { startSealing } from "./maintenance/seal-audit.ts";
import { startUnusedConfigurations } from "./maintenance/unused-configurations.ts";
import type { WorkerDeps } from "./open-worker.ts";
import { documentsOfDeliveries } from "./syncs/import-documents.ts";
import { startStaleConnections, startSyncs } from "./syncs/start-syncs.ts";
import { createTurnMetrics } from "./turns/turn-metrics.ts";

/** Evaluations take at most this share of the slots of turns, so that they never starve people. */
const evaluationsPerTurns = 1 / 4;

const graceOfRuns = ({ config }: WorkerDeps): number => config.shutdownGraceSeconds * 1_000;

/** Everything that a worker does, in the order in which it starts; the last one ends first. */
export const workerTasks: readonly TaskRow<WorkerDeps>[] = [
  {
    name: "reconciler",
    start: ({ db, queue, log, workerMetrics: metrics, config }) =>
      startReconciler({
        db,
        queue,
        log,
        metrics,
        silenceSeconds: config.heartbeatSilenceSeconds,
        firstSilenceSeconds: config.firstHeartbeatSilenceSeconds,
      }),
  },
  { name: "queue metrics", start: ({ db, log, metrics }) => metrics && startMeasuringQueue({ db, log, metrics }) },
  // Files under way go back to be read by another worker.
  { name: "document text", start: startDocumentText },
  {
    name: "retention",
    start: ({ db, log, clock, files, workerMetrics: metrics, config: { snapshotHours, snapshotsKept } }) =>
      startRetention({ db, log, clock, metrics, files, snapshots: { snapshotHours, snapshotsKept } }),
  },
  { name: "unused configurations", start: startUnusedConfigurations },
  { name: "audit seals", start: startSealing },
  { name: "projector", start: startProjector },
  { name: "derivations", start: ({ submitting }) => startDerivations(submitting) },
  {
    name: "automations",
    start: ({ submitting, metrics }) => startAutomations(submitting, metrics && createAutomationMetrics(metrics)),
    // After the runs have stopped; then an effect under way is released.
    graceMs: 4_000,
  },
  { name: "stale connections", start: startStaleConnections },
  // Without a grace: what is broken off is resumed by another process, and a book may take longer than any grace.
  { name: "syncs", start: startSyncTask },
  {
    name: "gates",
    start: ({ db, queue, log, shared: { datasets }, config, metrics }) =>
      startGates(
        { db, queue, log, datasets },
        { slots: config.jobConcurrency, ...(metrics && { metrics: createJobMetrics(metrics) }) },
      ),
    // Short, because another worker evaluates the gate from its beginning while the request still waits.
    graceMs: 3_000,
    endsAtOnce: true,
  },
  { name: "frames of turns", start: startFrameHours },
  { name: "turns", start: startTurnTask, graceMs: graceOfRuns, endsAtOnce: true },
  // A trial is short and begins anew elsewhere: it is not worth the grace period of the runs.
  { name: "evaluations", start: startEvaluations, graceMs: 3_000, endsAtOnce: true },
  {
    name: "runs",
    start({ worker }) {
      worker.start();
      return worker;
    },
    graceMs: graceOfRuns,
  },
];

function startDocumentText({ db, log, files, config }: WorkerDeps): Task | undefined {
  if (files === undefined || config.documentConcurrency === 0) return undefined;
  const scanner = config.scanner === undefined ? undefined : parseScanner(config.scanner);
  return startExtraction({ db, files, log, scanner }, { slots: config.documentConcurrency });
}

function startSyncTask({ db, log, clock, files, openSecrets, config }: WorkerDeps): Task | undefined {
  if (config.syncConcurrency === 0) return undefined;
  const {
    databaseUrl: url,
    databaseDirectUrl: directUrl,
    secretsKey,
    dataDir,
    webhookAllowedCidrs: allowedCidrs,
    logLevel,
  } = config;
  const hasScanner = config.scanner !== undefined;
  return startSyncs({
    db,
    log,
    clock,
    slots: config.syncConcurrency,
    job: {
      database: { url, directUrl },
      secretsKey,
      dataDir,
      spoolFolder: join(dataDir, "spool"),
      allowedCidrs,
      logLevel,
    },
    ...(files && { importDocuments: documentsOfDeliveries({ db, log, clock, files, hasScanner, openSecrets }) }),
  });
}

function startTurnTask({ answering, queue, owner, config, metrics }: WorkerDeps): Task | undefined {
  const { turnConcurrency: slots, turnLeaseSeconds: leaseSeconds } = config;
  if (slots === 0) return undefined;
  const counted = { total: slots, taken: (): number => turns.heldCount };
  const turns: ReturnType<typeof startTurns> = startTurns(
    { ...answering, queue },
    { owner, slots, leaseSeconds, metrics: metrics && createTurnMetrics(metrics, counted) },
  );
  return turns;
}

/** None where the process answers no turns. */
function startEvaluations({ answering, submitting, queue, config }: WorkerDeps): Task | undefined {
  const { turnConcurrency, turnLeaseSeconds: leaseSeconds } = config;
  if (turnConcurrency === 0) return undefined;
  const { db, log, clock, seats, models, computing } = answering;
  const judging = {
    db,
    log,
    clock,
    models,
    computing,
    get secrets() {
      return submitting.secrets;
    },
  };
  return startEvals(
    {
      db,
      queue,
      log,
      clock,
      seats,
      answer: answerByTurns(answering),
      modelsOf: (trial) => judgeByModels(judging, trial),
    },
    { slots: Math.max(1, Math.floor(turnConcurrency * evaluationsPerTurns)), leaseSeconds },
  );
}
