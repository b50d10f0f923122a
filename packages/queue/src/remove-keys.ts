const keysPerScan = 500;

/**
 * Removes all that a queue has kept under a prefix: for programs that use a Redis for a while, under a prefix of their own,
 * after their queues have closed. A PostgreSQL queue keeps nothing outside its database.
 * @returns how many keys were removed.
 * @throws when Redis cannot be reached.
 */
export async function removeQueueKeys({
  url,
  prefix,
}: {
  readonly url: string;
  readonly prefix: string;
}): Promise<number> {
  if (!/^redis(?:s|\+sentinel)?:/.test(url)) return 0;
  // Loaded where it is used: the client takes megabytes in each process.
  const { openRedis } = await import("./open-redis.ts");
  const redis = openRedis(url, { lazyConnect: true, maxRetriesPerRequest: 0, retryStrategy: () => null });
  // Without a listener an error would end the process; the command that needs the connection fails with it.
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    let removed = 0;
    let cursor = "0";
    do {
      const [next, keys] = await redis.scan(cursor, "MATCH", `{${literally(prefix)}}:*`, "COUNT", keysPerScan);
      if (keys.length > 0) removed += await redis.unlink(...keys);
      cursor = next;
    } while (cursor !== "0");
    return removed;
  } finally {
    redis.disconnect();
  }
}

/** For a pattern of Redis. */
function literally(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, String.raw`\$&`);
}
