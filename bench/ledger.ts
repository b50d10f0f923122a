/**
 * `npm run bench -- ledger`: appends of one organization over 64 connections to one api process, beside a bare Express
 * route that does one transaction per request on the same tables, one command and twenty commands a request; then the
 * task list of one client in a large ledger. Bars: 1,200 appends a second and twice the bare route; 8,000 commands a
 * second; task list p99 of 15 ms.
 *
 * Settings: BENCH_ROUNDS (3), BENCH_SECONDS (4, per measurement), BENCH_COMMANDS (10,000,000 in the ledger of the list).
 */
import { type AppendSide, fillLedger, type OurSide, startBareRoute, startOurs } from "./ledger/sides.ts";
import type { AppendLoad } from "./ledger/shapes.ts";
import type { LoadResult } from "./load-shapes.ts";
import { loadAverage, loadBy, median, percentile, round, setting, tableOf } from "./harness/measure.ts";
import { comparison, measureInTurn, medianOf, ratioOf } from "./harness/rounds.ts";
import { withServers } from "./harness/with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 3);
const seconds = setting("BENCH_SECONDS", 4);
const listed = setting("BENCH_COMMANDS", 10_000_000);
const connections = 64;
const listReads = 1_000;

/** @throws when a request was refused or failed. */
function append({ url, apiKey, accounts }: AppendSide, commandsPerRequest: number): Promise<LoadResult> {
  const request: AppendLoad = { url, apiKey, accounts: [...accounts], commandsPerRequest, connections, seconds };
  return loadBy("ledger/append-load.ts", request);
}

/** Reads the first page of one client after another; milliseconds, sorted. */
async function readLists({ base, apiKey, accounts }: OurSide): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${apiKey}`, "x-service-acting-principal": "pat" };
  const durations: number[] = [];
  for (let read = 0; read < listReads; read += 1) {
    const startedAt = performance.now();
    const response = await fetch(`${base}/tasks?client_key=${accounts[read % accounts.length]}`, { headers });
    await response.text();
    if (!response.ok) throw new Error(`the task list answered ${response.status}`);
    durations.push(performance.now() - startedAt);
  }
  return durations.sort((left, right) => left - right);
}

function printMeasure(what: string, value: number, bar: number, isMet: boolean): void {
  console.log(`${what}: ${round(value, 2)}, bar ${bar} ${isMet ? "met" : "MISSED"}`);
}

await withServers(async (servers, signal) => {
  const ours = await startOurs(servers);
  try {
    const reference = await startBareRoute(servers.databaseUrl, ours.accounts);
    try {
      console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);
      const rows: string[][] = [];
      for (const size of [1, 20]) {
        const measured = await measureInTurn(
          { rounds, signal },
          { ours: () => append(ours, size), reference: () => append(reference, size) },
        );
        const row = (title: string, digits: number, of: (result: LoadResult) => number | null): string[] =>
          comparison(title, measured, ["ours", "reference"], { digits, of });
        const commands = `${size} command${size === 1 ? "" : "s"} a request`;
        rows.push(row(`commands/s, ${commands} (more is better)`, 0, (result) => result.perSecond * size));
        rows.push(row(`p50 ms, ${commands} (less is better)`, 2, (result) => result.p50Ms));
        rows.push(row(`p99 ms, ${commands} (less is better)`, 2, (result) => result.p99Ms));
        const reached = medianOf(measured, "ours", (result) => result.perSecond) * size;
        const bar = size === 1 ? 1_200 : 8_000;
        printMeasure(`commands/s, ${commands}`, reached, bar, reached >= bar);
        const ratio = ratioOf(measured, ["ours", "reference"], (result) => result.perSecond);
        if (size === 1) printMeasure("times one transaction per request", ratio, 2, ratio >= 2);
      }
      console.log(tableOf(["Median of rounds", "ours", "reference", "ours / reference"], rows));
    } finally {
      await reference.stop();
    }
    await fillLedger(ours, listed, signal);
    await readLists(ours);
    const durations = await readLists(ours);
    const p99 = percentile(durations, 0.99);
    console.log(`task list of a client, ${listed} commands in the ledger: p50 ${round(median(durations), 2)} ms`);
    printMeasure("task list p99 ms", p99, 15, p99 <= 15);
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await ours.stop();
  }
});
