import { keepAttemptMonths } from "@service/domain/deliveries";
import {
  dropLeftStaged,
  removeOldQuarantine,
  removeOldVersions,
  type SnapshotRetention,
} from "@service/domain/imports";
import { removeOldModelUsage } from "@service/domain/models";
import { removeUnattached } from "@service/domain/attachments";
import { expireConversations, purgeConversations } from "@service/domain/conversations";
import { removeUnusedBlobs } from "@service/domain/documents";
import { removeOldInboundDeliveries } from "@service/domain/inbound";
import { removeOldAnalyses } from "@service/domain/analyses";
import { removeOldDerivationExecutions } from "@service/domain/derivations";
import { removeOldExecutions } from "@service/domain/automations";
import { removeOldPlatformEvents } from "@service/domain/events";
import { expireOpportunities, removeOldOpportunities, removeOrphanedProjections } from "@service/domain/opportunities";
import { removeOrphanedDocuments, removeOrphanedRecords } from "@service/domain/run-records";
import { removeOldKeyUses, removeOldRefusals } from "@service/domain/key-uses";
import { removeGoneProcesses } from "@service/domain/processes";
import { removeOldRuns } from "@service/domain/runs";
import type { Database } from "@service/db/open";
import type { ObjectStore } from "@service/files";
import { type Clock, type Logger, sleep } from "@service/runtime";
import { removeOldJobs, startWakeLoop, type WakeLoop } from "@service/work";
import type { WorkerMetrics } from "../worker-metrics.ts";

const hourMs = 3_600_000;
const everyMs = { least: hourMs / 60, most: hourMs } as const;
/** Small batches with pauses: each is a short transaction, and callers need the disk first. */
const rowsPerBatch = 200;
/** For tables without dependent rows. */
const plainRowsPerBatch = 2_000;
/** Each may have thousands of turns with their frames. */
const conversationsPerBatch = 20;
const batchesPerTurnMax = 500;
const pauseMs = 100;

/** Removes runs 90 days after they finished (RUN-90), and other tables' rows after their own retention periods. */
export function startRetention(options: {
  readonly db: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly metrics: WorkerMetrics;
  readonly snapshots: SnapshotRetention;
  /** Undefined: none is set up, and nothing is removed from it. */
  readonly files: ObjectStore | undefined;
}): WakeLoop {
  const { db, log, clock, metrics, snapshots, files } = options;
  return startWakeLoop({
    name: "retention",
    log,
    pollMs: everyMs,
    backoffMs: { first: everyMs.least, last: everyMs.most },
    pausesFirst: true,
    async look(signal) {
      const runs = await removeAll((runsMax) => removeOldRuns(db, { runsMax }), signal);
      if (runs > 0) {
        metrics.removed(runs);
        log.info({ removed: runs }, "old runs removed");
      }
      const records = await removeAll((rowsMax) => removeOrphanedRecords(db, { rowsMax }), signal, plainRowsPerBatch);
      if (records > 0) log.info({ removed: records }, "records of runs that are gone removed");
      const documents = await removeAll(
        (rowsMax) => removeOrphanedDocuments(db, { rowsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (documents > 0) log.info({ removed: documents }, "documents of runs that are gone removed");
      const projections = await removeAll(
        (rowsMax) => removeOrphanedProjections(db, { rowsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (projections > 0) log.info({ removed: projections }, "projections of runs that are gone removed");
      const now = clock.now();
      const expired = await removeAll((rowsMax) => expireOpportunities(db, { now, rowsMax }), signal);
      if (expired > 0) log.info({ expired }, "opportunities expired");
      const opportunities = await removeAll((rowsMax) => removeOldOpportunities(db, { now, rowsMax }), signal);
      if (opportunities > 0) log.info({ removed: opportunities }, "old opportunities removed");
      const events = await removeAll(
        (eventsMax) => removeOldPlatformEvents(db, { eventsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (events > 0) log.info({ removed: events }, "old platform events removed");
      const derived = await removeAll(
        (rowsMax) => removeOldDerivationExecutions(db, { rowsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (derived > 0) log.info({ removed: derived }, "old executions of derivations removed");
      const analyses = await removeAll((rowsMax) => removeOldAnalyses(db, { rowsMax }), signal, plainRowsPerBatch);
      if (analyses > 0) log.info({ removed: analyses }, "old analyses removed");
      const usage = await removeAll((rowsMax) => removeOldModelUsage(db, { rowsMax }), signal, plainRowsPerBatch);
      if (usage > 0) log.info({ removed: usage }, "old usage of models removed");
      const inbound = await removeAll(
        (deliveriesMax) => removeOldInboundDeliveries(db, { deliveriesMax }),
        signal,
        plainRowsPerBatch,
      );
      if (inbound > 0) log.info({ removed: inbound }, "old ids of inbound deliveries removed");
      const months = await keepAttemptMonths(db);
      if (months.created + months.dropped > 0) log.info({ ...months }, "months of the attempt log created and dropped");
      const executions = await removeAll((executionsMax) => removeOldExecutions(db, { executionsMax }), signal);
      if (executions > 0) log.info({ removed: executions }, "old executions of automations removed");
      const versions = await removeAll(
        (rowsMax) => removeOldVersions(db, { ...snapshots, rowsMax }),
        signal,
        plainRowsPerBatch,
      );
      if (versions > 0) log.info({ removed: versions }, "old versions of the book removed");
      const quarantined = await removeAll((rowsMax) => removeOldQuarantine(db, { rowsMax }), signal, plainRowsPerBatch);
      if (quarantined > 0) log.info({ removed: quarantined }, "old quarantined rows removed");
      const ended = await removeAll((rowsMax) => expireConversations(db, { now: clock.now(), rowsMax }), signal);
      if (ended > 0) log.info({ ended }, "old conversations ended");
      const conversations = await removeAll(
        (rowsMax) => purgeConversations(db, { rowsMax }),
        signal,
        conversationsPerBatch,
      );
      if (conversations > 0) log.info({ removed: conversations }, "deleted conversations removed");
      const unattached = await removeAll((rowsMax) => removeUnattached({ db }, { rowsMax }), signal);
      if (unattached > 0) log.info({ removed: unattached }, "attachments that no turn named removed");
      const blobs =
        files === undefined ? 0 : await removeAll((blobsMax) => removeUnusedBlobs({ db, files }, { blobsMax }), signal);
      if (blobs > 0) log.info({ removed: blobs }, "files that nothing uses removed");
      const staged = await dropLeftStaged(db);
      if (staged > 0) log.info({ removed: staged }, "staged rows of old imports removed");
      await removeGoneProcesses({ db });
      const uses = await removeAll((rowsMax) => removeOldKeyUses(db, { rowsMax }), signal, plainRowsPerBatch);
      if (uses > 0) log.info({ removed: uses }, "old hours of keys removed");
      const refusals = await removeAll((rowsMax) => removeOldRefusals(db, { rowsMax }), signal, plainRowsPerBatch);
      if (refusals > 0) log.info({ removed: refusals }, "old refused calls removed");
      const jobs = await removeAll((jobsMax) => removeOldJobs(db.pool, { jobsMax }), signal, plainRowsPerBatch);
      if (jobs > 0) log.info({ removed: jobs }, "old jobs removed");
    },
  });
}

/** @param removeBatch removes at most so many rows and returns how many. */
async function removeAll(
  removeBatch: (rowsMax: number) => Promise<number>,
  signal: AbortSignal,
  rowsMax: number = rowsPerBatch,
): Promise<number> {
  let removed = 0;
  for (let batch = 0; batch < batchesPerTurnMax && !signal.aborted; batch += 1) {
    const rows = await removeBatch(rowsMax);
    removed += rows;
    if (rows < rowsMax) break;
    await sleep(pauseMs);
  }
  return removed;
}
