/**
 * `npm run bench:ingest`: small signed events through one api process (budgets, source, signature, delivery id, event in
 * the log) beside a bare Express route that verifies the same signature and inserts one row, on one PostgreSQL that
 * flushes to disk. The bar: 1,000 events a second.
 *
 * Machines differ and neighbours disturb: both sides take turns, each round gives one ratio, printed is the median.
 *
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (5, per measurement).
 */
import { type Side, startBareRoute, startOurs } from "./ingest/sides.ts";
import type { SignedLoad } from "./ingest/shapes.ts";
import type { LoadResult } from "./load-shapes.ts";
import { loadAverage, loadBy, round, setting, tableOf } from "./harness/measure.ts";
import { comparison, measureInTurn, medianOf } from "./harness/rounds.ts";
import { withServers } from "./harness/with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 5);
const connectionCounts = [1, 32, 128] as const;
const barPerSecond = 1_000;

/** @throws when an event was refused or failed, or fewer were stored than were accepted. */
async function post(side: Side, connections: number): Promise<LoadResult> {
  const request: SignedLoad = { url: side.url, key: side.key, connections, seconds };
  const before = await side.stored();
  const result = await loadBy("ingest/signed-load.ts", request);
  const stored = (await side.stored()) - before;
  if (stored < result.accepted) throw new Error(`${side.name} accepted ${result.accepted} and stored ${stored}`);
  return result;
}

await withServers(async (servers, signal) => {
  const ours = await startOurs(servers);
  try {
    const reference = await startBareRoute(servers.databaseUrl);
    try {
      console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);
      const rows: string[][] = [];
      for (const connections of connectionCounts) {
        const measured = await measureInTurn(
          { rounds, signal },
          { ours: () => post(ours, connections), reference: () => post(reference, connections) },
        );
        const row = (title: string, digits: number, of: (result: LoadResult) => number | null): string[] =>
          comparison(title, measured, ["ours", "reference"], { digits, of });
        rows.push(row(`events/s, ${connections} connections (more is better)`, 0, (result) => result.perSecond));
        rows.push(row(`p50 ms, ${connections} connections (less is better)`, 2, (result) => result.p50Ms));
        rows.push(row(`p99 ms, ${connections} connections (less is better)`, 2, (result) => result.p99Ms));
        const reached = medianOf(measured, "ours", (result) => result.perSecond);
        if (connections > 1)
          console.log(`${connections} connections: bar ${reached >= barPerSecond ? "met" : "MISSED"}`);
      }
      console.log(tableOf(["Median of rounds", "ours", "reference", "ours / reference"], rows));
      console.log(`load average after: ${round(loadAverage(), 2)}`);
    } finally {
      await reference.stop();
    }
  } finally {
    await ours.stop();
  }
});
