import type { Logger } from "@service/runtime";
import { Queue as BullQueue, Worker } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";

import type { Backend } from "./backend.ts";
import { bellProcessor, hearing, jobName, jobOptions } from "./bell-job.ts";
import { createRedisBudgets } from "./redis-budgets.ts";

/**
 * Longest time that a command may stay open. What a caller waits is less and counted by `within`, which a busy event loop
 * does not deceive: a timer of the client fires before an answer that has come is read.
 */
const commandTimeoutMs = 3_000;
const connectTimeoutMs = 1_000;
const reconnectDelayMaxMs = 500;
const eventsKeptMax = 10;

/**
 * One connection for ringing and budgets, two for each bell that is heard (BullMQ's own).
 *
 * The ringing connection fails fast: no offline queue, no resending, a timeout for each command. The hearing ones may
 * not have a command timeout (they block), and a blocking read may never settle after a reconnect (bullmq #4479,
 * #4585, fixed in 6.x with watchdogs): `queue.ts` therefore also makes hearers anew after every outage.
 */
export function openRedisBackend(options: { url: string; prefix: string; log: Logger; patience: number }): Backend {
  const { url, prefix, log, patience } = options;
  const common = {
    connectTimeout: connectTimeoutMs * patience,
    retryStrategy: (times: number) => Math.min(50 * times, reconnectDelayMaxMs),
    keepAlive: 10_000,
  } as const satisfies RedisOptions;
  const redis = new Redis(url, {
    ...common,
    commandTimeout: commandTimeoutMs * patience,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  });
  redis.on("error", (error) => log.debug({ err: error }, "redis connection error"));
  // Without an offline queue a command that is given while the first connection is being made would fail at once.
  const opened = new Promise<void>((resolve) => {
    redis.once("ready", resolve).once("close", resolve);
  });
  // A hash tag keeps all keys on one slot, as scripts over several keys need it on a cluster.
  const keyPrefix = `{${prefix}}`;

  return {
    kind: "redis",
    async probe() {
      await opened;
      await redis.ping();
    },
    onLost(listener) {
      redis.on("close", () => listener(new Error("redis connection closed")));
    },
    reconnect() {
      redis.disconnect(true);
    },
    openRinger(bell, onError) {
      const queue = new BullQueue(bell, {
        connection: redis,
        prefix: keyPrefix,
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
        connection: { ...common, url, maxRetriesPerRequest: null },
        prefix: keyPrefix,
      });
      worker.on("error", onError);
      return {
        started: worker.waitUntilReady(),
        async close(force) {
          await worker.close(force);
        },
      };
    },
    spendBatch: createRedisBudgets(redis, keyPrefix),
    async close() {
      redis.disconnect(false);
    },
  };
}
