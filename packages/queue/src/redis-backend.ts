import { createRedisBudgets } from "@service/rate-limits";
import type { Logger } from "@service/runtime";
import { Queue as BullQueue, Worker } from "bullmq";
import type { Redis, RedisOptions } from "ioredis";

import type { Backend } from "./backend.ts";
import { openRedis, redisAddress } from "./open-redis.ts";
import { jobName, jobOptions, listenerOptions, wakeProcessor } from "./wake-job.ts";

/**
 * Longest time that a command may stay open. Callers wait less, limited by `within`: on a busy event loop the client's own
 * timer fires before an answer that has already arrived is read.
 */
const commandTimeoutMs = 3_000;
const connectTimeoutMs = 1_000;
const reconnectDelayMaxMs = 500;
const eventsKeptMax = 10;
const probeKeySeconds = 60;

/**
 * One connection for waking and budgets, and BullMQ's two for each channel listened to.
 *
 * The first fails fast: no offline queue, no resending, a timeout for each command. Those of listeners block, so they may
 * not have a command timeout, and a blocking read may never settle after a reconnect (bullmq #4479, #4585, fixed in 6.x
 * with watchdogs): `queue.ts` therefore reopens listeners after every outage.
 */
export function openRedisBackend(options: { url: string; prefix: string; log: Logger; patience: number }): Backend {
  const { url, prefix, log, patience } = options;
  const retryStrategy = (times: number): number => Math.min(50 * times, reconnectDelayMaxMs);
  const common = {
    connectTimeout: connectTimeoutMs * patience,
    sentinelCommandTimeout: connectTimeoutMs * patience,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
    keepAlive: 10_000,
  } as const satisfies RedisOptions;
  const redis = openRedis(url, {
    ...common,
    commandTimeout: commandTimeoutMs * patience,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
  });
  /** Why there is no connection: a command only says that there is none. */
  let refusal: Error | undefined;
  redis.on("ready", () => (refusal = undefined));
  redis.on("error", (error) => {
    refusal = error;
    log.debug({ err: error }, "redis connection error");
  });
  // Without an offline queue a command sent before the first connection is open would fail.
  const opened = new Promise<void>((resolve) => {
    redis.once("ready", resolve).once("close", resolve);
  });
  // The hash tag keeps all keys on one slot: on a cluster, scripts over several keys need that.
  const keyPrefix = `{${prefix}}`;
  let subscriber: Redis | undefined;
  /** A connection that subscribes can do nothing else; it subscribes again by itself when it is made anew. */
  const subscribing = (onError: (error: unknown) => void): Redis => {
    subscriber ??= openRedis(url, { ...common, maxRetriesPerRequest: null }).on("error", onError);
    return subscriber;
  };

  return {
    kind: "redis",
    async probe() {
      await opened;
      // A server that refuses writes (full, or a replica) answers PING and can wake nobody.
      await redis.set(`${keyPrefix}:probe`, "", "EX", probeKeySeconds).catch((error: unknown) => {
        throw refusal ?? error;
      });
    },
    onLost(listener) {
      redis.on("close", () => listener(refusal ?? new Error("redis connection closed")));
    },
    reconnect() {
      // An attempt to connect has time limits of its own; the client does not come back from one that is broken off while
      // it looks for the master.
      if (redis.status !== "connecting") redis.disconnect(true);
    },
    openWaker(channel, onError) {
      const queue = new BullQueue(channel, {
        connection: redis,
        prefix: keyPrefix,
        streams: { events: { maxLen: eventsKeptMax } },
      });
      queue.on("error", onError);
      return {
        async wake() {
          await queue.add(jobName, {}, jobOptions(channel));
        },
        close: () => queue.close(),
      };
    },
    openListener(channel, onWake, onError) {
      const worker = new Worker(channel, wakeProcessor(onWake), {
        ...listenerOptions,
        connection: { ...common, ...redisAddress(url), maxRetriesPerRequest: null },
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
    async announce(topic, text) {
      await redis.publish(`${keyPrefix}:${topic}`, text);
    },
    subscribe(topic, onText, onError) {
      const wanted = `${keyPrefix}:${topic}`;
      const connection = subscribing(onError);
      const onMessage = (channel: string, text: string): void => {
        if (channel === wanted) onText(text);
      };
      connection.on("message", onMessage);
      connection.subscribe(wanted).catch(onError);
      return { close: () => void connection.off("message", onMessage) };
    },
    spendBatch: createRedisBudgets(redis, keyPrefix),
    async close() {
      subscriber?.disconnect(false);
      redis.disconnect(false);
    },
  };
}
