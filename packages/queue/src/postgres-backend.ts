import { createPostgresBudgets } from "@service/rate-limits";
import pg from "pg";

import type { Backend } from "./backend.ts";
import { openWakeConnection } from "./wake-connection.ts";

/** Budget batches run one at a time, but a refused batch may still be returning its tokens. */
const budgetPoolMax = 2;
// Callers wait less, limited by `within`: on a busy event loop the client's own timer fires before an answer that has
// already arrived is read.
const queryTimeoutMs = 3_000;
const connectTimeoutMs = 3_000;

/**
 * The embedded default, for a machine without Redis: wake-ups by LISTEN and NOTIFY on one connection per process, and a
 * small pool for budgets, which connects when the first budget is spent.
 *
 * Every listening process receives every wake-up, so all workers of an engine type query at the same moment: fine for a
 * few processes. Redis wakes only one of them.
 */
export function openPostgresBackend(options: { url: string; patience: number }): Backend {
  const { url, patience } = options;
  const lostListeners: ((error: unknown) => void)[] = [];
  const onLost = (error: unknown): void => {
    for (const listener of lostListeners) listener(error);
  };
  const wakeUps = openWakeConnection({ url, patience, onLost });
  const pool = new pg.Pool({
    connectionString: url,
    max: budgetPoolMax,
    connectionTimeoutMillis: connectTimeoutMs * patience,
    query_timeout: queryTimeoutMs * patience,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: "service-budgets",
  });
  pool.on("error", onLost);
  // The pool listens while a connection is idle; one that is lost while it is handed over must not end the process.
  pool.on("connect", (client) => void client.on("error", () => undefined));

  return {
    kind: "postgres",
    probe: () => wakeUps.probe(),
    onLost(listener) {
      lostListeners.push(listener);
    },
    reconnect: () => wakeUps.reconnect(),
    openWaker: (channel) => ({ wake: () => wakeUps.notify(channel), close: () => Promise.resolve() }),
    openListener(channel, onWake, onError) {
      const { started, close } = wakeUps.listen(channel, () => void onWake().catch(onError));
      return {
        started,
        async close() {
          close();
        },
      };
    },
    announce: (topic, text) => wakeUps.announce(topic, text),
    subscribe: (topic, onText) => wakeUps.subscribe(topic, onText),
    spendBatch: createPostgresBudgets(pool),
    async close() {
      await Promise.all([wakeUps.close(), pool.end()]);
    },
  };
}
