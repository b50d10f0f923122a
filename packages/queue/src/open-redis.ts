import { Redis, type RedisOptions } from "ioredis";

import { parseSentinels, type Sentinels } from "./sentinels.ts";

/** Where Redis is, as BullMQ takes it. */
export function redisAddress(url: string): Sentinels | { readonly url: string } {
  return parseSentinels(url) ?? { url };
}

/** Opens a connection: to one Redis, or to the one that its sentinels call the master. */
export function openRedis(url: string, options: Omit<RedisOptions, "replyMapping">): Redis {
  const sentinels = parseSentinels(url);
  return sentinels === undefined ? new Redis(url, options) : new Redis({ ...options, ...sentinels });
}
