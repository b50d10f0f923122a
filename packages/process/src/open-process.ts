import { type Database, type DatabaseClock, followDatabaseClock, openDatabase, outageLog } from "@service/db/open";
import { openQueue, type Queue } from "@service/queue";
import {
  createLogger,
  createMetrics,
  gauge,
  createStop,
  type Logger,
  type Metrics,
  serveMetrics,
  startTracing,
  type Stop,
  type Tracing,
} from "@service/runtime";
import manifest from "../package.json" with { type: "json" };
import { processId, type ShownProcess, startPresence } from "./presence.ts";
import type { ProcessConfig } from "./variables.ts";

/** What every process has open. */
export interface OpenedProcess {
  /** `host:pid:random`: what the console shows, and the owner of leases. */
  readonly id: string;
  readonly log: Logger;
  readonly stop: Stop;
  readonly tracing: Tracing;
  readonly db: Database;
  /** PostgreSQL's. */
  readonly clock: DatabaseClock;
  readonly queue: Queue;
  /** Unset where the process serves no metrics. */
  readonly metrics: Metrics | undefined;
  /** Unset where the process serves no metrics. */
  readonly metricsPort: number | undefined;
}

/**
 * Opens what every process needs, shows the process in the console (CON-60), and serves its metrics. Neither Postgres nor the
 * queue need be there.
 * @param given.marginMs after the grace period of its work: for closing what the work used.
 * @param given.silenceMs how long a statement waits for a database that answers nothing; unset = as long as any.
 */
export async function openProcess(
  config: ProcessConfig & { readonly shutdownGraceSeconds: number },
  given: {
    readonly name: string;
    readonly marginMs: number;
    readonly silenceMs?: number;
    readonly log?: Logger;
    readonly takes?: ShownProcess["takes"];
  },
): Promise<OpenedProcess> {
  const { name, silenceMs } = given;
  const log = given.log ?? createLogger({ process: name, level: config.logLevel });
  const stop = createStop({ log, deadlineMs: config.shutdownGraceSeconds * 1_000 + given.marginMs });
  const tracing = await startTracing({ endpoint: config.otlpEndpoint, process: name, log });
  stop.onStop("tracing", () => tracing.stop());
  const db = openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    applicationName: `service-${name}`,
    ...(silenceMs !== undefined && { silenceMs }),
    ...outageLog(log),
  });
  stop.onStop("database", () => db.close());
  const clock = await followDatabaseClock(db, { log });
  stop.onStop("clock", async () => clock.close());
  const queue = await openQueue({
    url: config.queueUrl ?? config.databaseDirectUrl ?? config.databaseUrl,
    prefix: config.queuePrefix,
    clock,
    log,
  });
  stop.onStop("queue", () => queue.close());
  const id = processId();
  const { version } = manifest;
  stop.onStop("presence", startPresence(db, id, { name, version, commit: config.buildCommit, takes: given.takes }));
  if (config.metricsPort === undefined)
    return { id, log, stop, tracing, db, clock, queue, metrics: undefined, metricsPort: undefined };
  const metrics = createMetrics({ process: name });
  metrics.register({
    clock: gauge(
      "service_clock_ahead_seconds",
      "Seconds by which this machine's clock is ahead of PostgreSQL's, which is the one that counts.",
      [],
      () => clock.aheadMs() / 1_000,
    ),
    queue: gauge(
      "service_queue_reachable",
      "1 while the queue's backend (Redis or PostgreSQL) takes this process's wake-ups, else 0.",
      [],
      () => (queue.ready() ? 1 : 0),
    ),
  });
  const server = await serveMetrics({
    port: config.metricsPort,
    host: config.metricsHost,
    metrics,
    isReady: () => db.ready(1_000),
    log,
  });
  stop.onStop("metrics", () => server.close());
  return { id, log, stop, tracing, db, clock, queue, metrics, metricsPort: server.port };
}
