/**
 * `npm run bench`: our service and the bare reference side by side, in one run, on one database server and one Redis.
 * Ours does all it promises: key, two budgets, engine and pin, validation, an Idempotency-Key with every submission.
 *
 * Submissions are measured with the workers of both sides frozen, as otherwise the side with the slower worker would
 * have more of the machine for its API; once more at 32 connections with them at work. Completed runs are measured on a
 * backlog: with nothing to compute on both sides, and with real comparisons on ours.
 *
 * Machines differ and neighbours disturb, so nothing absolute is claimed: both sides are measured in turn (A-B-A-B …)
 * and each round gives one ratio; printed is the median of the ratios, with the load average of the machine. A ratio
 * above 1 means that ours is faster (or, for latency, that ours is slower: the column says which).
 *
 * Settings: BENCH_ROUNDS (5), BENCH_SECONDS (5, per measurement), BENCH_DRAIN (2000 runs), BENCH_ONLY=reference.
 */
import { type Contender, submissionBody } from "./contender.ts";
import { load, loadAverage, median, round, setting, tableOf, until } from "./measure.ts";
import type { LoadRequest, LoadResult } from "./load-shapes.ts";
import { startOurStack } from "./our-stack.ts";
import { startReference } from "./reference/start-reference.ts";
import { withServers } from "./with-servers.ts";

const rounds = setting("BENCH_ROUNDS", 5);
const seconds = setting("BENCH_SECONDS", 5);
const drainRuns = setting("BENCH_DRAIN", 2_000);
const loads = [
  { connections: 1, isWorking: false },
  { connections: 32, isWorking: false },
  { connections: 128, isWorking: false },
  { connections: 32, isWorking: true },
] as const;
const drainTimeoutMs = 600_000;

async function untilIdle(contender: Contender): Promise<void> {
  await until(async () => (await contender.unfinished()) === 0, {
    what: `${contender.name} finishes its runs`,
    everyMs: 20,
    timeoutMs: drainTimeoutMs,
  });
}

function submit(contender: Contender, url: string, connections: number): Promise<LoadResult> {
  return load({
    url,
    headers: { ...contender.headers },
    body: submissionBody,
    withKeys: true,
    connections,
    seconds,
  });
}

async function withoutWorker<T>(contender: Contender, work: () => Promise<T>): Promise<T> {
  process.kill(contender.workerPid, "SIGSTOP");
  try {
    return await work();
  } finally {
    process.kill(contender.workerPid, "SIGCONT");
  }
}

type Backlog = Pick<LoadRequest, "url" | "headers" | "body">;

/** Completed runs a second: a backlog is built while the worker is frozen, then timed until nothing is left. */
async function drain(contender: Contender, backlog: Backlog): Promise<number> {
  await withoutWorker(contender, () => load({ ...backlog, connections: 32, amount: drainRuns }));
  const startedAt = performance.now();
  const waiting = await contender.unfinished();
  await untilIdle(contender);
  return waiting / ((performance.now() - startedAt) / 1000);
}

type Round = Record<string, number>;

function summary(title: string, sides: readonly string[], values: readonly Round[], digits: number): string[] {
  const of = (name: string): number[] => values.map((value) => value[name] ?? Number.NaN);
  const ratios = values.map((value) => (value["ours"] ?? Number.NaN) / (value["reference"] ?? Number.NaN));
  return [title, ...sides.map((side) => round(median(of(side)), digits)), round(median(ratios), 2)];
}

await withServers(async (servers, signal) => {
  const reference = await startReference(servers.databaseUrl, servers.queueUrl);
  const isAlone = process.env["BENCH_ONLY"] === "reference";
  let ours: Contender | undefined;
  try {
    ours = isAlone ? undefined : await startOurStack(servers);
    const sides = ours === undefined ? [reference] : [ours, reference];
    const rows: string[][] = [];
    console.log(`${rounds} rounds of ${seconds} s each; load average before: ${round(loadAverage(), 2)}`);

    for (const { connections, isWorking } of loads) {
      const perSecond: Round[] = [];
      const p50: Round[] = [];
      const p99: Round[] = [];
      for (let index = 0; index <= rounds; index += 1) {
        signal.throwIfAborted();
        const rates: Round = {};
        const halves: Round = {};
        const tails: Round = {};
        const note = (name: string, result: LoadResult): void => {
          rates[name] = result.perSecond;
          halves[name] = result.p50Ms ?? Number.NaN;
          tails[name] = result.p99Ms ?? Number.NaN;
        };
        for (const side of sides) {
          const measure = () => submit(side, side.submissionUrl, connections);
          note(side.name, isWorking ? await measure() : await withoutWorker(side, measure));
          await untilIdle(side);
        }
        note("parse only", await submit(reference, reference.parseUrl, connections));
        // The first round warms both sides up.
        if (index === 0) continue;
        perSecond.push(rates);
        p50.push(halves);
        p99.push(tails);
      }
      const names = ["ours", "reference", "parse only"];
      const what = `${connections} connection${connections === 1 ? "" : "s"}${isWorking ? ", workers at work" : ""}`;
      rows.push(summary(`submissions/s, ${what} (more is better)`, names, perSecond, 0));
      rows.push(summary(`p50 ms, ${what} (less is better)`, names, p50, 2));
      rows.push(summary(`p99 ms, ${what} (less is better)`, names, p99, 2));
    }

    const idle: Round[] = [];
    const computing: Round[] = [];
    for (let index = 0; index <= rounds; index += 1) {
      signal.throwIfAborted();
      const rates: Round = {};
      for (const side of sides) rates[side.name] = await drain(side, side.idle);
      const real: Round = { ...rates };
      if (ours) {
        real["ours"] = await drain(ours, { url: ours.submissionUrl, headers: ours.headers, body: submissionBody });
      }
      if (index === 0) continue;
      idle.push(rates);
      computing.push(real);
    }
    const all = ["ours", "reference", "parse only"];
    rows.push(summary(`completed runs/s, backlog of ${drainRuns}, nothing to compute (more is better)`, all, idle, 0));
    rows.push(summary(`completed runs/s, comparisons by ours, nothing by the reference`, all, computing, 0));

    console.log(tableOf(["Median of rounds", "ours", "reference", "parse only", "ours / reference"], rows));
    console.log(`load average after: ${round(loadAverage(), 2)}`);
  } finally {
    await ours?.stop();
    await reference.stop();
  }
});
