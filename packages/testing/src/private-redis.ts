import { track } from "./open-handles.ts";
import { type RedisServer, hasRedisProgram, startRedisServer } from "./redis-server.ts";

/** A Redis that one test may kill, freeze, flush and restart. */
export type PrivateRedis = RedisServer;

/** Whether Redis suites can run on this machine. */
export const hasRedis: boolean = hasRedisProgram();

export async function privateRedis(): Promise<PrivateRedis> {
  const server = await startRedisServer();
  const closed = track(`redis-server on port ${server.port}`);
  return {
    ...server,
    async close() {
      await server.close();
      closed();
    },
  };
}
