import { openConnectorAgents } from "@service/connectors";
import { followDatabaseClock, isDatabaseAway, openDatabase, outageLog } from "@service/db/open";
import { type EndOfSync, syncConnection } from "@service/domain/imports";
import { createLogger, type Logger, openExistingSecretBox } from "@service/runtime";
import type { SyncJob } from "./sync-alone.ts";

/** Fetches and imports one connection in a process of its own, which ends with it (IMP-264). */
process.once("message", (job: SyncJob) => {
  void perform(job).then((end) => process.send?.(end, () => process.disconnect()));
});
// Its worker has died: another one begins the sync again, and must find the connection free.
process.once("disconnect", () => process.exit(1));

async function perform(job: SyncJob): Promise<EndOfSync> {
  const log = createLogger({ process: "worker", level: job.logLevel }).child({ connection_id: job.connectionId });
  const db = openDatabase({
    ...job.database,
    applicationName: "service-sync",
    poolMax: 4,
    hotPoolMax: 1,
    readPoolMax: 1,
    ...outageLog(log),
  });
  const clock = await followDatabaseClock(db, { log });
  const agents = openConnectorAgents(job.allowedCidrs);
  try {
    const secretsKey = job.secretsKey === undefined ? undefined : Buffer.from(job.secretsKey);
    const sync = await syncConnection(
      {
        db,
        log,
        clock,
        get secrets() {
          return openExistingSecretBox({ secretsKey, dataDir: job.dataDir });
        },
      },
      { kind: "automation", id: `schedule:${job.connectionId}` },
      "every",
      {
        connectionId: job.connectionId,
        isFull: false,
        accept: [],
        spoolFolder: job.spoolFolder,
        agents,
        // The process is killed instead: everything that it does survives that.
        signal: new AbortController().signal,
      },
    );
    if (sync.kind === "busy") return { kind: "busy" };
    if (sync.kind === "nothing") log.debug({ reason: sync.reason }, "there is nothing new to fetch");
    else log.info({ import_id: sync.outcome.importId, state: sync.outcome.state }, "a connection was synced");
    const state = sync.kind === "imported" ? sync.outcome.state : undefined;
    return { kind: "ended", isDelivered: state === "served" || state === "unchanged" };
  } catch (error) {
    return endOf(error, log);
  } finally {
    agents.close();
    clock.close();
    await db.close();
  }
}

/** A sync reports its own failures, except that the database is away. */
function endOf(error: unknown, log: Logger): EndOfSync {
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, "the database was lost during a sync; it is begun again");
    return { kind: "interrupted" };
  }
  log.warn({ err: error }, "a sync failed");
  return { kind: "ended" };
}
