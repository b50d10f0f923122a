import { randomBytes } from "node:crypto";

import { describe } from "@jest/globals";

import { hasRedis } from "./private-redis.ts";
import { environmentNames } from "./test-environment.ts";

export type TestRedis = {
  /** Address of the shared test Redis. */
  url: string;
  /** Give this to `openQueue`: keys of this file stay apart from those of others. */
  prefix: string;
};

/** @throws on a machine without `redis-server`; put suites that need it in `describeWithRedis`. */
export function testRedis(): TestRedis {
  const url = process.env[environmentNames.redisUrl];
  if (url === undefined) throw new Error("no redis-server on this machine: use describeWithRedis");
  return { url, prefix: `test-${randomBytes(6).toString("hex")}` };
}

/** `describe` for suites that need Redis: skipped where no `redis-server` is installed (the set-up says so loudly). */
export const describeWithRedis: typeof describe | typeof describe.skip = hasRedis ? describe : describe.skip;
