/**
 * `npm run bench -- growth`: what a run costs with 10,000, 100,000 and 1,000,000 runs stored, and what a stored run takes
 * on the disk. Runs are made by our stack and copied within the database, with their payloads, events and outcomes, over
 * the last 80 days.
 *
 * At each size: processor time of api, worker and PostgreSQL for a comparison, submitted and completed; one run by its id,
 * the latest of a subject that has them all, and a defensibility packet. Flat means within 10 % of the smallest size.
 *
 * Settings: BENCH_SIZES (10000,100000,1000000), BENCH_RUNS (2000 runs measured), BENCH_ROUNDS (3), BENCH_NOISE (0).
 */
import pg from "pg";

import { submissionBody, untilIdle } from "./contender.ts";
import { fillRuns, sizesOnDisk } from "./growth/fill-runs.ts";
import { cpuSeconds, cpuSecondsWithChildren } from "./harness/processor-time.ts";
import { load, loadAverage, median, percentile, round, setting, tableOf } from "./harness/measure.ts";
import { withServers } from "./harness/with-servers.ts";
import { startOurStack } from "./our-stack.ts";

const sizes = (process.env["BENCH_SIZES"] ?? "10000,100000,1000000").split(",").map(Number);
const runs = setting("BENCH_RUNS", 2_000);
const rounds = setting("BENCH_ROUNDS", 3);
const reads = 300;

type Side = Awaited<ReturnType<typeof startOurStack>>;

/** Milliseconds of processor time a run, of each process and of PostgreSQL. */
async function costOfRun(side: Side, databasePid: number): Promise<ReadonlyMap<string, number>> {
  const read = async (): Promise<readonly (readonly [string, number])[]> => [
    ["api", await cpuSeconds(side.pids["api"] ?? 0)],
    ["worker", await cpuSeconds(side.workerPid)],
    ["PostgreSQL", await cpuSecondsWithChildren(databasePid)],
  ];
  const before = new Map(await read());
  const { url, headers } = { url: side.submissionUrl, headers: { ...side.headers } };
  await load({ url, headers, body: submissionBody, withKeys: true, connections: 16, amount: runs });
  await untilIdle(side);
  return new Map((await read()).map(([name, used]) => [name, ((used - (before.get(name) ?? 0)) / runs) * 1_000]));
}

/** Milliseconds of one answer after the other, sorted. */
async function timesOf(urls: readonly string[], headers: Readonly<Record<string, string>>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < reads; at += 1) {
    const startedAt = performance.now();
    const response = await fetch(urls[at % urls.length] ?? "", { headers });
    await response.text();
    if (!response.ok) throw new Error(`a read answered ${response.status}`);
    times.push(performance.now() - startedAt);
  }
  return times.sort((left, right) => left - right);
}

await withServers(async (servers, signal) => {
  const side = await startOurStack(servers);
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  try {
    console.log(`load average before: ${round(loadAverage(), 2)}`);
    const { url, headers } = { url: side.submissionUrl, headers: { ...side.headers } };
    await load({ url, headers, body: submissionBody, withKeys: true, connections: 16, amount: 500 });
    await untilIdle(side);
    const rows: string[][] = [];
    for (const size of sizes) {
      signal.throwIfAborted();
      const ids = await fillRuns(client, size);
      const costs: ReadonlyMap<string, number>[] = [];
      for (let at = 0; at < rounds; at += 1) costs.push(await costOfRun(side, servers.databasePid));
      const cost = (name: string): number => median(costs.map((each) => each.get(name) ?? 0));
      const latest = await timesOf([`${url}/latest?subject_key=bench-1`], headers);
      const runUrl = (id: string): string => `${new URL(url).origin}/api/v1/runs/${id}`;
      const one = await timesOf(ids.map(runUrl), headers);
      const packet = await timesOf(
        ids.map((id) => `${runUrl(id)}/defensibility-packet`),
        headers,
      );
      const whole = ["api", "worker", "PostgreSQL"].reduce((sum, name) => sum + cost(name), 0);
      rows.push([
        size.toLocaleString("en"),
        ...[cost("api"), cost("worker"), cost("PostgreSQL"), whole].map((value) => round(value, 2)),
        ...[one, latest, packet].map(
          (times) => `${round(percentile(times, 0.5), 1)} / ${round(percentile(times, 0.99), 1)}`,
        ),
      ]);
      console.log(rows.at(-1)?.join(" | "));
    }
    const titles = ["api", "worker", "PostgreSQL", "all"].map((name) => `${name}, ms CPU a run`);
    const lists = ["one run", "latest of a subject", "packet"].map((name) => `${name}, p50 / p99 ms`);
    console.log(tableOf(["runs stored", ...titles, ...lists], rows));
    console.log(tableOf(["table", "rows", "bytes a row", "of them indexes"], await sizesOnDisk(client)));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await client.end();
    await side.stop();
  }
});
