import type pg from "pg";

/** How often the connections in use are looked at. */
const lookEveryMs = 250;

/**
 * Ends the waits for a server that accepts connections and answers nothing (a frozen machine, a network that drops
 * packets), which otherwise last as long as the longest statement may: when a connection has been in use for `silenceMs`,
 * the server is asked on a new connection. If that is answered, a statement is slow and goes on; else every connection in
 * use for so long is closed, its statement fails as the loss of a connection does, and so does every later one after
 * `silenceMs`, until the server answers again (PLAT-53).
 *
 * @param options.asks whether the server answers a new connection, within a bound of its own.
 */
export function watchSilence(
  pools: readonly pg.Pool[],
  options: { readonly silenceMs: number; readonly asks: () => Promise<boolean> },
): { stop(): void } {
  const { silenceMs, asks } = options;
  const inUseSinceMs = new Map<pg.PoolClient, number>();
  for (const pool of pools) {
    pool.on("acquire", (client) => inUseSinceMs.set(client, performance.now()));
    pool.on("release", (_error, client) => inUseSinceMs.delete(client));
    pool.on("remove", (client) => inUseSinceMs.delete(client));
  }
  const silent = (): pg.PoolClient[] => {
    const untilMs = performance.now() - silenceMs;
    return [...inUseSinceMs].filter(([, sinceMs]) => sinceMs <= untilMs).map(([client]) => client);
  };
  let isAsking = false;
  async function look(): Promise<void> {
    if (isAsking || silent().length === 0) return;
    isAsking = true;
    const before = new Map(inUseSinceMs);
    if (!(await asks()))
      for (const client of silent())
        // One that was released and taken again meanwhile has been answered.
        if (before.get(client) === inUseSinceMs.get(client)) client.connection.stream.destroy();
    isAsking = false;
  }
  const timer = setInterval(() => void look(), lookEveryMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
