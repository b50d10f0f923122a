import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startEmbeddedPostgres } from "@service/embedded-postgres";
import { startRedisServer } from "@service/testing/redis-server";

import { noiseSetting, startNoise } from "./noise.ts";

/** Where the servers of a benchmark are. */
export type Servers = { dataDir: string; databaseUrl: string; databasePid: number; queueUrl: string };

/**
 * Runs a benchmark on a PostgreSQL (flushing to disk, as deployed) and a Redis, both private, and ends both, also when it
 * fails or is interrupted. BENCH_NOISE=2 runs two processes beside it that never pause.
 */
export async function withServers(work: (servers: Servers, signal: AbortSignal) => Promise<void>): Promise<void> {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => interrupted.abort(new Error(`stopped by ${signal}`)));
  }
  const dataDir = await mkdtemp(join(tmpdir(), "bench-"));
  const closers: (() => Promise<void>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), persistent: true });
    closers.push(() => database.stop());
    const redis = await startRedisServer({ isPersistent: true });
    closers.push(() => redis.close());
    const endNoise = startNoise(noiseSetting());
    closers.push(() => Promise.resolve(endNoise()));
    await work(
      { dataDir, databaseUrl: database.url, databasePid: database.pid, queueUrl: redis.url },
      interrupted.signal,
    );
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
