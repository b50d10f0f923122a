/**
 * `npm run bench -- growth`: what a run costs with 10,000, 100,000 and 1,000,000 runs stored, and what a stored run takes
 * on the disk. Runs are made by our stack and copied within the database, with their payloads, events and outcomes, over
 * the last 80 days.
 *
 * At each size: processor time of api, worker and PostgreSQL for a comparison, submitted and completed; one run by its id,
 * the latest of a subject that has them all, and a defensibility packet. Flat means within 10 % of the smallest size. At the
 * last size the retention of one day's share runs beside the same submissions.
 *
 * Settings: BENCH_SIZES (10000,100000,1000000), BENCH_RUNS (2000 runs measured), BENCH_ROUNDS (3), BENCH_NOISE (0).
 */
import pg from "pg";

import { openDatabase } from "@service/db/open";
import { removeOldRuns } from "@service/domain/runs";

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

const daysFilled = 80;
const runsPerRemoval = 500;

type Side = Awaited<ReturnType<typeof startOurStack>>;

/** Milliseconds of processor time a run, of each process and of PostgreSQL, and KiB of PostgreSQL's log a run (`log`). */
async function costOfRun(side: Side, databasePid: number, client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const read = async (): Promise<readonly (readonly [string, number])[]> => [
    ["api", await cpuSeconds(side.pids["api"] ?? 0)],
    ["worker", await cpuSeconds(side.workerPid)],
    ["PostgreSQL", await cpuSecondsWithChildren(databasePid)],
    ["log", (await logBytes(client)) / 1024 / 1_000],
  ];
  const before = new Map(await read());
  const { url, headers } = { url: side.submissionUrl, headers: { ...side.headers } };
  await load({ url, headers, body: submissionBody, withKeys: true, connections: 16, amount: runs });
  await untilIdle(side);
  return new Map((await read()).map(([name, used]) => [name, ((used - (before.get(name) ?? 0)) / runs) * 1_000]));
}

/** Bytes that PostgreSQL has written to its log. */
async function logBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>("select (pg_current_wal_lsn() - '0/0')::float8 as bytes");
  return rows[0]?.bytes ?? Number.NaN;
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

/** Removes the runs of the oldest day, as a worker does it. */
async function removeDay(databaseUrl: string): Promise<{ readonly runs: number; readonly seconds: number }> {
  const db = openDatabase({ url: databaseUrl, applicationName: "bench" });
  const startedAt = performance.now();
  let removed = 0;
  for (;;) {
    const batch = await removeOldRuns(db, { runsMax: runsPerRemoval, retentionDays: daysFilled - 1 });
    removed += batch;
    if (batch < runsPerRemoval) break;
  }
  await db.close();
  return { runs: removed, seconds: (performance.now() - startedAt) / 1_000 };
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
      for (let at = 0; at < rounds; at += 1) costs.push(await costOfRun(side, servers.databasePid, client));
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
        round(cost("log"), 1),
        ...[one, latest, packet].map(
          (times) => `${round(percentile(times, 0.5), 1)} / ${round(percentile(times, 0.99), 1)}`,
        ),
      ]);
      console.log(rows.at(-1)?.join(" | "));
    }
    const alone = await costOfRun(side, servers.databasePid, client);
    const [beside, day] = await Promise.all([
      costOfRun(side, servers.databasePid, client),
      removeDay(servers.databaseUrl),
    ]);
    const apps = (costs: ReadonlyMap<string, number>): number => (costs.get("api") ?? 0) + (costs.get("worker") ?? 0);
    const titles = ["api", "worker", "PostgreSQL", "all"].map((name) => `${name}, ms CPU a run`);
    const lists = ["one run", "latest of a subject", "packet"].map((name) => `${name}, p50 / p99 ms`);
    console.log(tableOf(["runs stored", ...titles, "KiB log a run", ...lists], rows));
    console.log(tableOf(["table", "rows", "bytes a row", "of them indexes"], await sizesOnDisk(client)));
    console.log(
      `retention of one day: ${day.runs} runs in ${round(day.seconds, 1)} s; api and worker ${round(apps(beside), 2)} ms a run beside it, ${round(apps(alone), 2)} ms alone`,
    );
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await client.end();
    await side.stop();
  }
});
