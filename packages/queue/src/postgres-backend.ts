import { createPostgresBackend, runMigrations, withBackend } from "bullmq";
import pg from "pg";

import type { Backend } from "./backend.ts";
import { bellProcessor, hearing, jobName, jobOptions } from "./bell-job.ts";
import { createPostgresBudgets } from "./postgres-budgets.ts";

const { Queue: BullQueue, Worker } = withBackend(createPostgresBackend);

const schema = "bullmq";
const poolMax = 4;
// Rings of a bell share one call, so a second connection would never be used.
const ringerPoolMax = 1;
const hearerPoolMax = 2;
// What a caller waits is less, and counted by `within`: a timer of the client fires before an answer that has come is read.
const queryTimeoutMs = 3_000;
const connectTimeoutMs = 3_000;
const eventsKeptMax = 10;

/**
 * An error that comes to a client while it runs nothing is an event, and without a listener it ends the process. BullMQ takes
 * all listeners off a client before it has ended it, and runs its migrations on one without any: a server that dies just then
 * would take this process along. Whoever runs a query is told by the query.
 */
function keepListening(): void {
  const ignore = (): void => undefined;
  const { prototype } = pg.Client;
  const { connect, removeAllListeners } = prototype;
  Object.assign(prototype, {
    connect(this: pg.Client, ...given: unknown[]): unknown {
      this.on("error", ignore);
      return Reflect.apply(connect, this, given);
    },
    removeAllListeners(this: pg.Client, ...given: unknown[]): pg.Client {
      Reflect.apply(removeAllListeners, this, given);
      return this.on("error", ignore);
    },
  });
}
keepListening();

/**
 * The embedded default: bells in tables of BullMQ's own schema, made by the first probe. One small pool for probes and
 * budgets, one connection for each bell that is rung; each bell that is heard has a pool of two and a connection that
 * listens.
 */
export function openPostgresBackend(options: { url: string; patience: number }): Backend {
  const { url, patience } = options;
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs * patience,
    query_timeout: queryTimeoutMs * patience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "queue",
  };
  const pool = new pg.Pool({ ...connection, max: poolMax });
  const lostListeners: ((error: unknown) => void)[] = [];
  pool.on("error", (error) => {
    for (const listener of lostListeners) listener(error);
  });
  let isPrepared = false;

  return {
    kind: "postgres",
    async probe() {
      if (isPrepared) {
        await pool.query("select 1");
        return;
      }
      const client = await pool.connect();
      let failure: Error | undefined;
      try {
        await runMigrations(client, schema);
        isPrepared = true;
      } catch (error) {
        failure = Error.isError(error) ? error : new Error(String(error));
        throw failure;
      } finally {
        client.release(failure);
      }
    },
    onLost(listener) {
      lostListeners.push(listener);
    },
    // A query that times out has already taken its connection out of the pool.
    reconnect: () => undefined,
    openRinger(bell, onError) {
      const queue = new BullQueue(bell, {
        connection: { ...connection, max: ringerPoolMax, schema },
        streams: { events: { maxLen: eventsKeptMax } },
      });
      queue.on("error", onError);
      return {
        async ring() {
          await queue.add(jobName, {}, jobOptions(bell));
        },
        close: () => queue.close(),
      };
    },
    openHearer(bell, onRing, onError) {
      const worker = new Worker(bell, bellProcessor(onRing), {
        ...hearing,
        connection: { ...connection, max: hearerPoolMax, schema },
      });
      worker.on("error", onError);
      return {
        started: worker.waitUntilReady(),
        async close(force) {
          const closed = worker.close(force);
          // A forced close leaves the wait for the next job (up to drainDelay) running.
          if (force) await worker.getBackend().disconnectBlocking();
          await closed;
        },
      };
    },
    spendBatch: createPostgresBudgets(pool),
    close: () => pool.end(),
  };
}
